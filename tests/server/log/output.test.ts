import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {join} from 'node:path'
import {Writable} from 'node:stream'
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

const WRITES = `
import {openOutput} from './server/log/output.ts'
const output = openOutput(process.stdout, () => {})
for (let line = 0; line < 5000; line++) output.write('x'.repeat(1023) + '\\n')
setTimeout(() => process.send(output.lost()), 0)
`

it('holds nothing up when nobody reads standard output at all', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', WRITES], {
    cwd: join(import.meta.dirname, '../../..'),
    env: INHERITED,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [lost] = await once(child, 'message')
  expect(lost).toBeGreaterThan(3000)
})
