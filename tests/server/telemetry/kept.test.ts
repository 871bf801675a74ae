import fc from 'fast-check'
import {afterAll, beforeAll, beforeEach, expect, it} from 'vitest'
import type {EpochMs} from '../../../contract/wire/common'
import type {Aggregation} from '../../../contract/wire/telemetry/telemetry'
import type {Database} from '../../../server/database/connect'
import {type Row, storeRows} from '../../../server/telemetry/ingest/batch'
import {createTelemetryRepository, type TelemetryRepository} from '../../../server/telemetry/repository'
import {removeExpired} from '../../../server/telemetry/rollups/expired'
import {rollUpSteps} from '../../../server/telemetry/rollups/rollUps'
import {packSteps} from '../../../server/telemetry/rollups/upkeep'
import {createTestDatabase} from '../../support/database'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Values from before it are removed. */
const KEPT_FROM = Date.parse('2025-03-31T00:00Z')
const SERIES = {deviceNumber: 1, keyId: 1}
/** The last point stays, and is newer than all that is asked for. */
const LATEST = {ts: KEPT_FROM + 5 * DAY, value: 1}

let database: Database
let telemetry: TelemetryRepository

beforeAll(async () => {
  database = await createTestDatabase()
  telemetry = createTelemetryRepository(database)
})
afterAll(() => database.close())
beforeEach(() => clear())

const clear = () =>
  database.pool.query('truncate telemetry, telemetry_block, latest, telemetry_rollup, telemetry_mark, rollup_pass')

interface Point {
  ts: EpochMs
  value: number
}

const store = (points: readonly Point[]) =>
  storeRows(
    database.pool,
    points.map((point): Row => ({...SERIES, ...point, kind: 0, text: null, receivedAt: LATEST.ts})),
  )

async function rollUpAll() {
  for await (const _ of rollUpSteps(database));
}

async function expire({values = KEPT_FROM, rollups = 0} = {}): Promise<number> {
  let removed = 0
  for await (const step of removeExpired(database, async () => new Map([[1, {values, rollups}]])))
    removed += step.values
  return removed
}

async function ask(agg: Aggregation, window: number, startTs = KEPT_FROM - 4 * DAY, endTs = KEPT_FROM + DAY - 1) {
  return telemetry.series(SERIES, {agg, window, timeZone: 'Europe/Berlin', limit: 1000, startTs, endTs})
}

/** Points on both sides of the oldest stored time; some hours have so many that their minutes are rolled up, too. */
const points = fc
  .array(
    fc.tuple(
      fc.integer({min: -96, max: 23}),
      fc.constantFrom(1, 3, 60, 400, 900),
      fc.array(fc.integer({min: -1000, max: 1000}), {minLength: 7, maxLength: 7}),
    ),
    {minLength: 1, maxLength: 12},
  )
  .map(hours => {
    const values = new Map<EpochMs, number>()
    for (const [hour, count, some] of hours)
      for (let index = 0; index < count; index++)
        values.set(KEPT_FROM + hour * HOUR + Math.floor((index * HOUR) / count), (some[index % 7] ?? 0) + index / 1024)
    return [...values].map(([ts, value]): Point => ({ts, value})).sort((one, other) => one.ts - other.ts)
  })

it('answers of whole hours and days are the same without the values, however these were stored', () =>
  fc.assert(
    fc.asyncProperty(points, fc.boolean(), async (all, isPacked) => {
      await clear()
      await store([...all, LATEST])
      await rollUpAll()
      if (isPacked) for await (const _ of packSteps(database, KEPT_FROM - DAY));
      const asked = () =>
        Promise.all([
          ...(['average', 'sum', 'min', 'max', 'count'] as const).map(agg => ask(agg, 60)),
          ...[ask('average', 180), ask('average', 1440), ask('sum', 60, KEPT_FROM - 3 * DAY, KEPT_FROM - DAY - 1)],
        ])
      const before = await asked()
      const old = all.filter(({ts}) => ts < KEPT_FROM)

      expect(await expire()).toBe(old.length)

      const after = await asked()
      expect(after.map(({rollupsUntil: _, ...item}) => item)).toEqual(before)
      const last = old.at(-1)?.ts
      expect(after[0]?.rollupsUntil).toBe(last === undefined ? undefined : Math.floor(last / HOUR) * HOUR + HOUR)
    }),
    {numRuns: 40},
  ))

it.each([false, true])(
  'hours whose numbers are too large for rollups are kept whole instead, packed: %s',
  async isPacked => {
    const minutes = Array.from({length: 1440}, (_, minute) => ({ts: KEPT_FROM - 2 * DAY + minute * MINUTE, value: 1}))
    minutes[100] = {ts: KEPT_FROM - 2 * DAY + 100 * MINUTE, value: Number.MAX_VALUE}
    await store([...minutes, {ts: KEPT_FROM - DAY, value: 1}, LATEST])
    await rollUpAll()
    if (isPacked) for await (const _ of packSteps(database, KEPT_FROM));
    const counted = async () => {
      const {values} = await ask('count', 1440, KEPT_FROM - 3 * DAY, KEPT_FROM - 1)
      return values.reduce((sum, {dbl_v}) => sum + Number(dbl_v), 0)
    }
    const before = await counted()

    expect(await expire()).toBe(1441 - 60)
    if (isPacked) for await (const _ of packSteps(database, KEPT_FROM));
    expect(await expire()).toBe(0)
    expect([before, await counted()]).toEqual([1441, 1441])

    expect(await expire({rollups: KEPT_FROM})).toBe(60)
  },
)

