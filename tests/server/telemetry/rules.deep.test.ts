import fc from 'fast-check'
import {afterAll, beforeAll, expect, it} from 'vitest'
import {ANSWER_TEXT_BYTES, MAX_TS} from '../../../contract/limits'
import {aggregate, emptyBuckets} from '../../../contract/rules/series/buckets'
import {bucketEnvelope} from '../../../contract/rules/series/envelope'
import {isNewest} from '../../../contract/rules/series/newest'
import {countedPoints, type PlainValue, plainValue} from '../../../contract/rules/series/point'
import {stateRuns} from '../../../contract/rules/series/states'
import {statisticsOf} from '../../../contract/rules/series/statistics'
import {thin} from '../../../contract/rules/series/thinning'
import {type StatisticsWindow, statisticsWindows} from '../../../contract/rules/time/calendar'
import type {Database} from '../../../server/database/connect'
import {inTransaction} from '../../../server/database/transaction'
import {type Row, storeRows} from '../../../server/telemetry/ingest/batch'
import {toStored} from '../../../server/telemetry/ingest/value'
import {createTelemetryRepository, type TelemetryRepository} from '../../../server/telemetry/repository'
import {NUMBERS_FOR_HOURS, nextUnpacked, pack} from '../../../server/telemetry/rollups/pack'
import {rollUpSteps} from '../../../server/telemetry/rollups/rollUps'
import {deriveStatistics} from '../../../src/api/telemetry/specified'
import type {TelemetryPoint} from '../../../src/domain/telemetry/series/seriesAnswer'
import {createTestDatabase} from '../../support/database'

// All its series are stored, rolled up and packed before the first test.
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const SERIES = 32
const DENSE_SERIES = 3
/** This many points in an hour cause its minutes to be rolled up, too. */
const DENSE = 4000
/** Questions are asked side by side, or most of the time would be waiting. */
const AT_ONCE = 10

const zones = fc.constantFrom(
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'America/St_Johns', 'America/Sao_Paulo', 'Asia/Kolkata'],
  ...['Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'Africa/Monrovia', 'Africa/Casablanca'],
)
/** Moments around which clocks are set somewhere, or offsets have seconds. */
const beginnings = fc.constantFrom(
  ...[0, Date.parse('1971-12-28T00:00Z'), Date.parse('2010-10-30T00:00Z'), Date.parse('2011-12-24T00:00Z')],
  ...[Date.parse('2018-10-30T00:00Z'), Date.parse('2026-03-24T00:00Z'), Date.parse('2026-10-22T00:00Z')],
)
const numbers = fc.oneof(
  fc.double({min: -50, max: 50, noNaN: true}),
  fc.constantFrom(0.001, 0.003, 0.0031, 0.004),
  fc.constantFrom(1e16, -1e16, 0.1, 5e-324, 1),
)
const JSON_TEXT = '{"mode":"manual"}'
const texts = fc.constantFrom('manual', '', JSON_TEXT)
/** The numbers of texts and of bools among a hundred values. */
const mixtures = fc.constantFrom([0, 0], [0, 0], [0, 0], [10, 10], [50, 0], [95, 0], [0, 100], [100, 0])
const series: fc.Arbitrary<TelemetryPoint[]> = fc
  .tuple(beginnings, fc.constantFrom(5, 1000, DENSE, DENSE, DENSE, 20_000, 7 * MINUTE, 6 * HOUR, 2 * DAY), mixtures)
  .chain(([from, period, [text = 0, bool = 0]]) => {
    const values = fc.oneof(
      {weight: text, arbitrary: texts},
      {weight: bool, arbitrary: fc.boolean()},
      // The driver writes -0 as 0 into the array by which the points are stored.
      {weight: 100 - text - bool, arbitrary: numbers.map(number => number + 0)},
    )
    const steps = fc.array(fc.tuple(fc.integer({min: 1, max: 2 * period}), fc.nat(30), values), {
      ...(period === DENSE ? {minLength: 1000, maxLength: 2000} : {minLength: 1, maxLength: 300}),
      size: 'max',
    })
    return steps.map(each => {
      let ts = from
      return each.map(([step, chance, value]) => {
        ts += chance === 0 ? 40 * step : step
        return {ts, value}
      })
    })
  })

