import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {findProgram} from './programs'
import {steadyPort} from './steadyPort'

const EXAMPLE = join(import.meta.dirname, '../../deploy/haproxy.cfg')
const HAPROXY = findProgram('haproxy') ?? ''

export const hasBalancer = HAPROXY !== ''

/** The example of a balancer before servers that run. */
export async function startBalancer(origins: readonly string[]): Promise<{origin: string; stop(): Promise<void>}> {
  const folder = await mkdtemp(join(tmpdir(), 'pulsewall-balancer-'))
  const port = await steadyPort()
  const example = await readFile(EXAMPLE, 'utf8')
  const config = origins.reduce<string>(
    (text, origin, index) => text.replace(`127.0.0.1:${3001 + index}`, new URL(origin).host),
    example.replace('127.0.0.1:8080', `127.0.0.1:${port}`),
  )
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, config)
  const balancer = spawn(HAPROXY, ['-db', '-f', file], {stdio: 'ignore'})
  const exited = once(balancer, 'exit')
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      balancer.kill('SIGKILL')
      await exited
      await rm(folder, {recursive: true})
    },
  }
}
