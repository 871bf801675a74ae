import {createServer, request as send} from 'node:http'
import {afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi} from 'vitest'
import {SESSION_SOCKETS} from '../../../server/live/crowds'
import {createLiveSockets} from '../../../src/api/telemetry/liveSocket'
import {readPushedStatistics} from '../../../src/api/telemetry/telemetry'
import type {LiveSocket} from '../../../src/domain/telemetry/readings/live'
import type {TelemetryUpdate} from '../../../src/domain/telemetry/readings/update'
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
import {portOf} from '../../support/portOf'

const EMAIL = 'admin@works.test'
let server: TestApp
let origin: string
let deviceId: string
let organisationId: string
const sockets: LiveSocket[] = []

beforeAll(async () => {
  server = await createTestApp()
  await seedUser(server.database, {email: EMAIL})
  organisationId = await seedOrganisation(server.database)
  deviceId = (await seedDevice(server.database, {name: 'pump', organisationId})).id
  origin = await server.app.listen({port: 0, host: '127.0.0.1'})
})
afterAll(() => server.close())
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

function openSocket(cookies: Cookies | null, apiBase = origin) {
  const told: string[] = []
  const telemetry: TelemetryUpdate[] = []
  const open = createLiveSockets({
    apiBase,
    ...(cookies === null ? {} : {headers: {cookie: cookieHeader(cookies)}}),
  })
  const socket = open({
    opened: () => told.push('opened'),
    telemetry: updates => telemetry.push(...updates),
    attributes: () => {},
    alarms: () => {},
    alarmsMoved: () => told.push('alarmsMoved'),
    statistics: ({of}) => told.push(`statistics of ${of.key}`),
    devices: ({devices, goneIds}) => told.push(`${devices.map(({name}) => name)} -${goneIds.length}`),
    keySettingsChanged: () => told.push('keySettingsChanged'),
    unusual: changes => told.push(...changes.map(({key, since}) => `${key} unusual since ${since}`)),
    closed: () => told.push('closed'),
    rejected: () => told.push('rejected'),
    crowded: () => told.push('crowded'),
    sessionEnded: () => told.push('sessionEnded'),
  })
  sockets.push(socket)
  return {socket, told, telemetry}
}

async function openedSocket() {
  const cookies = await signIn(server.app, EMAIL)
  const world = openSocket(cookies)
  await vi.waitFor(() => expect(world.told).toEqual(['opened']))
  return {...world, cookies}
}