/** This many points in a day cause its hours to be packed one by one. */
const packedByHours = fc
  .tuple(beginnings, fc.boolean(), fc.array(numbers, {minLength: 1000, maxLength: 1000, size: 'max'}))
  .map(([from, isEven, values]): TelemetryPoint[] =>
    Array.from({length: 2 * NUMBERS_FOR_HOURS}, (_, index) => ({
      ts: from + 1000 * index + (isEven ? 0 : (index * 7919) % 1000),
      value: (values[index % 1000] ?? 0) + 0,
    })),
  )

let database: Database
let repository: TelemetryRepository
let stored: TelemetryPoint[][]

beforeAll(async () => {
  database = await createTestDatabase()
  repository = createTelemetryRepository(database)
  stored = [...fc.sample(series, SERIES - DENSE_SERIES), ...fc.sample(packedByHours, DENSE_SERIES)]
  await storeAll()
})
afterAll(() => database.close())

/** The devices by how far their points are rolled up and packed when questions are asked. */
const DEVICES = [
  ...(['rolledUp', 'rolledUpAgain', 'late', 'raw', 'packed', 'packedAgain', 'packedLate', 'packedRaw'] as const),
]
type Device = (typeof DEVICES)[number]

async function storeAll() {
  for (const device of ['rolledUp', 'packed'] as const) await storeSome(device, () => 'right')
  const [again, late] = [['rolledUpAgain', 'packedAgain'] as const, ['late', 'packedLate'] as const]
  for (const device of [...again, ...late]) {
    await storeSome(device, index => (index % 7 === 0 ? 'wrong' : index % 11 < 8 ? 'right' : 'none'))
  }
  await rollUpAll()
  for (const device of ['packed', 'packedAgain', 'packedLate'] as const) await packAll(device)
  const storeRest = (device: Device) =>
    storeSome(device, index => (index % 7 === 0 || index % 11 >= 8 ? 'right' : 'none'))
  for (const device of again) await storeRest(device)
  await rollUpAll()
  await packAll('packedAgain')
  for (const device of late) {
    await storeRest(device)
    for (let step = 0; step < 3; step++) await rollUpSteps(database).next()
  }
  for (const device of ['raw', 'packedRaw'] as const) await storeSome(device, () => 'right')
  await packAll('packedRaw')
}

async function storeSome(device: Device, which: (index: number) => 'right' | 'wrong' | 'none') {
  for (const [keyId, points] of stored.entries()) {
    const rows = points.flatMap(({ts, value}, index): Row[] => {
      const kept = toStored(which(index) === 'wrong' ? 'wrong' : sent(value))
      return which(index) === 'none'
        ? []
        : [{deviceNumber: DEVICES.indexOf(device) + 1, keyId, receivedAt: 0, ts, ...kept}]
    })
    if (rows.length > 0) await storeRows(database.pool, rows)
  }
}

async function rollUpAll() {
  for await (const _ of rollUpSteps(database));
}

async function packAll(device: Device) {
  const all = stored.map((_, keyId) => ({deviceNumber: DEVICES.indexOf(device) + 1, keyId, after: 0}))
  let unpacked = await nextUnpacked(database.pool, all, MAX_TS)
  while (unpacked.length > 0) {
    await inTransaction(database.pool, client => pack(client, unpacked))
    unpacked = await nextUnpacked(database.pool, all, MAX_TS)
  }
}

const sent = (value: PlainValue) => (value === JSON_TEXT ? JSON.parse(JSON_TEXT) : (value ?? 0))

