import type {Socket} from 'socket.io-client'
import {afterAll, beforeAll, beforeEach, describe, expect, it, vi} from 'vitest'
import {LIVE_DEVICES_PER_MESSAGE, LIVE_MESSAGE_BYTES} from '../../../contract/limits'
import type {LiveTelemetry} from '../../../contract/wire/telemetry/live'
import {ROTATION_GRACE} from '../../../server/auth/repository'
import {
  type Cookies,
  cookieHeader,
  createTestApp,
  seedCustomer,
  seedDevice,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../support/app'
import {originOf} from '../../support/bareSocket'
import {type Client, connectSocket, openSocket} from '../../support/socket'
import {IS_QUICK} from '../../support/tier'

type SeededDevice = Awaited<ReturnType<typeof seedDevice>>

const UNAUTHORIZED = {message: 'unauthorized'}
const UNKNOWN = '0192f3a0-0000-7000-8000-000000000000'

let test: TestApp
let origin: string
let pump: SeededDevice
let crane: SeededDevice
let rack: SeededDevice
let signedIn: Cookies

beforeAll(async () => {
  test = await createTestApp({allowedOrigins: ['https://wall.works.test']})
  const {app, database} = test
  const works = await seedOrganisation(database, 'Harbour Works')
  const noc = await seedOrganisation(database, 'Northgate NOC')
  pump = await seedDevice(database, {name: 'pump', organisationId: works})
  crane = await seedDevice(database, {name: 'crane', organisationId: works})
  rack = await seedDevice(database, {name: 'rack', organisationId: noc})
  await seedUser(database, {email: 'plant@t.test', authority: 'ORGANISATION_ADMIN', organisationId: works})
  await app.listen({port: 0, host: '127.0.0.1'})
  ;({origin} = originOf(app))
})
beforeEach(async () => {
  signedIn = await signIn(test.app, 'plant@t.test')
})
afterAll(() => test.close())

describe('the handshake', () => {
  it('lets in whoever is signed in', async () => {
    const client = await connected()

    expect(client.connected).toBe(true)
  })

  it.each([
    ['no cookie', {}],
    ['a forged token', {cookie: 'accessToken=eyJhbGciOiJub25lIn0.e30.'}],
    ['a refresh token', () => ({cookie: `accessToken=${signedIn.refreshToken}`})],
  ])('is unauthorized with %s', async (_what, headers) => {
    expect(await refusal(typeof headers === 'function' ? headers() : headers)).toEqual(UNAUTHORIZED)
  })

  it('is unauthorized with an expired token', async () => {
    test.clock.now += 16 * 60_000

    expect(await refusal({cookie: cookieHeader(signedIn)})).toEqual(UNAUTHORIZED)
  })

  it.each([
    ['of another site', 'https://evil.test', 403],
    ['that is no site', 'null', 403],
    ['that is allowed', 'https://wall.works.test', 200],
    ['of its own', () => origin, 200],
  ])('from an origin %s answers as it should', async (_what, from, status) => {
    const headers = {origin: typeof from === 'function' ? from() : from, cookie: cookieHeader(signedIn)}

    const response = await fetch(`${origin}/socket.io/?EIO=4&transport=polling`, {headers})

    expect(response.status).toBe(status)
  })
})

describe('a subscription', () => {
  it('brings what its devices send, and nothing of others', async () => {
    const client = await connected()
    const batches = collect(client)
    expect(await subscribe(client, [pump.id])).toEqual({refused: []})

    await post(crane, {load: 1})
    await post(pump, {load: 2, isOn: true})

    await vi.waitFor(() => expect(batches).toHaveLength(1))
    expect(batches).toEqual([
      {
        device_id: pump.id,
        received_at: test.clock.now,
        points: [
          expect.objectContaining({key: 'load', ts: test.clock.now, long_v: 2}),
          expect.objectContaining({key: 'isOn', ts: test.clock.now, bool_v: true}),
        ],
      },
    ])
  })

  it('replaces the one before', async () => {
    const client = await connected()
    const batches = collect(client)
    await subscribe(client, [pump.id])
    await subscribe(client, [crane.id])

    await post(pump, {load: 1})
    await post(crane, {load: 2})

    await vi.waitFor(() => expect(batches.map(batch => batch.device_id)).toEqual([crane.id]))
  })

  it('adds to the one before when it continues it', async () => {
    const client = await connected()
    const batches = collect(client)
    await subscribe(client, [pump.id])
    await ask(client, 'subscribe', {device_ids: [crane.id], continues: true})

    await post(pump, {load: 1})
    await vi.waitFor(() => expect(batches.map(batch => batch.device_id)).toEqual([pump.id]))
    await post(crane, {load: 2})
    await vi.waitFor(() => expect(batches.map(batch => batch.device_id)).toEqual([pump.id, crane.id]))
  })

  it('refuses devices of another organisation and unknown ones, and takes the rest', async () => {
    const client = await connected()
    const batches = collect(client)
    expect(await subscribe(client, [rack.id, pump.id, UNKNOWN])).toEqual({refused: [rack.id, UNKNOWN]})

    await post(rack, {load: 1})
    await post(pump, {load: 2})

    await vi.waitFor(() => expect(batches.map(batch => batch.device_id)).toEqual([pump.id]))
  })

  it.each([
    ['at once', 'winch', false],
    ['at a pace', 'davit', true],
  ])('%s ends for a device that is taken from the viewer’s customer', async (_pace, name, isPaced) => {
    const {app, database} = test
    const organisationId = pump.organisationId
    const customerId = await seedCustomer(database, organisationId)
    const winch = await seedDevice(database, {name, organisationId, customerId})
    const buoy = await seedDevice(database, {name: `${name}-buoy`, organisationId, customerId})
    await seedUser(database, {email: `${name}@t.test`, authority: 'CUSTOMER_USER', organisationId, customerId})
    const plant = signedIn
    signedIn = await signIn(app, `${name}@t.test`)
    const client = await connected()
    const batches = collect(client)
    expect(await subscribe(client, [winch.id, buoy.id], isPaced)).toEqual({refused: []})

    const url = `/api/v0/device/${winch.id}`
    await app.inject({method: 'PUT', url, cookies: plant, body: {customer_id: null}})
    await post(winch, {load: 1})
    await post(buoy, {load: 2})

    await vi.waitFor(() => expect(batches.map(batch => batch.device_id)).toEqual([buoy.id]))
  })

  it.each([
    ['null', null],
    ['a text', 'all'],
    ['no list', {}],
    ['a list of numbers', {device_ids: [7]}],
    ['a list of no ids', {device_ids: ["' or 1=1"]}],
    ['too many devices', {device_ids: new Array(LIVE_DEVICES_PER_MESSAGE + 1).fill(UNKNOWN)}],
  ])('of %s is refused, and the former one goes on', async (_what, body) => {
    const client = await connected()
    const batches = collect(client)
    await subscribe(client, [pump.id])

    expect(await ask(client, 'subscribe', body)).toEqual({message: 'device_ids must be a list of device ids.'})
    await post(pump, {load: 3})
    await vi.waitFor(() => expect(batches).toHaveLength(1))
  })

  it.each([
    ['null', null],
    ['a text', 'all'],
    ['a list', []],
    ['what is no organisation', {organisation_id: "' or 1=1"}],
    ['a pace that is none', {is_paced: 'slowly'}],
  ])('of all within reach by %s is refused, and the former one goes on', async (_what, body) => {
    const client = await connected()
    const batches = collect(client)
    await subscribe(client, [pump.id])

    expect(await ask(client, 'subscribeReach', body)).toEqual({message: 'organisation_id must be an id.'})
    await post(pump, {load: 3})
    await vi.waitFor(() => expect(batches).toHaveLength(1))
  })

  it('replaces one of all within reach, and is replaced by it', async () => {
    const client = await connected()
    const batches = collect(client)
    await ask(client, 'subscribeReach', {})
    await subscribe(client, [crane.id])
    await post(pump, {load: 1})
    await post(crane, {load: 2})
    await vi.waitFor(() => expect(batches.map(batch => batch.device_id)).toEqual([crane.id]))

    await ask(client, 'subscribeReach', {is_paced: true})
    await post(pump, {load: 3})
    await vi.waitFor(() => expect(batches.map(batch => batch.device_id)).toEqual([crane.id, pump.id]))
  })

  it('without a call-back, and events that nobody knows, are passed over', async () => {
    const client: Socket = await connected()
    client.emit('subscribe', {device_ids: [pump.id]})
    client.emit('subscribe')
    client.emit('subscribeReach', {})
    client.emit('unknown', {__proto__: null})

    expect(await ask(client, 'subscribe', {device_ids: [pump.id]})).toEqual({refused: []})
  })
})

describe('a socket', () => {
  it('is closed at once by a log out, and told why', async () => {
    const client = await connected()
    const ended = vi.fn()
    client.on('sessionEnded', ended)

    await test.app.inject({method: 'POST', url: '/api/v0/auth/logout', cookies: {accessToken: signedIn.accessToken}})

    await vi.waitFor(() => expect(client.connected).toBe(false))
    expect(ended).toHaveBeenCalledOnce()
  })

  it('stays when another session of the user ends', async () => {
    const client = await connected()
    const other = await signIn(test.app, 'plant@t.test')

    await test.app.inject({method: 'POST', url: '/api/v0/auth/logout', cookies: {accessToken: other.accessToken}})

    expect(await subscribe(client, [pump.id])).toEqual({refused: []})
  })

  it('is closed when a used refresh token comes again', async () => {
    const client = await connected()
    const refresh = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/v0/auth/refresh-token',
        cookies: {refreshToken: signedIn.refreshToken},
      })
    await refresh()
    test.clock.now += ROTATION_GRACE + 1
    await refresh()

    await vi.waitFor(() => expect(client.connected).toBe(false))
  })

  it('outlives the access token it came with', async () => {
    const client = await connected()
    const batches = collect(client)
    await subscribe(client, [pump.id])
    test.clock.now += 60 * 60_000

    await post(pump, {load: 1})

    await vi.waitFor(() => expect(batches).toHaveLength(1))
  })

  it('that sends more than the limit at once is closed', async () => {
    const client: Socket = await connected()

    client.emit('subscribe', 'x'.repeat(LIVE_MESSAGE_BYTES + 1))

    await vi.waitFor(() => expect(client.connected).toBe(false))
  })

  it('that sends too often is closed', async () => {
    const client: Socket = await connected()

    for (let round = 0; round < 50; round++) client.emit('hello')

    await vi.waitFor(() => expect(client.connected).toBe(false))
  })

  it('is dropped when the server closes, as by an outage, and comes back to the next server', async () => {
    const closing = await createTestApp({database: test.database})
    await closing.app.listen({port: 0, host: '127.0.0.1'})
    const client = await connected(originOf(closing.app).origin)
    const reason = new Promise(resolve => client.on('disconnect', resolve))

    await closing.close()

    expect(await reason).toBe('transport close')
    expect(client.active).toBe(true)
  })
})

