import {execFile} from 'node:child_process'
import {join} from 'node:path'
import {promisify} from 'node:util'
import {INHERITED} from './inherited'

const ROOT = join(import.meta.dirname, '../..')

/** Runs what `npm run <command> -- <parameters>` runs, on a data folder. */
export async function runScript(command: string, parameters: readonly string[], dataDir: string) {
  const options = {cwd: ROOT, env: {...INHERITED, DATA_DIR: dataDir}}
  return promisify(execFile)(process.execPath, [`scripts/${command}.mjs`, ...parameters], options).then(
    ({stdout}) => ({code: 0, said: stdout}),
    ({code, stderr}: {code: number; stderr: string}) => ({code, said: stderr}),
  )
}