/** A series and a range whose ends lie at its points, beside them, or further away. */
const shifts = fc.oneof(fc.constantFrom(0, 1, -1), fc.integer({min: -DAY, max: DAY}))
const asked = fc
  .record({
    keyId: fc.nat(SERIES - 1),
    deviceNumber: fc.integer({min: 1, max: DEVICES.length}),
    from: fc.nat(100),
    length: fc.nat(100),
    shift: shifts,
    otherShift: shifts,
    limit: fc.constantFrom(4, 10, 50, 1000),
    zone: zones,
  })
  .map(({keyId, deviceNumber, from, length, shift, otherShift, ...rest}) => {
    const points = stored[keyId] ?? []
    const first = Math.floor((from / 100) * (points.length - 1))
    const last = Math.min(points.length - 1, first + Math.floor((length / 100) * points.length))
    const startTs = Math.max(0, (points[first]?.ts ?? 0) + shift)
    const endTs = Math.max(startTs, (points[last]?.ts ?? 0) + otherShift)
    return {...rest, ref: {deviceNumber, keyId}, points, startTs, endTs}
  })

const inRange = <Point extends {ts: number}>(points: readonly Point[], startTs: number, endTs: number) =>
  points.filter(({ts}) => ts >= startTs && ts <= endTs)

/** Equal but for the last digits of sums, which depend on the order of adding up. */
const near = (value: number | null | undefined) =>
  typeof value === 'number' && value !== 0 ? expect.toSatisfy(isNear(value)) : (value ?? null)
const isNear = (wanted: number) => (given: unknown) =>
  typeof given === 'number' && Math.abs(given - wanted) <= 1e-9 * Math.max(Math.abs(wanted), 1)

function always<Question>(
  question: fc.Arbitrary<Question>,
  numRuns: number,
  holds: (question: Question) => Promise<void>,
) {
  const questions = fc.array(question, {minLength: AT_ONCE, maxLength: AT_ONCE})
  return fc.assert(
    fc.asyncProperty(questions, async all => {
      await Promise.all(all.map(holds))
    }),
    {numRuns: numRuns / AT_ONCE},
  )
}

it('asks for series that are rolled up and packed, in part, again, and not at all', async () => {
  const count = (table: string, where: string) =>
    `(select count(*) > 0 from ${table} where device_number = device and ${where})`
  const {rows} = await database.pool.query({
    text: `
      select device - 1, ${count('telemetry', 'value is not null')}, ${count('telemetry_rollup', 'minutes = 60')},
        ${count('telemetry_rollup', 'minutes = 1')}, ${count('telemetry_mark', 'true')},
        ${count('telemetry_block', 'minutes = 60')}, ${count('telemetry_block', 'minutes = 1440')}
      from generate_series(1, ${DEVICES.length}) as device order by device`,
    rowMode: 'array',
  })
  const [numbers, hours, minutes, marks, hourBlocks, dayBlocks] = [1, 2, 4, 8, 16, 32]
  const states = rows.map(([device, ...has]) => [
    DEVICES[device],
    has.reduce((sum: number, one: boolean, index: number) => sum + (one ? 2 ** index : 0), 0),
  ])
  const rolledUp = hours + minutes
  const packed = hourBlocks + dayBlocks
  expect(Object.fromEntries(states)).toEqual({
    rolledUp: numbers + rolledUp,
    rolledUpAgain: numbers + rolledUp,
    late: numbers + rolledUp + marks,
    raw: numbers + marks,
    packed: rolledUp + packed,
    packedAgain: rolledUp + packed,
    packedLate: numbers + rolledUp + marks + packed,
    packedRaw: marks + packed,
  })
})

const aggregations = fc.constantFrom('average', 'sum', 'count', 'max', 'min')
const windows = fc.constantFrom(1, 7, 10, 30, 60, 1440, 1440, 2880)

it('puts points into the buckets of the rule, and widens them only when more than the limit have points', async () => {
  await always(fc.tuple(asked, aggregations, windows), 4000, async ([{ref, points, zone, ...range}, agg, window]) => {
    const item = await repository.series(ref, {...range, agg, window, timeZone: zone})
    const {startTs: start, limit} = range
    const inside = countedPoints(inRange(points, range.startTs, range.endTs))
    const bucketsOf = (windowMinutes: number) => aggregate(inside, {aggregation: agg, windowMinutes, start, zone})
    const asAsked = bucketsOf(window)
    expect(item.total).toBe(inside.length)
    if (asAsked.length <= limit) expect(item.window).toBe(window)
    else expect([(item.window ?? 0) > window, item.values.length <= limit]).toEqual([true, true])
    if (window === 1440 && item.window !== window) return
    const expected = bucketsOf(item.window ?? window)
    expect(item.values).toEqual(expected.map(({ts, value}) => ({ts, dbl_v: near(value)})))
    expect(item.gaps).toEqual(emptyBuckets(expected, item.window ?? window))
    expect(item.envelope ?? []).toEqual(
      agg === 'average' ? bucketEnvelope(inside, {windowMinutes: item.window ?? window, start, zone}) : [],
    )
  })
})

