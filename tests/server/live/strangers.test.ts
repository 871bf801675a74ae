import {IncomingMessage} from 'node:http'
import {Socket} from 'node:net'
import {setTimeout} from 'node:timers/promises'
import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest'
import {LIVE_MESSAGE_BYTES} from '../../../contract/limits'
import {SESSION_SOCKETS} from '../../../server/live/crowds'
import {createGate, type Gate} from '../../../server/live/handshake'
import {type Cookies, cookieHeader, createTestApp, seedUser, signIn, type TestApp} from '../../support/app'
import {frame, LIVE_PATH, openBareSocket, originOf, upgrade} from '../../support/bareSocket'
import {createTestDatabase} from '../../support/database'
import {type StatementWatch, watchStatements} from '../../support/statements'

const PACKETS = 20_000
const PING = Buffer.from([0x89, 0x80, 0, 0, 0, 0])
const FLOOD = Buffer.concat(new Array(PACKETS).fill(frame('40')))
const POST = new Array(PACKETS).fill('40').join('\u001e')
const POLLING = '/socket.io/?EIO=4&transport=polling'

let test: TestApp
let watch: StatementWatch
let cookies: Cookies
let origin: string

beforeAll(async () => {
  watch = watchStatements(await createTestDatabase())
  test = await createTestApp({database: watch.database})
  await seedUser(test.database, {email: 'admin@t.test'})
  cookies = await signIn(test.app, 'admin@t.test')
  await test.app.listen({port: 0, host: '127.0.0.1'})
  ;({origin} = originOf(test.app))
  // The work of the server at its start must not be taken for the cost of strangers.
  await vi.waitFor(async () => expect(await watch.during(() => setTimeout(100))).toEqual([]))
})
afterAll(async () => {
  await test.close()
  await test.database.close()
})

/** Sends over one WebSocket, and returns the bytes received until the server closed it, and its queries. */
async function flood(cookie: string, bytes: Buffer = FLOOD) {
  let heard = ''
  const statements = await watch.during(async () => {
    const bare = openBareSocket(test.app)
    bare.socket.write(upgrade(LIVE_PATH, cookie))
    bare.socket.write(bytes)
    await bare.closed
    heard = bare.heard()
  })
  return {statements, socketsMade: heard.split('40{"sid"').length - 1}
}

async function poll(cookie: string) {
  const url = `${origin}${POLLING}`
  const answer = await fetch(url, {headers: {cookie}})
  const text = await answer.text()
  const sid = /"sid":"([^"]+)"/.exec(text)?.[1] ?? ''
  return {
    answer,
    text,
    of: (body?: string) => fetch(`${url}&sid=${sid}`, {method: body ? 'POST' : 'GET', body: body ?? null}),
  }
}

describe('a stranger', () => {
  it('is closed without a query when no cookie comes along, whatever else has been sent', async () => {
    expect(await flood('')).toEqual({statements: [], socketsMade: 0})
  })

  it('costs one query with any cookie, however many sockets are asked for', async () => {
    expect(await flood('accessToken=made-up')).toEqual({
      statements: [expect.stringContaining('from "token"')],
      socketsMade: 0,
    })
  })

  it('is told so at the handshake, and gets no connection to send packets by', async () => {
    const {answer, text, of} = await poll('accessToken=made-up')

    expect([answer.status, JSON.parse(text)]).toEqual([401, {message: 'unauthorized'}])
    const statements = await watch.during(async () => expect((await of(POST)).status).toBe(401))
    expect(statements).toEqual([])
  })

  it('who breaks off while the session is looked up does no harm', async () => {
    const {socket} = openBareSocket(test.app)
    const closed = new Promise(resolve =>
      test.app.server.once('upgrade', (_request, connection) => {
        connection.once('close', resolve)
        socket.resetAndDestroy()
      }),
    )
    socket.write(upgrade(LIVE_PATH, 'accessToken=made-up'))
    await closed

    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  })
})

