import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest'
import {realTime} from '../../../server/scheduler'
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
import {frame, LIVE_PATH, openBareSocket, upgrade} from '../../support/bareSocket'

const MEGABYTE = 1024 * 1024
const MESSAGES = 60
const CLOSE_FRAME = Buffer.from([0x88, 0])

let test: TestApp
let deviceId: string
let cookies: Cookies

beforeAll(async () => {
  // The limit of what a client may send depends on the elapsed time.
  test = await createTestApp({scheduler: {elapsed: realTime.elapsed}})
  const organisationId = await seedOrganisation(test.database)
  deviceId = (await seedDevice(test.database, {name: 'pump', organisationId})).id
  await seedUser(test.database, {email: 'admin@t.test'})
  cookies = await signIn(test.app, 'admin@t.test')
  await test.app.listen({port: 0, host: '127.0.0.1'})
})
afterAll(() => test.close())

describe('a client that never reads', () => {
  it('is dropped with what waits for it, and the others get everything', async () => {
    const sleeper = await watch()
    const reader = await watch()
    sleeper.socket.pause()

    for (let message = 1; message <= MESSAGES; message++) {
      await postHalfAMegabyte()
      await vi.waitFor(() => expect(reader.bytes()).toBeGreaterThan((message / 2) * MEGABYTE))
    }
    sleeper.socket.resume()
    await vi.waitFor(() => expect(sleeper.isDismissed()).toBe(true))
    expect(sleeper.bytes()).toBeLessThan((MESSAGES / 3) * MEGABYTE)
    expect(reader.isDismissed()).toBe(false)
  })
})

/** A client that is signed in and watches the device. */
async function watch() {
  const {socket, heard} = openBareSocket(test.app)
  let bytes = 0
  let isDismissed = false
  socket.on('data', chunk => {
    bytes += chunk.length
    isDismissed ||= chunk.subarray(-2).equals(CLOSE_FRAME)
  })
  const says = (text: string) => vi.waitFor(() => expect(heard()).toContain(text))

  socket.write(upgrade(LIVE_PATH, cookieHeader(cookies)))
  await says('"pingInterval"')
  socket.write(frame('40'))
  await says('40{"sid"')
  socket.write(frame(`420["subscribe",{"device_ids":["${deviceId}"]}]`))
  await says('430[{"refused":[]}]')
  return {socket, bytes: () => bytes, isDismissed: () => isDismissed}
}

async function postHalfAMegabyte() {
  const values = Object.fromEntries(Array.from({length: 53}, (_, index) => [`text${index}`, 'x'.repeat(10_000)]))
  const response = await test.app.inject({method: 'POST', url: '/api/v1/pump-token/telemetry', body: values})
  expect(response.statusCode).toBe(200)
}
