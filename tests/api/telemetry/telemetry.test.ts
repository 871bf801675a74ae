import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {plainValue} from '../../../contract/rules/series/point'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import {attribute} from '../../../server/database/schema/attribute'
import type {Http} from '../../../src/api/http'
import {loadDevices} from '../../../src/api/telemetry/devices'
import {loadThresholdsOfMany, loadUnitsOfMany} from '../../../src/api/telemetry/keySettings'
import {loadOverview} from '../../../src/api/telemetry/overview'
import {loadKeys, loadLatest, loadLatestOfMany, loadPoints} from '../../../src/api/telemetry/telemetry'
import {telemetryOf} from '../../../src/api/telemetry/telemetryOf'
import {failureOf} from '../../../src/domain/failure'
import {createTestApp, seedDevice, seedOrganisation, seedUser, type TestApp} from '../../support/app'
import {PULSEWALL} from '../../support/offer'
import {createHttpTo} from '../anyServer'
import {signedInHttp} from '../signedIn'

const MINUTE = 60_000
const EMAIL = 'plant@works.test'
const ODD_KEY = 'Ölstand / 100 %, "links" 🌡'

interface World {
  server: TestApp
  organisationId: string
  boiler: string
  pump: string
  http: Http
  start: number
}

/** Two devices of one organisation and one of another; the boiler has sent a value a minute for three minutes. */
async function createWorld(additions: boolean): Promise<World> {
  const server = await createTestApp({additions})
  const organisationId = await seedOrganisation(server.database)
  const foreign = await seedOrganisation(server.database, 'Elsewhere')
  const boiler = await seedDevice(server.database, {name: 'Boiler', label: 'hall 1', type: 'boiler', organisationId})
  const pump = await seedDevice(server.database, {name: 'Pump', organisationId})
  await seedDevice(server.database, {name: 'Foreign', organisationId: foreign})
  await seedUser(server.database, {email: EMAIL, authority: 'ORGANISATION_ADMIN', organisationId})
  const start = server.clock.now - 10 * MINUTE
  const values = [
    {temperature: 20.5, running: true, [ODD_KEY]: 3},
    {temperature: 21.5, mode: 'eco'},
    {temperature: 24, alarm: {code: 7}},
  ]
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/v1/Boiler-token/telemetry',
    body: values.map((each, index) => ({ts: start + index * MINUTE, values: each})),
  })
  expect(response.statusCode).toBe(200)
  await server.database.db.insert(attribute).values({
    entityType: 'device',
    entityId: boiler.id,
    organisationId,
    lastUpdateTs: 0,
    scope: ATTRIBUTE_SCOPES.shared,
    key: 'units',
    jsonV: {temperature: 'K'},
  })
  const http = await signedInHttp(server, EMAIL)
  return {server, organisationId, boiler: boiler.id, pump: pump.id, http, start}
}