describe('somebody signed in', () => {
  it('gets one socket by a connection, which ends when another one is asked for', async () => {
    const {statements, socketsMade} = await flood(cookieHeader(cookies))

    expect(socketsMade).toBeLessThanOrEqual(1)
    expect(statements.length).toBeLessThanOrEqual(2)
  })

  it('gets none in a namespace', async () => {
    const {statements, socketsMade} = await flood(cookieHeader(cookies), frame('40/admin,'))

    expect([statements.length, socketsMade]).toEqual([1, 0])
  })

  it('is cut off after a burst of packets of any kind', async () => {
    await flood(cookieHeader(cookies), Buffer.concat([frame('40'), ...new Array(PACKETS).fill(frame('3'))]))
  })

  it('is cut off after a burst that comes in one request', async () => {
    const {of} = await poll(cookieHeader(cookies))

    const statements = await watch.during(() => of(POST).catch(() => {}))

    expect((await of()).status).toBe(400)
    expect(statements.length).toBeLessThanOrEqual(1)
  })

  it.each([
    ['pings of the WebSocket itself', Buffer.concat([frame('40'), ...new Array(PACKETS).fill(PING)])],
    ['bytes', Buffer.concat([frame('40'), ...new Array(20).fill(longFrame(LIVE_MESSAGE_BYTES - 100))])],
  ])('is cut off after a burst of %s', async (_what, bytes) => {
    await flood(cookieHeader(cookies), bytes)
  })

  it('is not cut off for a few packets', async () => {
    const {socket, heard} = openBareSocket(test.app)
    const says = (text: string, times: number) => vi.waitFor(() => expect(heard().split(text)).toHaveLength(times + 1))
    socket.write(upgrade(LIVE_PATH, cookieHeader(cookies)))
    await says('"pingInterval"', 1)
    socket.write(frame('40'))
    await says('40{"sid"', 1)

    for (let packet = 0; packet < 12; packet++) socket.write(frame('420["subscribe",{"device_ids":[]}]'))

    await says('430[{"refused":[]}]', 12)
    socket.destroy()
  })
})

describe('the sockets of one session', () => {
  it('are fifty at most, and the next is refused until one of them is closed', async () => {
    await seedUser(test.database, {email: 'many@t.test'})
    const own = cookieHeader(await signIn(test.app, 'many@t.test'))
    const open = async () => {
      const bare = openBareSocket(test.app)
      bare.socket.write(upgrade(LIVE_PATH, own))
      await vi.waitFor(() => expect(bare.heard()).toMatch(/"pingInterval"|"message"/))
      return bare
    }
    const fifty = await Promise.all(Array.from({length: SESSION_SOCKETS}, open))
    expect(fifty.filter(({heard}) => heard().includes('HTTP/1.1 101'))).toHaveLength(SESSION_SOCKETS)

    const refused = await open()
    await refused.closed
    expect(refused.heard()).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n[\s\S]*\r\n\r\n{"message":"crowded"}$/)

    fifty[0]?.socket.destroy()
    await vi.waitFor(async () => expect((await open()).heard()).toContain('HTTP/1.1 101'))
    for (const {socket} of fifty) socket.destroy()
  })
})

describe('too many handshakes of one network', () => {
  const strangers = (gate: Gate, address: string, count: number) =>
    Promise.all(Array.from({length: count}, async () => (await gate.judge(requestFrom(address)))?.message))

  it('without a session are refused without a query, and keep no other network out', async () => {
    let queries = 0
    const gate = createGate({
      async findViewer() {
        queries++
        return undefined
      },
      access: {who: 'signedIn', on: 'device', keys: 'no'},
      allowedOrigins: [],
      isProxy: () => false,
      isKnownHost: () => true,
    })

    const first = await strangers(gate, '2001:db8:1:2::1', 150)
    const cost = queries
    const later = await strangers(gate, '2001:db8:1:2:ffff::1', 150)

    expect([new Set(first), new Set(later)]).toEqual([new Set(['unauthorized', 'crowded']), new Set(['crowded'])])
    expect(queries).toBe(cost)
    expect(await strangers(gate, '2001:db8:1:3::1', 1)).toEqual(['unauthorized'])
  })
})

describe('handshakes that wait for their answer', () => {
  it('are a thousand of a network at most, which keeps no other network out', async () => {
    const gate = createGate({
      findViewer: () => new Promise(() => {}),
      access: {who: 'signedIn', on: 'device', keys: 'no'},
      allowedOrigins: [],
      isProxy: () => false,
      isKnownHost: () => true,
    })
    const refusals: string[] = []
    const ask = (address: string) =>
      void gate.judge(requestFrom(address)).then(refusal => refusals.push(`${address} ${refusal?.message}`))

    for (let count = 0; count < 1001; count++) ask('203.0.113.7')
    ask('203.0.113.8')

    await vi.waitFor(() => expect(refusals).toEqual(['203.0.113.7 unavailable']))
  })
})

/** One frame of a text of several kilobytes. */
function longFrame(length: number): Buffer {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(length)
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126]), size, Buffer.alloc(4), Buffer.alloc(length, '3')])
}

function requestFrom(address: string): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', {value: address})
  const request = new IncomingMessage(socket)
  request.headers.cookie = 'accessToken=made-up'
  return request
}
