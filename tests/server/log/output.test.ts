import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {join} from 'node:path'
import {Writable} from 'node:stream'
import {text} from 'node:stream/consumers'
import {setImmediate} from 'node:timers/promises'
import {expect, it, onTestFinished} from 'vitest'
import {openOutput} from '../../../server/log/output'
import {INHERITED} from '../../support/inherited'

const LINE = `${'x'.repeat(1023)}\n`
const MEGABYTE = 1024

it('loses what its reader leaves unread beyond a megabyte, and tells so when there is room', async () => {
  const told: number[] = []
  let read = () => {}
  const stream = new Writable({
    decodeStrings: false,
    write(_line, _encoding, done) {
      read = done
    },
  })
  const output = openOutput(stream, lost => told.push(lost))

  for (let line = 0; line < MEGABYTE + 100; line++) output.write(LINE)
  expect([output.lost(), told]).toEqual([100, []])
  while (stream.writableLength > 0) {
    read()
    await setImmediate()
  }
  expect(told).toEqual([100])
  output.write(LINE)
  expect(output.lost()).toBe(100)
})

it('goes on when its reader has gone', async () => {
  const stream = new Writable({
    write: (_line, _encoding, done) => done(Object.assign(new Error('gone'), {code: 'EPIPE'})),
  })
  const output = openOutput(stream, () => {})
  output.write(LINE)
  await new Promise(resolve => stream.once('close', resolve))
  output.write(LINE)
  expect(output.lost()).toBe(1)
})

/** Another process with the same pipe, as a shell starts them, makes all writing to it wait for its reader. */
const WRITES = `
import {spawnSync} from 'node:child_process'
import {openOutput} from './server/log/output.ts'
import {openStandardOutput} from './server/log/standardOutput.ts'
process.stdout.write('')
spawnSync('true', {stdio: 'inherit'})
const output = openOutput(openStandardOutput(), () => {})
for (let line = 0; line < 5000; line++) output.write('x'.repeat(1023) + '\\n')
setTimeout(() => process.send(output.lost()), 0)
`

it('holds nothing up when nobody reads the one pipe of standard output and standard error', async () => {
  const parameters = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', WRITES]
  const child = spawn('sh', ['-c', '"$@" 2>&1 | sleep 600', 'sh', ...parameters], {
    cwd: join(import.meta.dirname, '../../..'),
    env: INHERITED,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  })
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'))
  const [lost] = await once(child, 'message')
  expect(lost).toBeGreaterThan(3000)
})

const SAYS = `
import {openOutput} from './server/log/output.ts'
import {openStandardOutput} from './server/log/standardOutput.ts'
const output = openOutput(openStandardOutput(), () => {})
for (let line = 0; line < 500; line++) output.write('line ' + line + '\\n')
setTimeout(() => {}, 60000)
await output.flushed()
process.exit(0)
`

it('has written all lines once it is flushed', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', SAYS], {
    cwd: join(import.meta.dirname, '../../..'),
    env: INHERITED,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = (await text(child.stdout)).trimEnd().split('\n')
  expect(lines).toEqual(Array.from({length: 500}, (_, line) => `line ${line}`))
})
