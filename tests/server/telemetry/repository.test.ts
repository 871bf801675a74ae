import {TZDate} from '@date-fns/tz'
import {startOfDay} from 'date-fns'
import fc from 'fast-check'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {statisticsOf} from '../../../contract/rules/series/statistics'
import type {Aggregation} from '../../../contract/wire/telemetry/telemetry'
import type {Database} from '../../../server/database/connect'
import {createTelemetryRepository, type TelemetryRepository} from '../../../server/telemetry/repository'
import {createTestDatabase} from '../../support/database'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Point {
  ts: number
  value: number
}

let database: Database
let repository: TelemetryRepository
let lastKey = 0

beforeAll(async () => {
  database = await createTestDatabase()
  repository = createTelemetryRepository(database)
})
afterAll(() => database.close())

/** Each series gets a key of its own. */
async function store(points: readonly Point[]) {
  const series = {deviceNumber: 1, keyId: ++lastKey}
  await database.pool.query('insert into telemetry select 1, $1, * from unnest($2::int8[], $3::float8[])', [
    series.keyId,
    points.map(({ts}) => ts),
    points.map(({value}) => value),
  ])
  return series
}

const points = (from: number, period: number, count: number, valueAt: (index: number) => number): Point[] =>
  Array.from({length: count}, (_, index) => ({ts: from + index * period, value: valueAt(index)}))

const QUERY = {limit: 1000, window: 30, timeZone: 'UTC', agg: 'none'} as const

const aggregations = ['average', 'sum', 'count', 'max', 'min'] as const

