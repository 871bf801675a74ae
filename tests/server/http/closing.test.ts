import {once} from 'node:events'
import {Agent, type IncomingMessage, get as request} from 'node:http'
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

it('refuses a call that comes behind the one under way, in words', async () => {
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

  expect(await answer).toMatch(
    /\{"isDone":true\}HTTP\/1\.1 503 .*connection: close.*\{"message":"The server is stopping\."\}$/is,
  )
})

it('gives every call of 100 busy connections a whole answer', async () => {
  const {origin} = new URL(`http://127.0.0.1:${port}`)
  let isRefused = false
  let answered = 0
  const outcomes = Array.from({length: 100}, async () => {
    const agent = new Agent({keepAlive: true, maxSockets: 1})
    for (;;) {
      const {status, body, kept} = await callBy(agent, `${origin}/config.json`)
      answered++
      if (status === 503) isRefused = true
      if (!kept) return {status, body}
    }
  })
  await vi.waitFor(() => expect(answered).toBeGreaterThan(300))

  await test.app.close()

  for (const {status, body} of await Promise.all(outcomes)) {
    expect([200, 503]).toContain(status)
    expect(JSON.parse(body)).toEqual(status === 503 ? {message: 'The server is stopping.'} : expect.anything())
  }
  expect(isRefused).toBe(true)
})

it.each([
  ['/livez', /HTTP\/1\.1 200 .*\{"status":"alive"\}$/s],
  ['/readyz', /HTTP\/1\.1 503 .*"reasons":\["The server is stopping\."\]/s],
])('answers %s while it stops', async (path, expected) => {
  const connection = await connected()
  const answer = text(connection)
  connection.write(call('/slow'))
  await reached

  const closed = test.app.close()
  const received = once(test.app.server, 'request')
  connection.write(call(path))
  await received
  finish()
  await closed

  expect(await answer).toMatch(expected)
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

async function callBy(agent: Agent, url: string): Promise<{status: number | undefined; body: string; kept: boolean}> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, {agent}, resolve).on('error', reject)
  })
  const body = await text(answer)
  return {status: answer.statusCode, body, kept: answer.headers.connection !== 'close'}
}
