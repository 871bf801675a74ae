import {randomUUID} from 'node:crypto'
import {createServer} from 'node:http'
import {fileTypeFromBuffer} from 'file-type'
import {afterEach, beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest'
import {DEMO_PASSWORD} from '../../../contract/limits'
import {ALARM_ROUTES_ATTRIBUTE, alarmRoutesFrom} from '../../../contract/rules/alarmRoutes'
import type {EpochMs} from '../../../contract/wire/common'
import type {LatestWire} from '../../../contract/wire/telemetry/telemetry'
import {createPastAlarms} from '../../../server/alarm/evaluation/past'
import {DEMO_ACCOUNTS} from '../../../server/demo/content/accounts'
import {findMembers, type Member} from '../../../server/demo/content/members'
import {HARBOUR_WORKS, LUMEN_MEDIA, NORTHGATE_NOC} from '../../../server/demo/content/organisations'
import {COFFEE_HOUR} from '../../../server/demo/content/videos'
import {fillFirstScreens, fillHistory, type PointsOf} from '../../../server/demo/history'
import {createDeviceClient} from '../../../server/demo/post'
import {seedDemo} from '../../../server/demo/seed'
import {startDemo} from '../../../server/demo/startDemo'
import {openFiles} from '../../../server/files/openFiles'
import {SILENT} from '../../../server/log/log'
import {realTime} from '../../../server/scheduler'
import {createKeyIds} from '../../../server/telemetry/ingest/keyIds'
import {createTestApp, signIn, type TestApp} from '../../support/app'
import {expectDaysFirst} from '../../support/locks'

const NOW = Date.parse('2026-06-17T12:00:30Z')
const DAY = 86_400_000
let test: TestApp

beforeEach(async () => {
  test = await createTestApp()
})
afterEach(() => test.close())

const one = async (sql: string) => (await test.database.pool.query({text: sql, rowMode: 'array'})).rows[0]

describe('seedDemo', () => {
  it('stores the accounts, organisations, customers, assets, devices and attributes once', async () => {
    await seedDemo(test.database, await openFiles(test), NOW)
    const all = `select (select count(*)::int from organisation), (select count(*)::int from customer), (select count(*)::int from asset),
      (select count(*)::int from "user"), (select count(*)::int from device), (select count(*)::int from device_credentials),
      (select count(*)::int from attribute)`
    const first = await one(all)
    expect(first).toEqual([4, 4, 20, 6, 226, 226, 1592])
    await seedDemo(test.database, await openFiles(test), NOW + DAY)
    expect(await one(all)).toEqual(first)
  })

  it.each([
    ['the NOC', NORTHGATE_NOC, 'noc@demo.test'],
    ['the screens', LUMEN_MEDIA, 'media@demo.test'],
  ])('tells an account of the alarms of %s, by a route that can be applied', async (_, organisationId, address) => {
    await seedDemo(test.database, await openFiles(test), NOW)
    const kept = await one(
      `select json_v from attribute where key = '${ALARM_ROUTES_ATTRIBUTE}' and entity_id = '${organisationId}'`,
    )
    const {routes, faults} = alarmRoutesFrom(kept?.[0])
    expect([routes.map(({targets}) => targets), faults]).toEqual([[[{kind: 'email', address}]], []])
  })

  it('lets every account sign in and see the devices within its reach', async () => {
    await seedDemo(test.database, await openFiles(test), NOW)
    const seen = await Promise.all(
      DEMO_ACCOUNTS.map(async ({email}) => {
        const cookies = await signIn(test.app, email, DEMO_PASSWORD)
        return [email, (await test.app.inject({url: '/api/v0/device', cookies})).json().length]
      }),
    )
    expect(seen).toEqual([
      ['admin@demo.test', 226],
      ['plant@demo.test', 13],
      ['customer@demo.test', 4],
      ['user@demo.test', 4],
      ['noc@demo.test', 201],
      ['media@demo.test', 8],
    ])
  })

  it('leaves a database alone that has organisations of its own', async () => {
    await test.database.pool.query(`insert into organisation (id, title, created_at) values ($1, 'Own', 0)`, [
      randomUUID(),
    ])
    await seedDemo(test.database, await openFiles(test), NOW)
    expect(await one('select count(*)::int from organisation')).toEqual([1])
  })
})

it('stores real videos with thumbnails, which screens list in their playlists', async () => {
  await seedDemo(test.database, await openFiles(test), NOW)
  const cookies = await signIn(test.app, 'media@demo.test', DEMO_PASSWORD)
  const {items} = (await test.app.inject({url: '/api/v0/digitalAssets', cookies})).json()
  expect(items).toHaveLength(5)
  for (const {_id, content_type, size, thumbnail_url} of items) {
    const {url} = (await test.app.inject({url: `/api/v0/digitalAssets/${_id}/file-url`, cookies})).json()
    const file = await test.app.inject({url})
    expect((await fileTypeFromBuffer(file.rawPayload))?.mime).toBe(content_type)
    expect(file.rawPayload.length).toBe(size)
    expect((await test.app.inject({url: thumbnail_url})).headers['content-type']).toBe('image/jpeg')
  }
  const url = '/api/v0/attribute/device/values?keys=playlist,heartbeat'
  const attributes: {attributeKey: string}[] = (await test.app.inject({url, cookies})).json()
  expect(attributes.map(({attributeKey}) => attributeKey).sort()).toEqual([
    'heartbeat',
    ...new Array(8).fill('playlist'),
  ])
})

describe('fillHistory', () => {
  const never = new AbortController().signal

  /** Seeds a few devices in place of the fleet. */
  async function fewMembers(...keys: string[]) {
    await seedDemo(test.database, await openFiles(test), NOW)
    return (await findMembers(test.database)).filter(({key}) => keys.includes(key))
  }
  const stored = () => one('select count(*)::int, min(ts)::float8, max(ts)::float8 from telemetry')

  it('fills eight days up to now, and does nothing a second time', async () => {
    const members = await fewMembers('library-screen')
    await fillHistory(test.database, members, NOW, never)
    const first = await stored()
    const minute = NOW - 30_000
    expect(first?.slice(1)).toEqual([minute - 8 * DAY, minute - 60_000])
    await fillHistory(test.database, members, NOW + DAY, never)
    expect(await stored()).toEqual(first)
  })

  it('fills what the first screens show before anything else, for all eight days', async () => {
    const members = await fewMembers('bilge-pump-1', 'bilge-pump-2', 'intake-pump')
    await fillFirstScreens(test.database, members, NOW)
    const {rows} = await test.database.pool.query(
      `select additional_info ->> 'demo' as device, (max(ts) - min(ts)) / ${DAY} as days
       from telemetry join device on number = device_number group by 1`,
    )
    expect(rows).toEqual([{device: 'bilge-pump-1', days: '7'}])
    await fillHistory(test.database, members, NOW, never)
    const whole = await stored()
    expect(whole?.slice(1)).toEqual([NOW - 30_000 - 8 * DAY, NOW - 90_000])
  })

  it('keeps the alarms that it would have raised, which someone acknowledged, once', async () => {
    const members = await fewMembers('intake-pump', 'slipway-winch-pump', 'cork-power')
    const {database} = test
    const findKeyIds = createKeyIds(database).find
    const past = createPastAlarms({database, findKeyIds, now: () => NOW})
    const record = ({number}: Member, pointsOf: PointsOf) =>
      past.record(number, pointsOf, {by: 'plant@demo.test', after: 300_000})
    await fillHistory(database, members, NOW, never, record)

    const {rows} = await database.pool.query(
      `select additional_info ->> 'demo' as device, kind, standing, count(*)::int as raised,
         count(*) filter (where acknowledged_by = 'plant@demo.test')::int as acknowledged
       from alarm_occurrence join alarm on alarm.id = alarm_id join device on device.id = device_id
       group by 1, 2, 3 order by 1, 2`,
    )
    const of = (device: string, kind: string) => rows.find(row => row.device === device && row.kind === kind)
    expect(of('intake-pump', 'value').raised).toBeGreaterThan(20)
    expect(of('intake-pump', 'value').acknowledged).toBeGreaterThan(15)
    expect(of('cork-power', 'value').raised).toBeGreaterThan(2)
    expect(of('slipway-winch-pump', 'silence')).toMatchObject({standing: 'acknowledged', raised: 1, acknowledged: 1})
    for (const {number} of members) await past.record(number, () => [{ts: NOW, value: 9}], {by: '', after: 0})
    expect((await database.pool.query('select count(*)::int as raised from alarm_occurrence')).rows).toEqual([
      {raised: rows.reduce((sum, {raised}) => sum + raised, 0)},
    ])
  })

  it('goes on after an interruption with the same history', async () => {
    const members = await fewMembers('library-screen', 'town-hall-screen')
    const interruption = new AbortController()
    const interrupting = members.map(member => ({
      ...member,
      profile: (seed: number) =>
        Object.fromEntries(
          Object.entries(member.profile?.(seed) ?? {}).map(([key, signal]) => [
            key,
            (ts: EpochMs) => {
              interruption.abort()
              return signal(ts)
            },
          ]),
        ),
    }))
    await fillHistory(test.database, interrupting, NOW, interruption.signal)
    const interrupted = await stored()
    await fillHistory(test.database, members, NOW + 3_600_000, never)
    const complete = await stored()
    expect([interrupted?.[0] > 0, interrupted?.[0] < complete?.[0]]).toEqual([true, true])
    expect(complete?.slice(1)).toEqual([NOW - 30_000 - 8 * DAY, NOW - 90_000])
  })

  it('crosses the event threshold both ways, has types, gaps, a silent device and nothing of this machine', async () => {
    const members = await fewMembers(
      'intake-pump',
      'bilge-pump-2',
      'slipway-winch-pump',
      'library-screen',
      'this-machine',
    )
    await fillHistory(test.database, members, NOW, never)
    const {rows} = await test.database.pool.query(
      `select additional_info ->> 'demo' as device, telemetry_key.name as key, count(*)::int as points,
         min(value) as low, max(value) as high, max(kind) as kind, ($1 - max(ts)) / 60000 as age
       from telemetry join telemetry_key on telemetry_key.id = key_id join device on number = device_number
       group by 1, 2`,
      [NOW],
    )
    const of = (device: string, key: string) => rows.find(row => row.device === device && row.key === key)
    const vibration = of('intake-pump', 'vibration')
    expect([vibration.low < 0.003, vibration.high > 0.003, vibration.points]).toEqual([true, true, 8 * 1440])
    expect(of('bilge-pump-2', 'vibration').points).toBeLessThan(8 * 1440)
    expect(Number(of('slipway-winch-pump', 'power').age)).toBeGreaterThanOrEqual(180)
    expect([
      of('intake-pump', 'on').kind,
      of('library-screen', 'brightness').kind,
      of('library-screen', 'nowPlaying').kind,
      of('library-screen', 'nowPlaying').high,
    ]).toEqual([2, 1, 3, null])
    expect(rows.some(row => row.device === 'this-machine')).toBe(false)
  })

  it('fills nothing for a device that has been removed in the meantime', async () => {
    const members = await fewMembers('library-screen', 'town-hall-screen')
    await test.database.pool.query(`delete from device where additional_info ->> 'demo' = 'library-screen'`)
    await fillHistory(test.database, members, NOW, never)

    const filled = `select array_agg(distinct additional_info ->> 'demo') from telemetry left join device on number = device_number`
    expect(await one(filled)).toEqual([['town-hall-screen']])
  })

  it('fills nothing when the organisation that remembers it has been removed', async () => {
    const members = await fewMembers('library-screen')
    const cookies = await signIn(test.app, 'admin@demo.test', DEMO_PASSWORD)
    await test.app.inject({method: 'DELETE', url: `/api/v0/organisation/${HARBOUR_WORKS}`, cookies})
    await fillHistory(test.database, members, NOW, never)

    expect(
      await one(
        `select (select count(*)::int from telemetry), (select count(*)::int from attribute where key = 'demoHistory')`,
      ),
    ).toEqual([0, 0])
  })

  it('takes its locks in the order of the ingest', async () => {
    const members = await fewMembers('intake-pump')
    const fill = () => fillHistory(test.database, members, NOW, never)
    await expectDaysFirst(test.database, fill, members[0]?.number ?? 0, NOW - (NOW % DAY))
  })

  it('leaves a live value the latest one', async () => {
    const members = await fewMembers('intake-pump')
    const pump = members.find(({key}) => key === 'intake-pump')
    test.clock.now = NOW
    await test.app.inject({method: 'POST', url: `/api/v1/${pump?.accessToken}/telemetry`, payload: {power: 1}})
    await fillHistory(test.database, members, NOW, never)
    const cookies = await signIn(test.app, 'plant@demo.test', DEMO_PASSWORD)
    const {body} = await test.app.inject({
      url: `/api/v0/telemetry/device/latest?organisation_id=${HARBOUR_WORKS}`,
      cookies,
    })
    const latest: LatestWire[] = JSON.parse(body)
    expect(latest.filter(({key, ts}) => key === 'power' && ts === NOW)).toHaveLength(1)
  })
})

it('warns of nobody whose access token was taken back', async () => {
  const warn = vi.fn()
  const client = createDeviceClient(await test.app.listen({host: '127.0.0.1', port: 0}), {warn})
  await client.sendTelemetry('taken-back', {load: 1})
  expect(warn.mock.calls).toEqual([])
  await client.sendTelemetry('taken-back/no-such', {load: 1})
  expect(warn.mock.calls).toEqual([['A demo device could not send: status 404']])
})

it('warns of an answer that is cut off', async () => {
  const warn = vi.fn()
  const server = createServer((_request, response) => {
    response.writeHead(200, {'content-length': 9})
    response.write('{', () => response.destroy())
  })
  onTestFinished(() => void server.close())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined

  await createDeviceClient(`http://127.0.0.1:${port}`, {warn}).sendTelemetry('token', {load: 1})

  expect(warn.mock.calls).toEqual([['A demo device could not send: TypeError: terminated']])
})

it('serves this machine and the fleet live within seconds, but not the device of a real player, and stops when told', async () => {
  const app = await createTestApp({scheduler: realTime})
  const baseUrl = await app.app.listen({host: '127.0.0.1', port: 0})
  const started = Date.now()
  await seedDemo(app.database, await openFiles(app), started)
  const library = (await findMembers(app.database)).find(({key}) => key === 'library-screen')
  const beat = {heartbeat: {ts: started, player: 'real'}}
  await app.app.inject({method: 'POST', url: `/api/v1/${library?.accessToken}/attributes`, body: beat})
  const demo = await startDemo({
    database: app.database,
    baseUrl,
    scheduler: realTime,
    log: SILENT,
    recordAlarms: async () => {},
  })
  const organisationOf = `select distinct organisation_id from latest join device on number = device_number where received_at > $1`
  await vi.waitFor(
    async () => {
      const {rows} = await app.database.pool.query(organisationOf, [started])
      expect(rows.map(row => row.organisation_id)).toEqual(
        expect.arrayContaining([HARBOUR_WORKS, NORTHGATE_NOC, LUMEN_MEDIA]),
      )
      const machine = await app.database.pool.query(`
        select telemetry_key.name as key from latest join telemetry_key on telemetry_key.id = key_id
        join device on number = device_number where additional_info ->> 'demo' = 'this-machine'`)
      expect(machine.rows.map(({key}) => key)).toEqual(
        expect.arrayContaining(['cpu', 'memory', 'load', 'networkIn', 'networkOut']),
      )
      const heartbeats = await app.database.pool.query(`select json_v from attribute where key = 'heartbeat'`)
      expect(heartbeats.rows).toContainEqual({json_v: {ts: expect.any(Number)}})
      expect(heartbeats.rows.filter(({json_v: {player}}) => player !== undefined)).toEqual([{json_v: beat.heartbeat}])
      const reports = await app.database.pool.query(`select json_v from attribute where key = 'player'`)
      expect(reports.rows.map(({json_v: {ready, files, fetching}}) => [ready === files, fetching])).toEqual(
        new Array(5).fill([true, null]),
      )
      const faulty = reports.rows.filter(({json_v: {faults}}) => Object.keys(faults).length > 0)
      expect(faulty.map(({json_v: {faults}}) => faults)).toEqual([{[COFFEE_HOUR.id]: 'The file can not be played.'}])
      const played = await app.database.pool.query(`
        select count(distinct device_number)::int as screens from latest
        join telemetry_key on id = key_id where name = 'played'`)
      expect(played.rows).toEqual([{screens: 5}])
    },
    {interval: 100},
  )
  await demo.stop()
  await app.close()
})