describe('aggregation', () => {
  const folds: Record<Exclude<Aggregation, 'none'>, (values: number[]) => number> = {
    average: values => values.reduce((a, b) => a + b, 0) / values.length,
    sum: values => values.reduce((a, b) => a + b, 0),
    count: values => values.length,
    max: values => Math.max(...values),
    min: values => Math.min(...values),
  }
  /** The rule of the contract, as simply as it can be said. */
  function reference(
    stored: Point[],
    startTs: number,
    endTs: number,
    agg: (typeof aggregations)[number],
    window: number,
    timeZone: string,
  ) {
    const buckets = new Map<number, number[]>()
    for (const {ts, value} of stored.filter(point => point.ts >= startTs && point.ts <= endTs)) {
      const width = window * MINUTE
      const start =
        window === 1440
          ? startOfDay(new TZDate(ts, timeZone)).getTime()
          : startTs + Math.floor((ts - startTs) / width) * width
      buckets.set(start, [...(buckets.get(start) ?? []), value])
    }
    return [...buckets]
      .sort(([a], [b]) => a - b)
      .map(([ts, values]) => ({ts, dbl_v: expect.closeTo(folds[agg](values), 9)}))
  }

  const berlin = Date.parse('2026-03-28T09:17:23.456Z')
  const newYork = Date.parse('2026-10-31T09:17:23.456Z')
  it.each(
    aggregations.flatMap(agg => [
      {agg, window: 10, from: berlin, timeZone: 'UTC'},
      {agg, window: 30, from: berlin, timeZone: 'Europe/Berlin'},
      {agg, window: 7, from: berlin, timeZone: 'UTC'},
      {agg, window: 1440, from: berlin, timeZone: 'Europe/Berlin'},
      {agg, window: 1440, from: newYork, timeZone: 'America/New_York'},
      {agg, window: 1440, from: berlin, timeZone: 'Asia/Kolkata'},
      {agg, window: 2880, from: berlin, timeZone: 'Europe/Berlin'},
    ]),
  )('$agg by $window minutes in $timeZone is as the rule says', async ({agg, window, from, timeZone}) => {
    const stored = points(from - HOUR, 4 * MINUTE, 900, index => Math.sin(index) * 10).filter((_, i) => i % 97 > 20)
    const series = await store(stored)
    const [startTs, endTs] = [from, from + 2 * DAY + 12_345]
    const item = await repository.series(series, {startTs, endTs, limit: 1000, agg, window, timeZone})
    const values = reference(stored, startTs, endTs, agg, window, timeZone)
    expect(item).toMatchObject({agg, window, values})
    expect(item.total).toBe(stored.filter(({ts}) => ts >= startTs && ts <= endTs).length)
  })

  it('names the neighbours of empty buckets as gaps', async () => {
    const series = await store([0, 1, 5, 6, 9].map(hour => ({ts: hour * HOUR, value: 1})))
    const item = await repository.series(series, {...QUERY, startTs: 0, endTs: DAY, agg: 'sum', window: 60})
    expect(item.gaps).toEqual([
      [HOUR, 5 * HOUR],
      [6 * HOUR, 9 * HOUR],
    ])
  })

  it('widens the window when more buckets than the limit have points, and says so', async () => {
    const series = await store(points(0, MINUTE, 1000, index => index))
    const item = await repository.series(series, {
      ...QUERY,
      startTs: 0,
      endTs: 1000 * MINUTE - 1,
      agg: 'sum',
      window: 1,
      limit: 100,
    })
    expect(item).toMatchObject({window: 10, total: 1000, gaps: []})
    expect(item.values.slice(0, 2)).toEqual([
      {ts: 0, dbl_v: 45},
      {ts: 10 * MINUTE, dbl_v: 145},
    ])
  })

  it('never widens hours to a window of one day, which means calendar days', async () => {
    const series = await store(points(HOUR, HOUR, 480, index => index))
    const range = {startTs: HOUR, endTs: 481 * HOUR - 1}
    const item = await repository.series(series, {...QUERY, ...range, agg: 'count', window: 60, limit: 20})
    expect([item.window, item.values[0], item.values.length]).toEqual([1500, {ts: HOUR, dbl_v: 25}, 20])
  })

  it('keeps the window in a wide range with few points', async () => {
    const series = await store([
      {ts: 10 * DAY, value: 1},
      {ts: 12 * DAY, value: 2},
    ])
    const item = await repository.series(series, {...QUERY, startTs: 0, endTs: 4e12, agg: 'max', window: 1})
    expect(item).toMatchObject({
      window: 1,
      values: [
        {ts: 10 * DAY, dbl_v: 1},
        {ts: 12 * DAY, dbl_v: 2},
      ],
    })
  })

  it.each([
    ['10 minutes, of which 1153 have points', 10, MINUTE, 11_521, 20, 577],
    ['30 minutes, of which 385 have points', 30, MINUTE, 11_521, 30, 385],
    ['one minute, of which 91 in seven years have points', 1, 30 * DAY, 91, 1, 91],
    ['days, of which 3 in forty years have points', 1440, 20 * 365 * DAY, 3, 1440, 3],
  ])(
    'merges by what has points, not by the range asked for: %s',
    async (_, window, period, count, applied, buckets) => {
      const series = await store(points(365 * DAY, period, count, () => 1))
      const item = await repository.series(series, {...QUERY, startTs: 0, endTs: 4e12, agg: 'count', window})
      expect([item.window, item.values.length, item.total]).toEqual([applied, buckets, count])
    },
  )

  it('answers a one-minute window over fifty years', async () => {
    const series = await store(points(0, 50 * DAY, 365, index => index))
    const item = await repository.series(series, {...QUERY, startTs: 0, endTs: 4e12, agg: 'count', window: 1})
    expect([item.total, item.values.length]).toEqual([365, 365])
  })

  it('answers one-day buckets over a century', async () => {
    const series = await store([
      {ts: 0, value: 1},
      {ts: 4e12, value: 2},
    ])
    const item = await repository.series(series, {
      ...QUERY,
      startTs: 0,
      endTs: 4e12,
      agg: 'count',
      window: 1440,
      timeZone: 'America/New_York',
    })
    expect([item.total, item.values.length]).toEqual([2, 2])
  })
})