it('what is left of points are true ones, with the highest and the lowest, and how many there were', () =>
  fc.assert(
    fc.asyncProperty(points, async all => {
      await clear()
      await store([...all, LATEST])
      await rollUpAll()
      await expire()

      const {values, total} = await ask('none', 1)

      const valueAt = new Map(all.map(({ts, value}) => [ts, value]))
      expect(values.every(({ts, dbl_v}) => valueAt.get(ts) === dbl_v)).toBe(true)
      expect(total).toBe(all.length)
      const extremes = (some: readonly (number | null | undefined)[]) => [
        Math.min(...some.map(Number)),
        Math.max(...some.map(Number)),
      ]
      expect(extremes(values.map(({dbl_v}) => dbl_v))).toEqual(extremes(all.map(({value}) => value)))
    }),
    {numRuns: 30},
  ))

it('each number counts once, wherever a range ends and the next begins', () =>
  fc.assert(
    fc.asyncProperty(points, fc.array(fc.integer({min: -96 * HOUR, max: DAY}), {maxLength: 5}), async (all, cuts) => {
      await clear()
      await store([...all, LATEST])
      await rollUpAll()
      await expire()
      const ends = [...new Set([-97 * HOUR, ...cuts, 2 * DAY])].sort((one, other) => one - other)
      const items = await Promise.all(
        ends.slice(1).map((end, index) => ask('count', 60, KEPT_FROM + (ends[index] ?? 0), KEPT_FROM + end - 1)),
      )
      expect(items.reduce((sum, {total}) => sum + (total ?? 0), 0)).toBe(all.length)
    }),
    {numRuns: 30},
  ))

it('the part of a range that has its values is answered as finely as without kept hours', () =>
  fc.assert(
    fc.asyncProperty(points, async all => {
      await clear()
      await store([...all, LATEST])
      await rollUpAll()
      const from = KEPT_FROM - DAY
      const asked = () => Promise.all((['average', 'min', 'max'] as const).map(agg => ask(agg, 10, from)))
      const before = await asked()
      await expire()
      const after = [await ask('none', 1, from), ...(await asked())]

      const until = after[0]?.rollupsUntil ?? from
      const later = all.filter(({ts}) => ts >= until)
      const [raw, ...buckets] = after.map(({values}) => values.filter(({ts}) => ts >= until))
      if (later.length <= 500) expect(raw).toEqual(later.map(({ts, value}) => ({ts, dbl_v: value})))
      expect(buckets).toEqual(before.map(({values}) => values.filter(({ts}) => ts >= until)))
      expect(new Set(after.map(({total}) => total))).toEqual(new Set([all.filter(({ts}) => ts >= from).length]))
    }),
    {numRuns: 10},
  ))

it('buckets of less than an hour become hours, and never what stands for a calendar day', async () => {
  await store([{ts: KEPT_FROM - DAY, value: 4}, LATEST])
  await rollUpAll()
  await expire()
  const windows = await Promise.all([1, 60, 61, 1430, 1440].map(async window => (await ask('average', window)).window))
  expect(windows).toEqual([60, 60, 120, 1500, 1440])
})

it('tells a range that begins in such an hour that values are missing', async () => {
  await store([...[0, 1, 2].map(minute => ({ts: KEPT_FROM - DAY + minute * MINUTE, value: 4})), LATEST])
  await rollUpAll()
  await expire()
  const range = [KEPT_FROM - DAY + MINUTE, KEPT_FROM - DAY + 30 * MINUTE] as const
  expect(await ask('none', 1, ...range)).toMatchObject({values: [], rollupsUntil: KEPT_FROM - DAY + HOUR})
  expect(await ask('average', 1, ...range)).toMatchObject({values: [], rollupsUntil: KEPT_FROM - DAY + HOUR})
})

it('values that are not rolled up yet, or marked, stay until they are', async () => {
  const [old, older] = [
    {ts: KEPT_FROM - 2 * DAY, value: 2},
    {ts: KEPT_FROM - 4 * DAY, value: 3},
  ]
  await store([older, old, LATEST])
  expect(await expire()).toBe(0)

  await rollUpAll()
  await store([{...old, value: 20}])
  expect(await expire()).toBe(1)
  expect((await ask('sum', 1440)).values.map(({dbl_v}) => dbl_v)).toEqual([3, 20])

  await rollUpAll()
  expect(await expire()).toBe(1)
  expect((await ask('sum', 1440)).values.map(({dbl_v}) => dbl_v)).toEqual([3, 20])
})

it('what comes for hours whose values are gone is not summed up, and goes like these', async () => {
  const hour = KEPT_FROM - 2 * DAY
  await store([...[1, 2, 3].map(minute => ({ts: hour + minute * MINUTE, value: 1})), LATEST])
  await rollUpAll()
  await expire()

  await store([
    {ts: hour + 5 * MINUTE, value: 100},
    {ts: hour - 3 * HOUR, value: 100},
  ])
  await rollUpAll()

  expect((await ask('sum', 60, hour)).values).toEqual([{ts: hour, dbl_v: 3}])
  expect((await database.pool.query('select from telemetry_mark')).rowCount).toBe(0)
  expect(await expire()).toBe(2)
  expect((await ask('sum', 60)).values).toEqual([{ts: hour, dbl_v: 3}])
})

it('rollups go when their own time is over, and with the values when they are kept no longer', async () => {
  const days = [1, 2, 3].map(day => ({ts: KEPT_FROM - day * DAY, value: day}))
  await store([...days, LATEST])
  await rollUpAll()
  await expire()

  await expire({rollups: KEPT_FROM - 2 * DAY})
  expect((await ask('sum', 1440)).values.map(({dbl_v}) => dbl_v)).toEqual([2, 1])
  await expire({rollups: KEPT_FROM})
  const item = await ask('sum', 1440)
  expect([item.values, item.rollupsUntil]).toEqual([[], undefined])
})
