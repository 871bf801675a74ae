import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {floodsIn} from '../../../server/alarm/report'
import {alarmOccurrence} from '../../../server/database/schema/alarm'
import {seedAlarm} from '../../support/alarm'
import {
  type Cookies,
  createTestApp,
  seedDevice,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../support/app'

const MINUTE = 60_000
const PERIOD = 10 * MINUTE
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('a flood', () => {
  const raised = (...counts: number[]) =>
    counts.flatMap((count, index) => (count === 0 ? [] : [{start_ts: index * PERIOD, raised: count}]))

  it.each([
    ['is no ten in ten minutes', raised(10, 10), []],
    ['begins with more than ten', raised(3, 11), [{start_ts: PERIOD, end_ts: 2 * PERIOD, raised: 11}]],
    ['goes on with five', raised(11, 5, 9, 4), [{start_ts: 0, end_ts: 3 * PERIOD, raised: 25}]],
    ['ends with nothing', raised(11, 0, 8), [{start_ts: 0, end_ts: PERIOD, raised: 11}]],
    [
      'comes again',
      raised(11, 4, 12),
      [
        {start_ts: 0, end_ts: PERIOD, raised: 11},
        {start_ts: 2 * PERIOD, end_ts: 3 * PERIOD, raised: 12},
      ],
    ],
  ])('%s', (_what, periods, floods) => {
    expect(floodsIn(periods)).toEqual(floods)
  })
})

describe('the report of an organisation', () => {
  let test: TestApp
  let works: string
  let plant: Cookies
  let start: number
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    test = await createTestApp()
    const {app, database, clock} = test
    start = Math.floor((clock.now - 3 * DAY) / PERIOD) * PERIOD
    works = await seedOrganisation(database, 'Harbour Works')
    const noc = await seedOrganisation(database, 'Northgate NOC')
    const pump = await seedDevice(database, {name: 'pump', organisationId: works})
    const rack = await seedDevice(database, {name: 'rack', organisationId: noc})
    await seedUser(database, {email: 'plant@t.test', authority: 'ORGANISATION_ADMIN', organisationId: works})
    plant = await signIn(app, 'plant@t.test')

    ids.standing = await seedAlarm(database, {device: pump, key: 'standing', changedAt: clock.now - DAY})
    ids.fresh = await seedAlarm(database, {device: pump, key: 'fresh', changedAt: clock.now - DAY + 1})
    ids.foreign = await seedAlarm(database, {device: rack, key: 'foreign', changedAt: clock.now - 2 * DAY})
    const past = {
      standing: 'normal',
      severity: null,
      occurrenceId: null,
      changedAt: 1,
      occurrence: {endedAt: 2},
    } as const
    ids.busy = await seedAlarm(database, {device: pump, key: 'busy', ...past})
    ids.calm = await seedAlarm(database, {device: pump, key: 'calm', ...past})
    const raise = async (name: 'busy' | 'calm' | 'foreign', times: readonly number[], lasting: number) => {
      const occurrence = {alarmId: ids[name] ?? '', severity: 'warning', endedBy: 'returned'} as const
      await database.db
        .insert(alarmOccurrence)
        .values(times.map(raisedAt => ({...occurrence, raisedAt, endedAt: raisedAt + lasting})))
    }
    await raise(
      'busy',
      [0, 20, 50, 300, 301, 302, 303, 304, 305, 306, 307].map(seconds => start + seconds * 1000),
      10_000,
    )
    const longAgo = {raisedAt: start - 2 * DAY, endedAt: start + 200_000}
    await database.db
      .insert(alarmOccurrence)
      .values({alarmId: ids.calm, severity: 'warning', endedBy: 'returned', ...longAgo})
    await raise('calm', [start + PERIOD, start + PERIOD + 29_000, start + PERIOD + 58_000], 3000)
    await raise('foreign', [start + 1], 1)
  })
  afterAll(() => test.close())

  const report = async (query: string, cookies = plant) => {
    const response = await test.app.inject({url: `/api/v0/alarm/report?${query}`, cookies})
    return {status: response.statusCode, body: response.json()}
  }
  const ofRange = (from: number, to: number) => report(`organisation_id=${works}&start_ts=${from}&end_ts=${to}`)

  it('tells how many were raised when, by what, and what stands and chatters', async () => {
    const {status, body} = await ofRange(start, start + 2 * PERIOD)

    expect(status).toBe(200)
    expect({
      ...body,
      worst: body.worst.map((entry: {alarm: {key: string}; raised: number}) => [entry.alarm.key, entry.raised]),
      standing: body.standing.map(({key}: {key: string}) => key),
      chattering: body.chattering.map(({key}: {key: string}) => key),
    }).toEqual({
      raised: 14,
      responses: {
        severities: [{severity: 'warning', raised: 14, acknowledged: null, normal: {median: 10_000, p90: 10_000}}],
        devices: [
          {
            device_id: expect.any(String),
            device_name: 'pump',
            raised: 14,
            acknowledged: null,
            normal: {median: 10_000, p90: 10_000},
          },
        ],
      },
      periods: [
        {start_ts: start, raised: 11},
        {start_ts: start + PERIOD, raised: 3},
      ],
      floods: [{start_ts: start, end_ts: start + PERIOD, raised: 11}],
      worst: [
        ['busy', 11],
        ['calm', 3],
      ],
      standing: ['standing'],
      chattering: ['busy'],
    })
  })

  it.each([
    ['before what stood long had ended', 1000, {raised: 1, standing: ['calm'], chattering: []}],
    ['when some had begun to chatter', 400_000, {raised: 11, standing: [], chattering: ['busy']}],
  ])('tells as of a moment what was so then: %s', async (_, after, expected) => {
    const {body} = await report(`organisation_id=${works}&start_ts=${start}&end_ts=${start + DAY}&at=${start + after}`)
    const keysOf = (alarms: {key: string}[]) => alarms.map(({key}) => key)
    expect({...body, standing: keysOf(body.standing), chattering: keysOf(body.chattering)}).toMatchObject(expected)
  })

  it('tells how long it took until alarms were acknowledged and normal, as far as they were', async () => {
    const before = start - DAY
    const times = Array.from({length: 10}, (_, nth) => before + nth * 1000)
    await test.database.db.insert(alarmOccurrence).values(
      times.map((raisedAt, nth) => ({
        alarmId: ids.calm ?? '',
        severity: 'critical' as const,
        raisedAt,
        acknowledgedAt: raisedAt + (nth + 1) * 10_000,
        returnedAt: raisedAt + (nth + 1) * 20_000,
        endedAt: raisedAt + HOUR,
      })),
    )
    const asked = `organisation_id=${works}&start_ts=${before}&end_ts=${before + HOUR}`
    const whole = {raised: 10, acknowledged: {median: 55_000, p90: 91_000}, normal: {median: 110_000, p90: 182_000}}
    expect((await report(asked)).body.responses).toMatchObject({
      severities: [{severity: 'critical', ...whole}],
      devices: [{device_name: 'pump', ...whole}],
    })
    expect((await report(`${asked}&at=${before + 20_000}`)).body.responses.severities).toMatchObject([
      {raised: 10, acknowledged: {median: 10_000, p90: 10_000}, normal: {median: 20_000, p90: 20_000}},
    ])
  })

  it('counts what was raised within the range alone', async () => {
    expect((await ofRange(start + 1, start + 50_000)).body).toMatchObject({raised: 2, floods: [], chattering: []})
    expect((await ofRange(1, 1)).body).toMatchObject({raised: 2})
  })

  it.each([
    ['that ends before it begins', 2, 1, 'end_ts: must not be before start_ts'],
    ['of more than 31 days', 0, 31 * DAY + 1, 'end_ts: must not be more than 31 days after start_ts'],
  ])('is refused for a range %s', async (_what, from, to, message) => {
    expect(await ofRange(from, to)).toEqual({status: 400, body: {message}})
  })
})