describe('values at the edges of what doubles hold', () => {
  const MAX = Number.MAX_VALUE
  const BEYOND = {sum: null, average: null, count: 2, min: MAX, max: MAX}
  const now = Date.parse('2026-06-17T12:00:00Z')

  it.each([
    ['two of the largest', [MAX, MAX], BEYOND],
    ['the largest and its opposite', [MAX, -MAX], {sum: 0, average: 0, count: 2, min: -MAX, max: MAX}],
    ['large ones that cancel later', [MAX, MAX, -MAX, -MAX], {sum: 0, average: 0, count: 4, min: -MAX, max: MAX}],
    [
      'small ones between large',
      [1e16, 1, -1e16, 1, 0.1, 1e15, -1e15],
      {sum: 2.1, average: 0.3, count: 7, min: -1e16, max: 1e16},
    ],
    ['the smallest', [5e-324, -0, 5e-324], {sum: 1e-323, average: 5e-324, count: 3, min: 0, max: 5e-324}],
    [
      'the smallest and its opposite',
      [5e-324, -5e-324, 5e-324],
      {sum: 5e-324, average: 0, count: 3, min: -5e-324, max: 5e-324},
    ],
  ] as const)('are added up, counted and compared: %s', async (_, values, expected) => {
    const stored = values.map((value, index) => ({ts: now - HOUR + index * MINUTE, value}))
    const series = await store(stored)
    const query = {...QUERY, startTs: now - HOUR, endTs: now, window: 60}
    const answers: Record<string, unknown> = {}
    for (const agg of aggregations) answers[agg] = (await repository.series(series, {...query, agg})).values[0]?.dbl_v
    expect(plainZero(answers)).toEqual({...expected, average: closeTo(expected.average)})
    const {lastHour} = await repository.statistics(series, now, 'UTC')
    const {count, ...figures} = expected
    expect(plainZero({...lastHour})).toEqual({
      ...figures,
      average: closeTo(expected.average),
      events: expect.any(Number),
    })
    expect(plainZero({...lastHour})).toEqual(plainZero({...statisticsOf(stored, {start: now - HOUR, end: now})}))
  })

  it('are added up over the pieces of which the windows consist', async () => {
    const series = await store(
      [1e16, 1, -1e16, 1].map((value, index) => ({ts: now - 2 * DAY + index * 12 * HOUR, value})),
    )
    expect((await repository.statistics(series, now, 'UTC')).thisWeek?.sum).toBe(2)
  })

  const closeTo = (value: number | null) => (value === null ? null : expect.closeTo(value, 12))
  const plainZero = (answer: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, value === 0 ? 0 : value]))
})

describe('thinning', () => {
  it('leaves a series within the limit as it is', async () => {
    const stored = points(0, 1000, 1000, index => index % 7)
    const item = await repository.series(await store(stored), {...QUERY, startTs: 0, endTs: 1e6})
    expect(item).toEqual({
      agg: 'none',
      values: stored.map(({ts, value}) => ({ts, dbl_v: value})),
      total: 1000,
      gaps: [],
    })
  })

  it('keeps the ends, every peak and the edges of gaps', async () => {
    const peaks = new Map([
      [4321, 99],
      [12_345, -99],
      [34_559, 50],
    ])
    const stored = points(0, 5000, 34_560, index => peaks.get(index) ?? Math.sin(index / 500)).filter(
      (_, index) => index < 20_000 || index > 20_500,
    )
    const item = await repository.series(await store(stored), {...QUERY, startTs: 0, endTs: 2 * DAY})
    const gap = [20_000 - 1, 20_501].map(index => index * 5000)
    expect([item.total, item.gaps]).toEqual([34_059, [gap]])
    expect(item.values.length).toBeGreaterThan(450)
    expect(item.values.length).toBeLessThanOrEqual(1002)
    expect(item.values).toEqual(
      expect.arrayContaining([
        {ts: 0, dbl_v: 0},
        ...[...peaks].map(([index, value]) => ({ts: index * 5000, dbl_v: value})),
        ...gap.map(ts => ({ts, dbl_v: expect.any(Number)})),
      ]),
    )
    expect(item.values.map(({ts}) => ts)).toEqual([...new Set(item.values.map(({ts}) => ts))].sort((a, b) => a - b))
  })

  it('thins by what there is, not by the range that was asked for', async () => {
    const item = await repository.series(await store(points(1e12, 1000, 5000, index => index % 10)), {
      ...QUERY,
      startTs: 0,
      endTs: 4e12,
    })
    expect([item.total, item.values.length > 500]).toEqual([5000, true])
  })

  it('neither holds nor counts what lies beyond the end of the range', async () => {
    const series = await store(points(0, 100, 5000, index => (index === 2501 ? 99 : index % 10)))
    const {values, total} = await repository.series(series, {...QUERY, startTs: 0, endTs: 250_000})
    expect([total, values.at(-1)]).toEqual([2501, {ts: 250_000, dbl_v: 0}])
  })

  it.each([1, 2, 3])('answers a limit of %i with the newest points', async limit => {
    const item = await repository.series(await store(points(0, 1000, 10, index => index)), {
      ...QUERY,
      startTs: 0,
      endTs: 1e6,
      limit,
    })
    expect(item).toEqual({
      agg: 'none',
      values: points(0, 1000, 10, i => i)
        .slice(-limit)
        .map(({ts, value}) => ({ts, dbl_v: value})),
      total: 10,
      gaps: [],
    })
  })
})

