import {once} from 'node:events'
import {connect, type Socket} from 'node:net'
import {text} from 'node:stream/consumers'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {createTestApp, type TestApp} from '../../support/app'

let test: TestApp
let port: number
/** A call to /slow has come. */
let reached: Promise<void>
let finish: () => void

beforeEach(async () => {
  test = await createTestApp({furtherAccess: {'GET /slow': {who: 'everyone'}}})
  const finished = new Promise<void>(resolve => {
    finish = resolve
  })
  reached = new Promise(resolve => {
    test.app.get('/slow', async () => {
      resolve()
      await finished
      return {isDone: true}
    })
  })
  port = Number(new URL(await test.app.listen({host: '127.0.0.1', port: 0})).port)
})
afterEach(() => test.close())

async function connected(): Promise<Socket> {
  const connection = connect(port, '127.0.0.1')
  await once(connection, 'connect')
  return connection
}

const call = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n`

it('answers the call under way and closes its connection, although that was to be kept', async () => {
  const connection = await connected()
  const answer = text(connection)
  connection.write(call('/slow'))
  await reached

  const closed = test.app.close()
  finish()
  await closed

  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK.*\{"isDone":true\}$/s)
})

it('answers a call that comes behind the one under way', async () => {
  const connection = await connected()
  const answer = text(connection)
  connection.write(call('/slow'))
  await reached

  const closed = test.app.close()
  const received = once(test.app.server, 'request')
  connection.write(call('/healthz'))
  await received
  finish()
  await closed

  expect(await answer).toMatch(/\{"isDone":true\}HTTP\/1\.1 200 OK.*\{"status":"ok"\}$/s)
})

it.each([
  ['nothing', ''],
  ['half a call', 'GET /healthz HTTP/1.1\r\nHost'],
])('waits for no connection on which %s has come', async (_what, sent) => {
  const accepted = once(test.app.server, 'connection')
  const connection = await connected()
  connection.on('error', () => {})
  const [socket] = await accepted
  connection.write(sent)
  await vi.waitFor(() => expect(socket.bytesRead).toBe(sent.length))

  await test.app.close()

  expect(socket.destroyed).toBe(true)
})