describe.each([
  {kind: 'all additions', additions: true},
  {kind: 'the calls of the specification only', additions: false},
])('on a server with $kind', ({additions}) => {
  let world: World
  const question = () => ({
    deviceId: world.boiler,
    key: 'temperature',
    start: world.start,
    end: world.start + 5 * MINUTE,
    aggregation: 'none' as const,
    windowMinutes: 30,
    zone: 'UTC',
  })
  const telemetry = () => telemetryOf(world.http, additions ? PULSEWALL : 'specified')
  beforeAll(async () => {
    world = await createWorld(additions)
  })
  afterAll(() => world.server.close())

  it('lists the devices of the organisation, still without keys', async () => {
    const devices = await loadDevices(world.http, {organisationId: world.organisationId})
    expect(devices).toEqual([
      {
        id: world.boiler,
        name: 'Boiler',
        label: 'hall 1',
        type: 'boiler',
        keys: [],
        isRead: false,
        customerId: null,
        organisationId: world.organisationId,
      },
      {
        id: world.pump,
        name: 'Pump',
        label: null,
        type: null,
        keys: [],
        isRead: false,
        customerId: null,
        organisationId: world.organisationId,
      },
    ])
    expect(await loadDevices(world.http, {organisationId: null})).toEqual(devices)
  })

  it('names the keys of a device', async () => {
    expect(await loadKeys(world.http, {deviceId: world.boiler})).toEqual([
      'alarm',
      'mode',
      'running',
      'temperature',
      ODD_KEY,
    ])
    expect(await loadKeys(world.http, {deviceId: world.pump})).toEqual([])
  })

  it('reads the latest value of each key, of every type, and that a key has none', async () => {
    const receivedAt = additions ? world.server.clock.now : null
    const keys = ['alarm', 'mode', 'running', 'temperature', ODD_KEY, 'none']
    const {readings, failure} = await loadLatest(world.http, {deviceId: world.boiler, keys})
    expect([Object.fromEntries(readings), failure]).toEqual([
      {
        alarm: {value: '{"code":7}', ts: world.start + 2 * MINUTE, receivedAt},
        mode: {value: 'eco', ts: world.start + MINUTE, receivedAt},
        running: {value: true, ts: world.start, receivedAt},
        temperature: {value: 24, ts: world.start + 2 * MINUTE, receivedAt},
        [ODD_KEY]: {value: 3, ts: world.start, receivedAt},
        none: null,
      },
      null,
    ])
  })

  it('reads a series of any key', async () => {
    const {points} = await telemetry().series(question())
    expect(points).toEqual([20.5, 21.5, 24].map((value, index) => ({ts: world.start + index * MINUTE, value})))
    const odd = await telemetry().series({...question(), key: ODD_KEY})
    expect(odd.points).toEqual([{ts: world.start, value: 3}])
    expect(await loadPoints(world.http, question())).toEqual(points)
  })

  it('is empty for a key without points', async () => {
    expect((await telemetry().series({...question(), key: 'none'})).points).toEqual([])
  })

  it('fails as calls do for a device out of reach', async () => {
    const unknown = '019a0000-0000-7000-8000-000000000000'
    const error: unknown = await loadKeys(world.http, {deviceId: unknown}).catch((thrown: unknown) => thrown)
    expect(failureOf(error)).toMatchObject({kind: 'refused', status: 404, serverMessage: 'Device not found.'})
  })

  it('says what it has done to a series', async () => {
    const {points, aggregation, total, gaps} = await telemetry().series({...question(), aggregation: 'average'})
    expect({points, aggregation, total, gaps}).toEqual(
      additions
        ? {points: [{ts: world.start, value: 22}], aggregation: 'average', total: 3, gaps: []}
        : {
            points: [20.5, 21.5, 24].map((value, index) => ({ts: world.start + index * MINUTE, value})),
            aggregation: null,
            total: null,
            gaps: null,
          },
    )
  })

  it.runIf(additions)('reads between which values the points of an average lie, when it asks for it', async () => {
    const asked = {...question(), aggregation: 'average'} as const
    expect((await telemetry().series({...asked, hasDetails: true})).envelope).toEqual([
      {from: world.start, to: world.start + asked.windowMinutes * MINUTE, min: 20.5, max: 24},
    ])
    expect((await telemetry().series(asked)).envelope).toBeUndefined()
  })

  it.runIf(additions)('reads the latest values of all devices in one call', async () => {
    const readings = await loadLatestOfMany(world.http, {organisationId: world.organisationId})
    expect([...readings.keys()]).toEqual([world.boiler])
    expect(readings.get(world.boiler)?.get('temperature')).toEqual({
      value: 24,
      ts: world.start + 2 * MINUTE,
      receivedAt: world.server.clock.now,
    })
  })

  it.runIf(additions)('reads the devices with what is known of each in one call', async () => {
    const {http, organisationId} = world
    const [devices, readings, units, thresholds] = await Promise.all([
      loadDevices(http, {organisationId}),
      loadLatestOfMany(http, {organisationId}),
      loadUnitsOfMany(http),
      loadThresholdsOfMany(http),
    ])
    const overview = await loadOverview(http, {organisationId})
    const byName = (one: {name: string}, other: {name: string}) => (one.name < other.name ? -1 : 1)
    expect(overview.devices.toSorted(byName)).toEqual(devices.toSorted(byName))
    expect(overview).toMatchObject({readings, settings: {units, thresholds}})
    expect(units.byDevice.get(world.boiler)).toEqual(new Map([['temperature', 'K']]))
  })

  it('reads the statistics, or derives them from the points', async () => {
    const {lastHour} = await telemetry().statistics({deviceId: world.boiler, key: 'temperature', zone: 'UTC'})
    expect(lastHour).toEqual({sum: 66, events: 1, average: 22, min: 20.5, max: 24})
  })

  it('reads the units that hold for a device', async () => {
    const owners = {organisationId: world.organisationId, customerId: null, watchedDeviceId: world.boiler}
    const {units} = await telemetry().keySettings(owners)
    expect(units).toEqual({ofAll: new Map(), byDevice: new Map([[world.boiler, new Map([['temperature', 'K']])]])})
  })
})

describe('the latest values of a server of any make', () => {
  const ask = async (answers: Record<string, [status: number, body: string]>) => {
    const asked: string[] = []
    const {http} = await createHttpTo((request, response) => {
      const key = request.url?.split('/').at(-1) ?? ''
      asked.push(key)
      const [status, body] = answers[key] ?? [404, '']
      response.writeHead(status, {'content-type': 'application/json'}).end(body)
    })
    const {readings, failure} = await loadLatest(http, {deviceId: 'd', keys: ['a', 'b', 'c']})
    return {asked, readings: Object.fromEntries(readings), failure: failure?.status}
  }

  it('are read as far as they can be: a key that is refused costs no other', async () => {
    expect(await ask({a: [500, ''], b: [200, '{"dbl_v":1.5}'], c: [200, '{"dbl_v":null}']})).toEqual({
      asked: ['a', 'b', 'c'],
      readings: {b: {value: 1.5, ts: null, receivedAt: null}, c: null},
      failure: 500,
    })
  })

  it('are not asked for any further once the server is away', async () => {
    expect(await ask({a: [200, '{"dbl_v":1,"ts":5}'], b: [503, ''], c: [200, '{"dbl_v":1}']})).toEqual({
      asked: ['a', 'b'],
      readings: {a: {value: 1, ts: 5, receivedAt: null}},
      failure: 503,
    })
  })
})

describe('a value on the wire', () => {
  it.each([
    [{dbl_v: 1.5}, 1.5],
    [{long_v: 0}, 0],
    [{int_v: 7}, 7],
    [{bool_v: false, dbl_v: 0}, false],
    [{value: 3}, 3],
    [{value: 'x'}, 'x'],
    [{str_v: ''}, ''],
    [{dbl_v: null, str_v: 'on'}, 'on'],
    [{json_v: [1]}, '[1]'],
    [{dbl_v: null}, null],
    [{}, null],
  ])('%j is %j', (wire, value) => {
    expect(plainValue(wire)).toEqual(value)
  })
})