it('thins as the client would', async () => {
  await always(asked, 2000, async ({ref, points, zone, startTs, endTs, limit}) => {
    const item = await repository.series(ref, {startTs, endTs, limit, agg: 'none', window: 30, timeZone: zone})
    const inside = countedPoints(inRange(points, startTs, endTs))
    const thinned = thin(inside, limit)
    expect(item).toEqual({
      agg: 'none',
      values: thinned.points.map(({ts, value}) => ({ts, dbl_v: value})),
      total: inside.length,
      gaps: thinned.gaps,
      envelope: thinned.envelope,
    })
  })
})

it('computes the statistics of the rule, which the client derives from the points as well', async () => {
  await always(asked, 1200, async ({ref, points, zone, endTs: now}) => {
    const statistics = await repository.statistics(ref, now, zone)
    const derived = await deriveStatistics(now, zone, async ({start, end}) => inRange(points, start, end).slice(-1000))
    const names: StatisticsWindow[] = ['lastHour', 'today', 'yesterday', 'thisWeek', 'lastWeek']
    for (const name of names) {
      const expected = statisticsOf(countedPoints(points), statisticsWindows(now, zone)[name])
      const {sum, average, ...exact} = expected ?? {}
      const figures = expected && {...exact, sum: near(sum), average: near(average)}
      expect([statistics[name], derived[name]]).toEqual([figures, expected])
    }
  })
})

const row = fc.record({ts: fc.nat(9_000_000), receivedAt: fc.nat(6_000_000), value: fc.nat(9)})
const batches = fc
  .tuple(fc.array(row, {minLength: 1, maxLength: 24}), fc.integer({min: 1, max: 6}))
  .map(([rows, together]) => {
    const sent = rows.toSorted((one, other) => one.receivedAt - other.receivedAt)
    return Array.from({length: Math.ceil(sent.length / together)}, (_, index) =>
      sent.slice(index * together, (index + 1) * together),
    )
  })
let lastDevice: number = DEVICES.length

it('keeps the latest value of the rule, however the points are shared out among commits', async () => {
  await always(batches, 600, async sent => {
    const deviceNumber = ++lastDevice
    const rows = sent.map(batch => batch.map((each): Row => ({...each, deviceNumber, keyId: 1, kind: 0, text: null})))
    for (const batch of rows) await storeRows(database.pool, batch)
    const latest = rows.flat().reduce((known, next) => (isNewest(next, known) ? next : known))
    const {rows: kept} = await database.pool.query(
      'select ts::float8, received_at::float8 as "receivedAt", value from latest where device_number = $1',
      [deviceNumber],
    )
    expect(kept).toEqual([{ts: latest.ts, receivedAt: latest.receivedAt, value: latest.value}])
  })
})

it('joins texts into the states of the rule, and keeps the newest of them', async () => {
  await always(asked, 1000, async ({ref, points, startTs, endTs, limit}) => {
    const {runs, total, holds} = await repository.states(ref, {startTs, endTs}, {limit, textBytes: ANSWER_TEXT_BYTES})
    const texts = inRange(points, startTs, endTs).flatMap(({ts, value}) =>
      typeof value === 'string' ? [{ts, text: value}] : [],
    )
    const states = stateRuns(texts)
    expect({total, holds}).toEqual({total: states.runs.length, holds: states.holds})
    expect(runs.map(({from, to, ...typed}) => ({from, to, text: plainValue(typed)}))).toEqual(states.runs.slice(-limit))
  })
})
