import {afterAll, beforeAll, expect, it, vi} from 'vitest'
import {
  type Cookies,
  createTestApp,
  seedDevice,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../support/app'
import {originOf} from '../../support/bareSocket'
import {type Client, connectSocket} from '../../support/socket'

const DEVICES = 8
const KEYS = 50
const LONG = 'x'.repeat(9000)

let test: TestApp
let cookies: Cookies
let deviceIds: string[]

beforeAll(async () => {
  test = await createTestApp()
  const organisationId = await seedOrganisation(test.database)
  const devices = await Promise.all(
    Array.from({length: DEVICES}, (_, at) => seedDevice(test.database, {name: `pump${at}`, organisationId})),
  )
  deviceIds = devices.map(({id}) => id)
  await seedUser(test.database, {email: 'admin@t.test'})
  cookies = await signIn(test.app, 'admin@t.test')
  await test.app.listen({port: 0, host: '127.0.0.1'})
})
afterAll(() => test.close())

it('shows the newest values to a wall that did not read for a while, and never keeps more of them than there are', async () => {
  const client = await watchingAtAPace()
  const newest = new Map<string, string>()
  let values = 0
  client.on('telemetry', batch => {
    for (const {device_id, points} of batch) {
      for (const {key, str_v} of points) newest.set(`${device_id} ${key}`, (str_v ?? '').slice(0, 6))
      values += points.length
    }
  })
  const ended = vi.fn()
  client.on('disconnect', ended)

  const socket = webSocketOf(client)
  socket.pause()
  let round = 0
  await vi.waitFor(
    async () => {
      await postAll(++round)
      expect(await metric('live_walls_behind')).toBe(1)
    },
    {interval: 0},
  )
  for (const _ of Array.from({length: 3})) await postAll(++round)
  expect(await metric('live_walls_waiting')).toBeLessThanOrEqual(DEVICES * KEYS)
  socket.resume()

  await vi.waitFor(() => {
    expect(newest.size).toBe(DEVICES * KEYS)
    expect(new Set(newest.values())).toEqual(new Set([marked(round).slice(0, 6)]))
  })
  expect(values).toBeLessThan(round * DEVICES * KEYS)
  expect(ended).not.toHaveBeenCalled()
  expect(await metric('live_dropped_total')).toBe(0)
  client.disconnect()
})

async function watchingAtAPace(): Promise<Client> {
  const client = await connectSocket(originOf(test.app).origin, cookies, {reconnection: false})
  expect(await client.emitWithAck('subscribe', {device_ids: deviceIds, is_paced: true})).toEqual({refused: []})
  return client
}

/** The WebSocket beneath the client, which stops reading when it is paused. */
function webSocketOf(client: Client): {pause(): void; resume(): void} {
  const found: unknown = Reflect.get(client.io.engine.transport, 'ws')
  if (!isPausable(found)) throw new Error('The client goes by another transport')
  return found
}

const isPausable = (found: unknown): found is {pause(): void; resume(): void} =>
  typeof found === 'object' && found !== null && 'pause' in found && 'resume' in found

const marked = (round: number) => `${String(round).padStart(6, '0')}${LONG}`

async function postAll(round: number) {
  const body = Object.fromEntries(Array.from({length: KEYS}, (_, at) => [`text${at}`, marked(round)]))
  test.clock.now += 1
  const answers = await Promise.all(
    deviceIds.map((_, at) => test.app.inject({method: 'POST', url: `/api/v1/pump${at}-token/telemetry`, body})),
  )
  expect(new Set(answers.map(({statusCode}) => statusCode))).toEqual(new Set([200]))
}

async function metric(name: string): Promise<number> {
  const {body} = await test.app.inject({url: '/metrics'})
  return Number(new RegExp(`^pulsewall_${name} (\\d+)$`, 'm').exec(body)?.[1])
}
