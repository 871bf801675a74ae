import fc from 'fast-check'
import {afterAll, beforeAll, beforeEach, expect, it} from 'vitest'
import {aggregate} from '../../../contract/rules/series/buckets'
import {connectDatabase, type Database} from '../../../server/database/connect'
import {type Row, storeRows} from '../../../server/telemetry/ingest/batch'
import {createTelemetryRepository} from '../../../server/telemetry/repository'
import {NUMBERS_FOR_HOURS} from '../../../server/telemetry/rollups/pack'
import {rollUpSteps} from '../../../server/telemetry/rollups/rollUps'
import {packSteps} from '../../../server/telemetry/rollups/upkeep'
import {createTestDatabase} from '../../support/database'
import {DATABASE_PATIENCE} from '../../support/limits'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const SERIES = {deviceNumber: 1, keyId: 1}
const ZONE = 'Europe/Berlin'

let kept: Database
/** The same database. Its clock is moved by hand. */
let database: Database

beforeAll(async () => {
  kept = await createTestDatabase()
  const {rows} = await kept.pool.query('select current_database() as name')
  await kept.pool.query(`
    create schema clock;
    create table clock.moment (ts int8 not null);
    insert into clock.moment values (0);
    create function clock.now() returns timestamptz stable language sql
      as 'select pg_catalog.to_timestamp(ts / 1000.0) from clock.moment';
    alter database "${rows[0].name}" set search_path = clock, pg_catalog, public`)
  database = await connectDatabase(kept.pool.options.connectionString ?? '', {patience: DATABASE_PATIENCE})
})
afterAll(async () => {
  await database.close()
  await kept.close()
})
beforeEach(() => clear())

const clear = () =>
  database.pool.query('truncate telemetry, telemetry_block, latest, telemetry_rollup, telemetry_mark, rollup_pass')

const setClock = (now: number) => database.pool.query('update clock.moment set ts = $1', [now])

interface Point {
  ts: number
  value: number
}

const store = (points: readonly Point[]) =>
  storeRows(
    database.pool,
    points.map(({ts, value}): Row => ({...SERIES, ts, value, kind: 1, text: null, receivedAt: ts})),
  )

async function finish(pass: AsyncIterable<unknown>) {
  for await (const _ of pass);
}

/** Reads three days before and after a moment, by days of Berlin. */
async function readDays(around: number) {
  const repository = createTelemetryRepository(database)
  const range = {startTs: around - 3 * DAY, endTs: around + 3 * DAY}
  const points: Point[] = []
  for await (const page of repository.pagesOfNumbers(SERIES, range)) points.push(...page)
  const days = await Promise.all(
    AGGREGATIONS.map(async agg => {
      const {values} = await repository.series(SERIES, {...range, agg, window: 1440, timeZone: ZONE, limit: 100})
      return [agg, values.map(({ts, dbl_v}) => ({ts, value: dbl_v}))]
    }),
  )
  return {points: points.reverse(), days: Object.fromEntries(days)}
}

const AGGREGATIONS = ['count', 'sum', 'average', 'min', 'max'] as const

/** The same by the rule, from the points alone. */
function daysOf(points: readonly Point[], around: number) {
  const bucketing = {windowMinutes: 1440, start: around - 3 * DAY, zone: ZONE}
  const days = AGGREGATIONS.map(aggregation => [aggregation, aggregate(points, {...bucketing, aggregation})])
  return {points, days: Object.fromEntries(days)}
}

async function count(what: string): Promise<number> {
  return (await database.pool.query(`select count(*)::int4 as count from ${what}`)).rows[0].count
}

async function expectBlocksApart() {
  const {rowCount} = await database.pool.query(`
    select from telemetry_block as one join telemetry_block as other using (device_number, key_id)
    where one.ts < other.ts and one.ts + one.minutes * ${MINUTE} > other.ts`)
  expect(rowCount).toBe(0)
}

const DAYS_OF_CHANGE = [
  ['summer begins', '2026-03-29', 23],
  ['winter begins', '2026-10-25', 25],
] as const

