import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {join} from 'node:path'
import {Readable} from 'node:stream'
import {expect, it, onTestFinished, vi} from 'vitest'
import {createDataDir} from '../../support/dataDir'
import {INHERITED} from '../../support/inherited'
import {SERVER} from '../../support/serverProcess'
import {steadyPort} from '../../support/steadyPort'

/** Fills the pipe, and makes all writing to it wait for its reader, as any process does that starts another with it. */
const FILL = `
const {writeSync} = require('node:fs')
process.stdout.write('')
try { for (;;) writeSync(1, 'x') } catch {}
require('node:child_process').spawnSync('true', {stdio: 'inherit'})
writeSync(3, 'full')
setInterval(() => {}, 1000)
`
const STANDARD_OUTPUT_IS_ONE_PIPE = '{ "$0" "$1" & read full; "$0" -e "$2" & wait; } 2>&1 | sleep 600'

it('a server goes on while nobody reads the one pipe of its standard output and standard error', async () => {
  const port = await steadyPort()
  const child = spawn('sh', ['-c', STANDARD_OUTPUT_IS_ONE_PIPE, process.execPath, SERVER, FILL], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {...INHERITED, PORT: String(port), MQTT: 'off', DATA_DIR: await createDataDir()},
    stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
    detached: true,
  })
  const [, , , held] = child.stdio
  if (!(held instanceof Readable)) throw new Error('It has no pipe to say that it is full')
  onTestFinished(async () => {
    process.kill(-(child.pid ?? 0), 'SIGTERM')
    await once(held.resume(), 'close')
  })
  const origin = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200))
  child.stdin?.write('\n')
  await once(held, 'data')

  /** A line of the log for each. */
  const refused = ['user', 'auth/login', 'auth/logout', 'users/push', 'users/password', 'alarm/acknowledgement']
  const headers = {origin: 'https://elsewhere.example', 'content-type': 'application/json'}
  const alive: number[] = []
  for (const call of refused) {
    await fetch(`${origin}/api/v0/${call}`, {method: 'POST', headers, body: '{}'})
    const {status} = await fetch(`${origin}/livez`)
    alive.push(status)
  }
  expect(alive).toEqual(refused.map(() => 200))
})
