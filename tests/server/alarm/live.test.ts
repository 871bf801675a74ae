import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest'
import type {AlarmWire} from '../../../contract/wire/alarm'
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
import {untilJoined} from '../../support/joined'
import {hasRedis, startRedis, type TestRedis} from '../../support/redis'
import {openSocket} from '../../support/socket'

let test: TestApp
let plant: Cookies
let organisationId: string

const THRESHOLD = {warning: {above: 5}, critical: {above: 8}, clear: 1}
const thresholds = () => `/api/v0/attribute/organisation/${organisationId}/2/thresholds`

beforeAll(async () => {
  test = await createTestApp()
  const {app, database} = test
  organisationId = await seedOrganisation(database)
  await seedDevice(database, {name: 'pump', organisationId})
  await seedDevice(database, {name: 'crane', organisationId})
  await seedUser(database, {email: 'plant@t.test', authority: 'ORGANISATION_ADMIN', organisationId})
  plant = await signIn(app, 'plant@t.test')
  await app.listen({port: 0, host: '127.0.0.1'})
  const body = {json_v: {load: THRESHOLD}}
  expect((await app.inject({method: 'PUT', url: thresholds(), body, cookies: plant})).statusCode).toBe(201)
})
afterAll(() => test.close())

/** The alarms that a screen knows, each in its last received state. */
async function watch(of = test) {
  const socket = openSocket(originOf(of.app).origin, plant)
  const known = new Map<string, AlarmWire>()
  function keep(alarms: readonly AlarmWire[]) {
    for (const alarm of alarms)
      if (alarm.version >= (known.get(alarm.device_name)?.version ?? 0)) known.set(alarm.device_name, alarm)
  }
  socket.on('alarms', keep)
  // A server makes its sockets reconnect when its connection to Redis has come up; they fetch what they have missed.
  await new Promise<void>(resolve =>
    socket.on('connect', async () => {
      await socket.emitWithAck('watchAlarms')
      keep((await of.app.inject({url: '/api/v0/alarm', cookies: plant})).json().items)
      resolve()
    }),
  )
  const shown = (name: string) => {
    const {standing, severity, occurrence} = known.get(name) ?? {}
    return [standing, severity, occurrence?.peak, occurrence?.acknowledged_by]
  }
  return {known, shown}
}

async function post(load: number, name = 'pump', to = test) {
  test.clock.now += 1000
  const response = await to.app.inject({method: 'POST', url: `/api/v1/${name}-token/telemetry`, body: {load}})
  expect(response.statusCode).toBe(200)
}

const shows = (screen: {shown(name: string): unknown}, alarm: unknown[], name = 'pump') =>
  vi.waitFor(() => expect(screen.shown(name)).toEqual(alarm))

it('an alarm comes to every screen, from the value that raises it to its return', async () => {
  const [one, other] = [await watch(), await watch()]
  await post(1)

  await post(6)
  await shows(one, ['unacknowledged', 'warning', 6, null])
  const [id] = [...one.known.values()].map(({_id}) => _id)
  const url = `/api/v0/alarm/${id}/acknowledge`
  const acknowledged = await test.app.inject({method: 'POST', url, body: {version: 2}, cookies: plant})
  expect([acknowledged.statusCode, acknowledged.json().standing]).toEqual([200, 'acknowledged'])
  await shows(other, ['acknowledged', 'warning', 6, 'plant@t.test'])

  await post(9)
  await shows(other, ['unacknowledged', 'critical', 9, 'plant@t.test'])
  await post(2)
  await shows(other, ['returnedUnacknowledged', null, 9, 'plant@t.test'])
  expect(one.known.get('pump')).toEqual(other.known.get('pump'))
  const listed = await test.app.inject({url: '/api/v0/alarm', cookies: plant})
  expect(listed.json().items).toEqual([other.known.get('pump')])
})

it('an alarm comes to every screen when its instructions alone are other ones', async () => {
  const screen = await watch()
  await post(9, 'crane')
  await shows(screen, ['unacknowledged', 'critical', 9, null], 'crane')
  const body = {json_v: {load: {...THRESHOLD, runbook: 'Call Ada.'}}}
  expect((await test.app.inject({method: 'PUT', url: thresholds(), body, cookies: plant})).statusCode).toBe(200)
  await vi.waitFor(() => expect(screen.known.get('crane')?.threshold).toMatchObject({runbook: 'Call Ada.'}))
  expect(screen.shown('crane')).toEqual(['unacknowledged', 'critical', 9, null])
})

if (!hasRedis) console.warn('Alarms of servers joined by Redis are not tested: there is no /usr/bin/redis-server.')

describe.skipIf(!hasRedis)('two servers joined by Redis', () => {
  let redis: TestRedis
  let first: TestApp
  let second: TestApp

  beforeAll(async () => {
    redis = await startRedis()
    first = await createTestApp({redisUrl: redis.url, database: test.database})
    second = await createTestApp({redisUrl: redis.url, database: test.database})
    for (const {app} of [first, second]) await app.listen({port: 0, host: '127.0.0.1'})
    await untilJoined(redis, 2)
  })
  afterAll(async () => {
    await second.close()
    await first.close()
    await redis.stop()
  })

  it('show an alarm that one of them raises on the screens of both', async () => {
    const [here, there] = [await watch(first), await watch(second)]

    await post(9, 'crane', first)
    await shows(here, ['unacknowledged', 'critical', 9, null], 'crane')
    await shows(there, ['unacknowledged', 'critical', 9, null], 'crane')
  })
})