const CROWD = IS_QUICK ? 200 : 1000

it(`takes ${CROWD} clients that come at once`, async () => {
  const sessions: Cookies[] = []
  for (let session = 0; session < CROWD / 40; session++) sessions.push(await signIn(test.app, 'plant@t.test'))
  const subscribed = new Set<number>()
  for (let index = 0; index < CROWD; index++) {
    const client = openSocket(origin, sessions[index % sessions.length] ?? {})
    // A client that had to wait too long for a busy server reconnects.
    client.on('disconnect', () => subscribed.delete(index))
    client.on('connect', async () => {
      const answer = await subscribe(client, [pump.id, crane.id]).catch(() => undefined)
      if (answer !== undefined && client.connected) subscribed.add(index)
    })
  }

  await expect.poll(() => subscribed.size).toBe(CROWD)
})

const connected = (to = origin) => connectSocket(to, signedIn)

/** Returns the answer to a client that may not open a socket. */
async function refusal(headers: Record<string, string>): Promise<unknown> {
  const response = await fetch(`${origin}/socket.io/?EIO=4&transport=polling`, {headers})
  return response.json()
}

function collect(client: Client): LiveTelemetry[] {
  const batches: LiveTelemetry[] = []
  client.on('telemetry', batch => batches.push(...batch))
  return batches
}

const subscribe = (client: Client, ids: string[], isPaced = false) =>
  client.emitWithAck('subscribe', {device_ids: ids, is_paced: isPaced})

const ask = (client: Socket, event: string, body: unknown): Promise<unknown> => client.emitWithAck(event, body)

async function post(device: SeededDevice, values: object) {
  const response = await test.app.inject({
    method: 'POST',
    url: `/api/v1/${device.name}-token/telemetry`,
    body: values,
  })
  expect(response.statusCode).toBe(200)
}