describe('statistics', () => {
  const zone = 'Europe/Berlin'
  const now = Date.parse('2026-06-17T12:00:00Z')
  const at = (text: string) => Date.parse(text)

  it.each([
    ['rises above the threshold', [0.001, 0.004, 0.001, 0.005], 2],
    ['the threshold itself is no event', [0.001, 0.003, 0.001], 0],
    ['one event while it stays above', [0.001, 0.004, 0.009, 0.0031], 1],
    ['falling to the threshold ends an event', [0.004, 0.003, 0.004], 2],
    ['the first point above counts', [0.004, 0.005], 1],
    ['nothing above', [0, 0.002], 0],
  ])('events: %s', async (_title, values, events) => {
    const series = await store(values.map((value, index) => ({ts: now - HOUR + index * MINUTE, value})))
    expect((await repository.statistics(series, now, zone)).lastHour?.events).toBe(events)
  })

  it('counts an event that goes on over midnight in both days, and once in the week', async () => {
    const midnight = at('2026-06-16T22:00:00Z')
    const series = await store([-2, -1, 0, 1].map(minutes => ({ts: midnight + minutes * MINUTE, value: 0.004})))
    const {today, yesterday, thisWeek} = await repository.statistics(series, now, zone)
    expect([today?.events, yesterday?.events, thisWeek?.events]).toEqual([1, 1, 1])
  })

  it('takes the windows of the viewer, and null for those without points', async () => {
    const series = await store([
      {ts: at('2026-06-08T10:00:00Z'), value: 1},
      {ts: at('2026-06-14T21:59:59Z'), value: 2},
      {ts: at('2026-06-14T22:00:00Z'), value: 4},
      {ts: at('2026-06-16T22:00:00Z'), value: 8},
      {ts: now, value: 16},
      {ts: now + 1, value: 32},
    ])
    expect(await repository.statistics(series, now, zone)).toEqual({
      lastHour: {sum: 16, events: 1, average: 16, min: 16, max: 16},
      today: {sum: 24, events: 1, average: 12, min: 8, max: 16},
      yesterday: null,
      thisWeek: {sum: 28, events: 1, average: 28 / 3, min: 4, max: 16},
      lastWeek: {sum: 3, events: 1, average: 1.5, min: 1, max: 2},
    })
  })

  it.each([
    ['Europe/Berlin', '2026-03-29T10:00:00Z'],
    ['Europe/Berlin', '2026-10-26T10:00:00Z'],
    ['America/New_York', '2026-03-08T20:00:00Z'],
    ['America/New_York', '2026-11-02T03:30:00Z'],
    ['Asia/Kolkata', '2026-06-15T00:15:00Z'],
  ])('agrees with counting by hand in %s at %s', async (timeZone, time) => {
    const end = at(time)
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          fc.record({ts: fc.integer({min: end - 15 * DAY, max: end}), value: fc.constantFrom(0.001, 0.003, 0.004)}),
          {
            selector: ({ts}) => ts,
            maxLength: 60,
          },
        ),
        async unordered => {
          const stored = unordered.toSorted((a, b) => a.ts - b.ts)
          const statistics = await repository.statistics(await store(stored), end, timeZone)
          const today = stored.filter(({ts}) => ts >= startOfDay(new TZDate(end, timeZone)).getTime())
          const rises = today.filter(({value}, i) => value > 0.003 && !((today[i - 1]?.value ?? 0) > 0.003)).length
          expect([statistics.today?.events ?? 0, statistics.today?.sum ?? 0]).toEqual([
            rises,
            expect.closeTo(
              today.reduce((sum, {value}) => sum + value, 0),
              9,
            ),
          ])
        },
      ),
      {numRuns: 15},
    )
  })
})
