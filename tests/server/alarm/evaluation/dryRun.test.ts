import fc from 'fast-check'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {DRY_RUN_OCCURRENCES, DRY_RUN_POINTS} from '../../../../contract/limits'
import {thresholdsValue} from '../../../../contract/rules/thresholds'
import type {Json} from '../../../../contract/wire/common'
import {
  type Cookies,
  createTestApp,
  seedDevice,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../../support/app'
import {IS_QUICK} from '../../../support/tier'
import {alarmsOf, anyThreshold} from '../offline'

const SECOND = 1000
const MINUTE = 60 * SECOND
const START = 1_700_000_000_000

let test: TestApp
let pump: Awaited<ReturnType<typeof seedDevice>>
let rack: Awaited<ReturnType<typeof seedDevice>>
let plant: Cookies

beforeAll(async () => {
  test = await createTestApp()
  const {app, database} = test
  const works = await seedOrganisation(database)
  pump = await seedDevice(database, {name: 'pump', organisationId: works})
  rack = await seedDevice(database, {name: 'rack', organisationId: await seedOrganisation(database)})
  await seedUser(database, {email: 'plant@t.test', authority: 'ORGANISATION_ADMIN', organisationId: works})
  plant = await signIn(app, 'plant@t.test')
  // A value each minute; of the last two there is a gap of an hour between them.
  const values = [1, 6, 7, 4.5, 3, 11, 12, 'off', 2, 1]
  const times = values.map((_, index) => START + index * MINUTE + (index === values.length - 1 ? 60 * MINUTE : 0))
  const message = values.map((load, index) => ({ts: times[index], values: {load}}))
  await app.inject({method: 'POST', url: '/api/v1/pump-token/telemetry', body: message})
})
afterAll(() => test.close())

async function run(threshold: Json, body: object = {}) {
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/v0/alarm/dry-run',
    cookies: plant,
    body: {device_id: pump.id, key: 'load', start_ts: START, end_ts: START + 90 * MINUTE, threshold, ...body},
  })
  return {status: response.statusCode, body: response.json()}
}

const minute = (count: number) => START + count * MINUTE

