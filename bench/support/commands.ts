import {join} from 'node:path'
import {hasExited, startNode} from './processes'

const SCRIPTS = join(import.meta.dirname, '../../scripts')

/** Measures how long an operator waits for `npm run` of a command on a data folder, in seconds. */
export async function secondsOf(
  command: 'backup' | 'restore' | 'doctor',
  dataDir: string,
  ...parameters: string[]
): Promise<number> {
  const startedAt = performance.now()
  const child = startNode(join(SCRIPTS, `${command}.mjs`), {
    parameters,
    environment: {DATA_DIR: dataDir, DATABASE_URL: ''},
  })
  child.stdout?.resume()
  child.stderr?.pipe(process.stderr)
  await hasExited(child)
  if (child.exitCode !== 0) throw new Error(`${command} ended with ${child.exitCode}`)
  return (performance.now() - startedAt) / 1000
}