it.each(DAYS_OF_CHANGE)(
  'counts the hours of local days when %s (%s) alike before and after they are rolled up and packed',
  async (_, day, hours) => {
    const midnight = Date.parse(`${day}T00:00Z`)
    const before = Date.parse(`${day}T00:00+0${hours === 23 ? 1 : 2}:00`) - DAY
    const lengths = [24, hours, 24]
    const starts = [before, before + DAY, before + DAY + hours * HOUR]
    const points = Array.from({length: 48 + hours}, (_, hour) => ({ts: before + hour * HOUR, value: hour}))
    await setClock(before)
    await store(points)
    const expected = starts.map((ts, place) => ({ts, value: lengths[place]}))
    const state = async () => ({
      days: (await readDays(midnight)).days.count,
      rows: await count('telemetry'),
      rollups: await count('telemetry_rollup'),
      blocks: await count('telemetry_block'),
    })

    expect(await state()).toEqual({days: expected, rows: points.length, rollups: 0, blocks: 0})
    await setClock(midnight + 5 * DAY)
    await finish(rollUpSteps(database))
    expect(await state()).toEqual({days: expected, rows: points.length, rollups: points.length, blocks: 0})
    await finish(packSteps(database, midnight + 5 * DAY))
    expect(await state()).toEqual({days: expected, rows: 0, rollups: points.length, blocks: 4})
  },
)

/** Moments around midnight at which the last hour, or the last day, is just over, may be rolled up, or is not over yet. */
const moments = fc.constantFrom(
  ...[-HOUR, 0, HOUR, DAY].flatMap(end => [end - 1, end, end + 1, end + 15 * MINUTE, end + 25 * MINUTE]),
)
/** A few steps of passes that are under way, or all that are left. */
const work = fc.array(
  fc.record({pass: fc.constantFrom('rollUp' as const, 'pack' as const), steps: fc.constantFrom(1, 3, 1000)}),
  {minLength: 1, maxLength: 4},
)
const points = fc.record({
  from: fc.integer({min: -5, max: 2}).map(halves => halves * 30 * MINUTE),
  many: fc.oneof(
    {weight: 3, arbitrary: fc.constant({count: 1, step: SECOND})},
    {weight: 3, arbitrary: fc.constant({count: 60, step: 20 * MINUTE})},
    {weight: 3, arbitrary: fc.constant({count: 400, step: 9 * SECOND})},
    {weight: 1, arbitrary: fc.constant({count: NUMBERS_FOR_HOURS + 1, step: SECOND})},
  ),
})
const rounds = fc.array(fc.record({at: moments, work, points}), {minLength: 3, maxLength: 8, size: 'max'})

it.each(DAYS_OF_CHANGE)(
  'loses and doubles nothing when the clock steps over midnight and back between steps, on the day when %s (%s)',
  async (_, day) => {
    const midnight = Date.parse(`${day}T00:00Z`)
    await fc.assert(
      fc.asyncProperty(rounds, async all => {
        await clear()
        const stored = new Map<number, number>()
        let now = midnight
        const begin = {
          pack: async function* () {
            yield* packSteps(database, now)
          },
          rollUp: () => rollUpSteps(database),
        }
        const passes = {pack: begin.pack(), rollUp: begin.rollUp()}
        for (const [value, {at, work, points}] of all.entries()) {
          const given = Array.from({length: points.many.count}, (_, place) => ({
            ts: midnight + points.from + place * points.many.step,
            value,
          }))
          await store(given)
          for (const {ts} of given) stored.set(ts, value)
          now = midnight + at
          await setClock(now)
          for (const {pass, steps} of work) {
            for (let step = 0; step < steps; step++) {
              if (!(await passes[pass].next()).done) continue
              passes[pass] = begin[pass]()
              break
            }
          }
        }
        const points = [...stored].map(([ts, value]) => ({ts, value})).toSorted((one, other) => one.ts - other.ts)
        const expected = daysOf(points, midnight)

        expect(await readDays(midnight)).toEqual(expected)
        await expectBlocksApart()
        for (const pass of Object.values(passes)) await finish(pass)
        expect(await readDays(midnight)).toEqual(expected)
        await setClock(midnight + 4 * DAY)
        await finish(rollUpSteps(database))
        expect([await readDays(midnight), await count('telemetry_mark')]).toEqual([expected, 0])
        await finish(packSteps(database, midnight + 4 * DAY))
        expect([await readDays(midnight), await count('telemetry')]).toEqual([expected, 0])
        await expectBlocksApart()
      }),
      {numRuns: 12},
    )
  },
)