describe('a socket', () => {
  it('brings what the subscribed devices send', async () => {
    const {socket, telemetry} = await openedSocket()
    expect(await socket.subscribe([deviceId], 'atOnce')).toEqual([])
    await server.app.inject({method: 'POST', url: '/api/v1/pump-token/telemetry', body: {ts: 5, values: {rpm: 7}}})
    await vi.waitFor(() => expect(telemetry).toHaveLength(1))
    expect(telemetry[0]).toEqual({
      deviceId,
      receivedAt: expect.any(Number),
      points: [{key: 'rpm', ts: 5, value: 7}],
    })
  })

  it('brings the newest values of many devices at a pace', async () => {
    const {socket, telemetry} = await openedSocket()
    expect(await socket.subscribe([deviceId], 'steady')).toEqual([])
    for (const rpm of [1, 2, 3]) {
      await server.app.inject({method: 'POST', url: '/api/v1/pump-token/telemetry', body: {rpm}})
    }
    await vi.waitFor(() => expect(telemetry.at(-1)?.points).toMatchObject([{key: 'rpm', value: 3}]))
    expect(telemetry.length).toBeLessThanOrEqual(3)
  })

  it.each(['atOnce', 'steady'] as const)('brings what all within reach send, %s', async pace => {
    const {socket, telemetry} = await openedSocket()
    expect(await socket.subscribe({organisationId}, pace)).toEqual([])
    await server.app.inject({method: 'POST', url: '/api/v1/pump-token/telemetry', body: {rpm: 7}})
    await vi.waitFor(() => expect(telemetry).toMatchObject([{deviceId, points: [{key: 'rpm', value: 7}]}]))
  })

  it('tells which devices are not served', async () => {
    const {socket} = await openedSocket()
    const stranger = '0198c1de-0000-7000-8000-000000000000'
    expect(await socket.subscribe([deviceId, stranger], 'atOnce')).toEqual([stranger])
  })

  it('takes a list that is too long for one message', async () => {
    const {socket, telemetry} = await openedSocket()
    const strangers = Array.from(
      {length: 2000},
      (_, index) => `0198c1de-0000-7000-8000-${String(index).padStart(12, '0')}`,
    )
    expect(await socket.subscribe([deviceId, ...strangers], 'atOnce')).toEqual(strangers)
    await server.app.inject({method: 'POST', url: '/api/v1/pump-token/telemetry', body: {rpm: 8}})
    await vi.waitFor(() => expect(telemetry).toHaveLength(1))
  })

  it('fails a subscription that the server can’t make', async () => {
    const {socket} = await openedSocket()
    await expect(socket.subscribe(['no id'], 'atOnce')).rejects.toThrow('device_ids must be a list of device ids.')
  })

  it('is rejected without an access token', async () => {
    const {told} = openSocket(null)
    await vi.waitFor(() => expect(told).toEqual(['rejected']))
  })

  it('goes by requests where a proxy lets no WebSocket through, and is rejected there, too', async () => {
    const proxied = await throughProxy()
    const world = openSocket(await signIn(server.app, EMAIL), proxied)
    await vi.waitFor(() => expect(world.told).toEqual(['opened']))
    expect(await world.socket.subscribe([deviceId], 'atOnce')).toEqual([])

    const {told} = openSocket({accessToken: 'worthless', refreshToken: ''}, proxied)
    await vi.waitFor(() => expect(told).toEqual(['rejected']))
  })

  it('is told when its session has as many as it may', async () => {
    const {cookies} = await openedSocket()
    const others = Array.from({length: SESSION_SOCKETS - 1}, () => openSocket(cookies))
    for (const {told} of others) await vi.waitFor(() => expect(told).toEqual(['opened']))
    const {told} = openSocket(cookies)
    await vi.waitFor(() => expect(told).toEqual(['crowded']))
  })

  it('is closed, and not rejected, while the session can’t be looked up', async () => {
    const cookies = await signIn(server.app, EMAIL)
    await server.database.pool.query('alter table token rename to gone')
    onTestFinished(async () => void (await server.database.pool.query('alter table gone rename to token')))
    const {told} = openSocket(cookies)
    await vi.waitFor(() => expect(told).toEqual(['closed']))
  })

  it('is closed when nobody listens', async () => {
    const {told} = openSocket(null, 'http://127.0.0.1:9')
    await vi.waitFor(() => expect(told).toEqual(['closed']))
  })

  it('tells that the session ended elsewhere, then its close', async () => {
    const {told, cookies} = await openedSocket()
    await server.app.inject({method: 'POST', url: '/api/v0/auth/logout', cookies})
    await vi.waitFor(() => expect(told).toEqual(['opened', 'sessionEnded', 'closed']))
  })

  it('tells, once it watches alarms, that devices were removed', async () => {
    const {socket, told} = await openedSocket()
    await socket.watchAlarms(() => [])
    const {id} = await seedDevice(server.database, {name: 'gone', organisationId})
    const cookies = await signIn(server.app, EMAIL)
    await server.app.inject({method: 'DELETE', url: `/api/v0/device/${id}`, cookies})
    await vi.waitFor(() => expect(told).toEqual(['opened', 'alarmsMoved']))
  })

  it('tells, once all within reach are subscribed, what becomes of them and of what holds for their keys', async () => {
    const {socket, told, cookies} = await openedSocket()
    const call = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body: object = {}) =>
      (await server.app.inject({method, url: `/api/v0/${url}`, cookies, body})).json()
    await socket.subscribe({organisationId}, 'steady')
    const {_id: id} = await call('POST', 'device', {name: 'new', organisation_id: organisationId})
    await vi.waitFor(() => expect(told).toEqual(['opened', 'new -0']))
    await call('PUT', `device/${id}`, {name: 'renamed'})
    await call('PUT', `attribute/organisation/${organisationId}/2/thresholds`, {json_v: {rpm: {warning: {above: 1}}}})
    await call('PUT', `attribute/organisation/${organisationId}/2/notes`, {str_v: 'none of them'})
    await server.app.inject({method: 'DELETE', url: `/api/v0/device/${id}`, cookies})
    await vi.waitFor(() => expect(told).toEqual(['opened', 'new -0', 'renamed -0', 'keySettingsChanged', ' -1']))
  })

  it('brings the statistics of the series that it watches when they are due', async () => {
    vi.useFakeTimers({toFake: ['setInterval', 'clearInterval']})
    onTestFinished(() => void vi.useRealTimers())
    const other = await createTestApp({database: server.database})
    onTestFinished(() => other.close())
    other.clock.now = Date.parse('2026-01-14T09:59:30Z')
    const apiBase = await other.app.listen({port: 0, host: '127.0.0.1'})
    const {socket, told} = openSocket(await signIn(other.app, EMAIL), apiBase)
    const pushed: unknown[] = []
    const watch = (key: string) => {
      const read = (news: unknown) => {
        pushed.push(news)
        return readPushedStatistics(news)
      }
      socket.watchStatistics({deviceId, key, zone: 'Europe/Berlin', read})
    }
    await vi.waitFor(() => expect(told).toEqual(['opened']))
    const body = {ts: other.clock.now - 1000, values: {load: 7}}
    await other.app.inject({method: 'POST', url: '/api/v1/pump-token/telemetry', body})

    watch('speed')
    watch('load')
    await socket.subscribe([], 'atOnce')
    other.clock.now += 31_000
    // The socket looks up its subscriptions meanwhile, so the time may come before it.
    await vi.waitFor(() => {
      vi.advanceTimersByTime(1000)
      other.clock.now += 600_000
      expect(told).toContain('statistics of load')
    })

    expect(told).not.toContain('statistics of speed')
    expect(pushed[0]).toMatchObject({device_id: deviceId, key: 'load', statistics: {thisWeek: {sum: 7}}})
  })

  it.each([null, 7, {device_id: 'pump'}])('reads no statistics from %j', news => {
    expect(readPushedStatistics(news)).toBeUndefined()
  })

  it('says nothing after it was closed from here', async () => {
    const {socket, told} = await openedSocket()
    socket.close()
    await vi.waitFor(async () => expect(await socketsOf(server)).toBe(0))
    expect(told).toEqual(['opened'])
  })

  it('closed before it opened says nothing at all', async () => {
    const {socket, told} = openSocket(await signIn(server.app, EMAIL))
    socket.close()
    const later = await openedSocket()
    expect([told, later.told]).toEqual([[], ['opened']])
  })
})

/** A proxy that passes requests on, and knows no upgrade. */
async function throughProxy(): Promise<string> {
  const proxy = createServer((request, response) => {
    const {upgrade: _upgrade, ...headers} = request.headers
    headers.connection = 'close'
    const passed = send(`${origin}${request.url}`, {method: request.method ?? 'GET', headers, agent: false}, answer =>
      answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)),
    )
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  onTestFinished(() => proxy.closeAllConnections())
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${portOf(proxy)}`
}

const socketsOf = ({app}: TestApp) =>
  new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