describe('a dry run', () => {
  it('says what would have been raised when, how far beyond, and when that ended', async () => {
    const {status, body} = await run({warning: {above: 5}, critical: {above: 10}, clear: 1})

    expect(status).toBe(200)
    expect(body).toEqual({
      raised: 2,
      occurrences: [
        {kind: 'value', severity: 'warning', raised_at: minute(1), ended_at: minute(4), peak: 7},
        {kind: 'value', severity: 'critical', raised_at: minute(5), ended_at: minute(8), peak: 12},
      ],
      points: 9,
      is_whole: true,
    })
  })

  it('waits as long as the threshold says, before and after', async () => {
    const {body} = await run({warning: {above: 5}, for: 60, offFor: 150})

    expect(body.occurrences).toEqual([
      {kind: 'value', severity: 'warning', raised_at: minute(2), ended_at: minute(10) + 30_000, peak: 12},
    ])
  })

  it('raises what lasts, though no value follows', async () => {
    const {body} = await run({warning: {above: 11}, for: 30})

    expect(body.occurrences).toEqual([
      {kind: 'value', severity: 'warning', raised_at: minute(6) + 30_000, ended_at: minute(8), peak: 12},
    ])
  })

  it('reports a silence, also one that lasts', async () => {
    const {body} = await run({silentAfter: 600})

    expect(body.occurrences).toEqual([
      {kind: 'silence', severity: 'critical', raised_at: minute(18), ended_at: minute(69), peak: null},
      {kind: 'silence', severity: 'critical', raised_at: minute(79), ended_at: null, peak: null},
    ])
  })

  it('lets what latches stay', async () => {
    const {body} = await run({warning: {above: 5}, latching: true}, {end_ts: minute(4)})

    expect(body.occurrences).toMatchObject([{raised_at: minute(1), ended_at: null}])
  })

  it('finds nothing in a series that the device never sent', async () => {
    expect((await run({warning: {above: 5}}, {key: 'nothing'})).body).toEqual({
      raised: 0,
      occurrences: [],
      points: 0,
      is_whole: true,
    })
  })

  it('judges the newest points of a long series, and says so', async () => {
    await test.app.inject({method: 'POST', url: '/api/v1/pump-token/telemetry', body: {long: 1}})
    await test.database.pool.query(
      `insert into telemetry (device_number, key_id, ts, value)
       select $1, (select id from telemetry_key where name = 'long'), $2::int8 + n, case when n = 0 or n % 100 = 99 then 9 else 0 end
       from generate_series(0, $3) n`,
      [pump.number, START, DRY_RUN_POINTS],
    )

    const {body} = await run({warning: {above: 5}}, {key: 'long'})

    expect(body).toMatchObject({raised: DRY_RUN_POINTS / 100, points: DRY_RUN_POINTS, is_whole: false})
    expect(body.occurrences).toHaveLength(DRY_RUN_OCCURRENCES)
    expect(body.occurrences.at(-1)).toMatchObject({
      raised_at: START + DRY_RUN_POINTS - 1,
      ended_at: START + DRY_RUN_POINTS,
    })
  })

  it.each([
    ['a threshold of wrong shape', 'high', 'threshold: is not written as in the attribute'],
    ['a threshold of nothing', {}, 'threshold: says nothing of values or silence'],
    ['limits in the wrong order', {warning: {above: 1, below: 2}}, 'threshold: has a lower limit that is not below'],
    [
      'a milder critical limit',
      {warning: {above: 2}, critical: {above: 1}},
      'threshold: has a critical limit that is nearer',
    ],
    ['too large a way back', {warning: {above: 2, below: 1}, clear: 9}, 'threshold: lets no value be normal again'],
  ])('is refused for %s', async (_what, threshold, message) => {
    const {status, body} = await run(threshold)

    expect([status, body.message.slice(0, message.length)]).toEqual([400, message])
  })

  it('finds what is computed by the plain words of the rules, for any series and threshold', async () => {
    let series = 0
    let raised = 0
    const values = fc.array(fc.record({after: fc.integer({min: 1, max: 8}), value: fc.integer({min: 0, max: 100})}), {
      minLength: 1,
      maxLength: 60,
      size: 'max',
    })
    await fc.assert(
      fc.asyncProperty(values, anyThreshold, async (sent, threshold) => {
        const key = `any${series++}`
        let ts = START
        const points = sent.map(({after, value}) => {
          ts += after * SECOND
          return {ts, receivedAt: ts, value}
        })
        const message = points.map(({ts, value}) => ({ts, values: {[key]: value}}))
        await test.app.inject({method: 'POST', url: '/api/v1/pump-token/telemetry', body: message})

        const {body} = await run(thresholdsValue(new Map([[key, threshold]]))[key] ?? {}, {key})
        const found = body.occurrences.map((each: Record<string, unknown>) => {
          const {kind, severity, raised_at: from, ended_at: to} = each
          return {kind, severity, from, to}
        })
        const expected = alarmsOf(points, threshold, START + 90 * MINUTE).sort((one, other) => one.from - other.from)
        expect(found).toEqual(expected)
        raised += found.length
      }),
      {numRuns: IS_QUICK ? 40 : 400},
    )
    expect(raised).toBeGreaterThan(series / 2)
  })

  it('is refused for a range that ends before it begins, and for a device out of reach', async () => {
    const threshold = {warning: {above: 5}}

    expect((await run(threshold, {end_ts: START - 1})).body.message).toBe('end_ts: must not be before start_ts')
    expect(await run(threshold, {device_id: rack.id})).toEqual({status: 404, body: {message: 'Device not found.'}})
  })
})
