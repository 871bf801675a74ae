import {type AddressInfo, connect, type Socket as TcpSocket} from 'node:net'
import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest'
import {
  type Cookies,
  cookieHeader,
  createTestApp,
  seedDevice,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../support/app'

const MEGABYTE = 1024 * 1024
const MESSAGES = 60
const CLOSE_FRAME = Buffer.from([0x88, 0])

let test: TestApp
let deviceId: string
let cookies: Cookies

beforeAll(async () => {
  test = await createTestApp()
  const organisationId = await seedOrganisation(test.database)
  deviceId = (await seedDevice(test.database, {name: 'pump', organisationId})).id
  await seedUser(test.database, {email: 'admin@t.test'})
  cookies = await signIn(test.app, 'admin@t.test')
  await test.app.listen({port: 0, host: '127.0.0.1'})
})
afterAll(async () => {
  const startedAt = performance.now()
  await test.close()
  // The clients below never answer that the connection is to be closed.
  expect(performance.now() - startedAt).toBeLessThan(3000)
})

describe('a client that never reads', () => {
  it('is dropped with what waits for it, and the others get everything', async () => {
    const sleeper = await watch()
    const reader = await watch()
    sleeper.socket.pause()

    for (let message = 0; message < MESSAGES; message++) await postHalfAMegabyte()

    await vi.waitFor(() => expect(reader.bytes()).toBeGreaterThan((MESSAGES / 2) * MEGABYTE), {timeout: 5000})
    sleeper.socket.resume()
    await vi.waitFor(() => expect(sleeper.isDismissed()).toBe(true), {timeout: 5000})
    expect(sleeper.bytes()).toBeLessThan((MESSAGES / 3) * MEGABYTE)
    expect(reader.isDismissed()).toBe(false)
  })
})

/** A socket.io client down to its bytes: a real one can't be kept from reading. */
async function watch() {
  const address: AddressInfo | string | null = test.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The app does not listen on a port')
  const socket = connect(address.port, '127.0.0.1')
  let bytes = 0
  let beginning = ''
  let isDismissed = false
  socket.on('data', chunk => {
    bytes += chunk.length
    isDismissed ||= chunk.subarray(-2).equals(CLOSE_FRAME)
    if (beginning.length < 10_000) beginning += chunk.toString('latin1')
  })
  const says = (text: string) => vi.waitFor(() => expect(beginning).toContain(text))

  socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: ${cookieHeader(cookies)}\r\n\r\n`,
  )
  await says('"pingInterval"')
  sendText(socket, '40')
  await says('40{"sid"')
  sendText(socket, `420["subscribe",{"device_ids":["${deviceId}"]}]`)
  await says('430[{"refused":[]}]')
  return {socket, bytes: () => bytes, isDismissed: () => isDismissed}
}

/** One frame of at most 125 bytes; a mask of zeros leaves the text as it is. */
function sendText(socket: TcpSocket, text: string) {
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]))
}

async function postHalfAMegabyte() {
  const values = Object.fromEntries(Array.from({length: 53}, (_, index) => [`text${index}`, 'x'.repeat(10_000)]))
  const response = await test.app.inject({method: 'POST', url: '/api/v1/pump-token/telemetry', body: values})
  expect(response.statusCode).toBe(200)
}
