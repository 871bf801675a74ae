import fc from 'fast-check'
import {afterAll, beforeAll, beforeEach, expect, it, onTestFinished} from 'vitest'
import type {Database} from '../../../../server/database/connect'
import {type Row, storeRows} from '../../../../server/telemetry/ingest/batch'
import {
  createTelemetryRepository,
  latestStored,
  type TelemetryRepository,
} from '../../../../server/telemetry/repository'
import {NUMBERS_FOR_HOURS, unpack} from '../../../../server/telemetry/rollups/pack'
import type {PassedOver} from '../../../../server/telemetry/rollups/steps'
import {packSteps} from '../../../../server/telemetry/rollups/upkeep'
import {createTestApp} from '../../../support/app'
import {createTestDatabase} from '../../../support/database'

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
const START = Date.parse('2026-03-01T00:00Z')

let database: Database
let repository: TelemetryRepository

beforeAll(async () => {
  database = await createTestDatabase()
  repository = createTelemetryRepository(database)
  await database.pool.query(`insert into telemetry_key (name) values ('load')`)
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.pool.query('truncate telemetry, telemetry_block, latest, telemetry_mark')
})

const row = (ts: number, value: number, deviceNumber = 1): Row => ({
  deviceNumber,
  keyId: 1,
  ts,
  value,
  kind: Number.isInteger(value) ? 1 : 0,
  text: null,
  receivedAt: ts,
})
const store = (...rows: Row[]) => storeRows(database.pool, rows)

async function packUntil(until: number) {
  for await (const _ of packSteps(database, until));
}

const everySecond = (from: number, count: number, deviceNumber = 1) =>
  Array.from({length: count}, (_, index) =>
    row(from + index * SECOND, Math.round(200 + 30 * Math.sin(index / 300)) / 10, deviceNumber),
  )

async function blocks() {
  const {rows} = await database.pool.query(
    `select device_number as device, ts::float8 as ts, minutes, points, step, at is null as "isEven"
     from telemetry_block order by device_number, ts`,
  )
  return rows
}

async function numbersOf(deviceNumber = 1) {
  const pages: {ts: number; value: number}[][] = []
  const all = {startTs: 0, endTs: START + 400 * DAY}
  for await (const page of repository.pagesOfNumbers({deviceNumber, keyId: 1}, all)) pages.push(page)
  return pages.flat().reverse()
}

it('packs days that are over into blocks of a day, or of an hour where they have many numbers', async () => {
  const few = [0, 1, 2].map(minute => row(START + minute * 60 * SECOND, 0.5, 2))
  await store(...everySecond(START, NUMBERS_FOR_HOURS + 1), ...few, row(START + DAY, 1), row(START + DAY, 1, 2))
  await packUntil(START + DAY - 1)
  expect(await blocks()).toEqual([])

  await packUntil(START + DAY)

  expect(await blocks()).toEqual([
    {device: 1, ts: START, minutes: 60, points: 3600, step: 1000, isEven: true},
    {device: 1, ts: START + HOUR, minutes: 60, points: 3600, step: 1000, isEven: true},
    {device: 1, ts: START + 2 * HOUR, minutes: 60, points: 1, step: 1, isEven: true},
    {device: 2, ts: START, minutes: 1440, points: 3, step: 60_000, isEven: true},
  ])
  const {rows} = await database.pool.query('select ts::float8 as ts from telemetry')
  expect(rows).toEqual([{ts: START + DAY}, {ts: START + DAY}])
})

it('packs the other series when the days of one can not be packed, and says which it is', async () => {
  await store(...[1, 2, 3].flatMap(number => [row(START, 1, number), row(START + DAY, 1, number)]))
  await database.pool.query(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'invalid page' using errcode = 'XX001'; end $$;
    create trigger refuse before insert on telemetry_block for each row when (new.device_number = 2) execute function refuse();
  `)
  onTestFinished(async () => void (await database.pool.query('drop function refuse cascade')))
  const passedOver: PassedOver[] = []
  for await (const step of packSteps(database, START + DAY)) passedOver.push(...step)
  expect(passedOver).toMatchObject([{deviceNumber: 2, keyId: 1, from: START, because: {code: 'XX001'}}])
  expect((await blocks()).map(({device}) => device)).toEqual([1, 3])
})

it('takes at most 8 bytes for a point of each second and of each minute', async () => {
  await store(...everySecond(START, 2 * NUMBERS_FOR_HOURS))
  await store(
    ...Array.from({length: 1440}, (_, minute) =>
      row(START + minute * 60 * SECOND, Math.round(50 + 5 * Math.sin(minute)) / 10, 2),
    ),
  )
  await packUntil(START + DAY)
  const {rows} = await database.pool.query<{bytes: number}>(
    `select (sum(pg_column_size(block.*) + 40) / sum(points))::float8 as bytes from telemetry_block as block
     group by device_number`,
  )
  expect(rows).toHaveLength(2)
  expect(rows.every(({bytes}) => bytes < 8)).toBe(true)
})

it('answers with late points, and those that are told again, before and after they are packed again', async () => {
  await store(...everySecond(START, 100))
  await packUntil(START + DAY)
  await store(row(START + 500, -1), row(START + 7 * SECOND, -2))
  const expected = everySecond(START, 100).map(({ts, value}) => ({ts, value: ts === START + 7 * SECOND ? -2 : value}))
  expected.splice(1, 0, {ts: START + 500, value: -1})

  expect(await numbersOf()).toEqual(expected)
  await packUntil(START + DAY)

  expect(await numbersOf()).toEqual(expected)
  expect(await blocks()).toEqual([{device: 1, ts: START, minutes: 1440, points: 101, step: null, isEven: false}])
})

it('packs a day by hours when it gets many numbers later', async () => {
  await store(...everySecond(START, 100))
  await packUntil(START + DAY)
  const all = everySecond(START, 2 * NUMBERS_FOR_HOURS)
  await store(...all.slice(50))
  await packUntil(START + DAY)
  expect((await blocks()).map(({minutes, points}) => [minutes, points])).toEqual(Array(4).fill([60, 3600]))
  expect(await numbersOf()).toEqual(all.map(({ts, value}) => ({ts, value})))
})

it('packs a day by hours, with the number that it had in another hour, when it gets many later', async () => {
  await store(row(START, 1))
  await packUntil(START + DAY)
  await store(...everySecond(START + HOUR, NUMBERS_FOR_HOURS + 1))
  await packUntil(START + DAY)
  expect((await blocks()).map(({minutes, points}) => [minutes, points])).toEqual([
    [60, 1],
    [60, 3600],
    [60, 3600],
    [60, 1],
  ])
  const {rowCount} = await database.pool.query('select from telemetry')
  expect(rowCount).toBe(0)
})

it('loses and doubles nothing while others store points, and several servers pack', async () => {
  const expected = new Map<number, number>()
  const writers = [0, 1].map(async writer => {
    for (let batch = 0; batch < 40; batch++) {
      const rows = Array.from({length: 50}, (_, index) =>
        row(START + (2 * ((batch * 31 + index * 17) % 700) + writer) * SECOND, batch),
      )
      const latest = new Map(rows.map(one => [one.ts, one]))
      await store(...latest.values())
      for (const {ts, value} of latest.values()) expected.set(ts, value ?? 0)
    }
  })
  let isWriting = true
  const servers = [1, 2].map(async () => {
    while (isWriting) await packUntil(START + DAY)
  })
  await Promise.all(writers)
  isWriting = false
  await Promise.all(servers)
  expect(new Map((await numbersOf()).map(({ts, value}) => [ts, value]))).toEqual(expected)
  expect(await numbersOf()).toHaveLength(expected.size)
})

it('makes rows of blocks again', async () => {
  const rows = [...everySecond(START, 10), row(START + 10_500, 7)]
  await store(...rows)
  await packUntil(START + DAY)
  await unpack(database.pool, [{deviceNumber: 1, keyId: 1, ts: START + 5 * HOUR}])
  expect(await blocks()).toEqual([])
  const {rows: stored} = await database.pool.query(
    'select ts::float8 as ts, value, kind from telemetry order by telemetry.ts',
  )
  expect(stored).toEqual(rows.map(({ts, value, kind}) => ({ts, value, kind})))
})

it('finds the point before those just stored in a block, when there is no row between', async () => {
  await store(...everySecond(START, 10))
  await packUntil(START + DAY)
  const ts = START + 9 * SECOND
  const ask = async (stored: Row, given: number[]) => {
    await store(stored)
    return latestStored(database.pool as never, [{deviceNumber: 1, keyId: 1, given, until: START + 9 * DAY}])
  }
  expect(await ask(row(ts, 5), [ts])).toMatchObject([{before: ts - SECOND}])
  expect(await ask(row(START + 2 * DAY, 5), [START + 2 * DAY])).toMatchObject([{before: ts}])
})

const [ROWS, PACKED] = [1, 2]
const stored = fc.array(
  fc.record({
    step: fc.oneof(fc.constant(60 * SECOND), fc.integer({min: 1, max: 2 * HOUR})),
    value: fc.oneof({weight: 9, arbitrary: fc.integer({min: -9, max: 9})}, {weight: 1, arbitrary: fc.constant('text')}),
    isLate: fc.boolean(),
  }),
  {minLength: 1, maxLength: 120, size: 'max'},
)
const asked = fc.record({
  from: fc.integer({min: -HOUR, max: 6 * DAY}),
  length: fc.nat(4 * DAY),
  limit: fc.integer({min: 1, max: 50}),
})

it('answers the same from blocks, rows and both as from rows alone', () =>
  fc.assert(
    fc.asyncProperty(
      stored,
      fc.nat(7 * DAY),
      fc.boolean(),
      fc.array(asked, {minLength: 5, maxLength: 5}),
      async (points, packed, isAgain, questions) => {
        await database.pool.query('truncate telemetry, telemetry_block, latest, telemetry_mark')
        let ts = START
        const rows = points.map(({step, value, isLate}) => {
          ts += step
          const typed = typeof value === 'string' ? {value: null, kind: 3, text: value} : {value, kind: 1, text: null}
          return {isLate, row: {deviceNumber: ROWS, keyId: 1, ts, receivedAt: ts, ...typed}}
        })
        const storeAll = (deviceNumber: number, some: typeof rows) =>
          some.length === 0 ? undefined : store(...some.map(one => ({...one.row, deviceNumber})))
        await storeAll(
          PACKED,
          rows
            .map(({isLate, row: one}, index) => ({
              isLate,
              row: isLate && index % 2 === 0 ? {...one, value: 99, kind: 0, text: null} : one,
            }))
            .filter(({isLate}, index) => !isLate || index % 2 === 0),
        )
        await packUntil(START + packed)
        await storeAll(
          PACKED,
          rows.filter(({isLate}) => isLate),
        )
        if (isAgain) await packUntil(START + packed)
        await storeAll(ROWS, rows)
        for (const {from, length, limit} of questions) {
          const range = {startTs: START + from, endTs: START + from + length}
          const [one, other] = await Promise.all([ROWS, PACKED].map(device => answers(device, range, limit)))
          expect(other).toEqual(one)
        }
      },
    ),
    {numRuns: 60},
  ))

async function answers(deviceNumber: number, range: {startTs: number; endTs: number}, limit: number) {
  const series = {deviceNumber, keyId: 1}
  const csv: string[] = []
  for await (const page of repository.csv(series, {...range, key: 'load', timeZone: 'UTC'})) csv.push(page)
  const withoutDevice = (of: {deviceNumber: number}[]) => of.map(({deviceNumber: _, ...rest}) => rest)
  const past = await repository.history([deviceNumber], {from: range.startTs, to: range.endTs, step: 10 * 60 * SECOND})
  return {
    csv,
    newest: await repository.newestPoints(series, range, {limit, textBytes: 1_000_000}),
    thinned: await repository.series(series, {...range, agg: 'none', window: 30, timeZone: 'UTC', limit}),
    at: withoutDevice(await repository.latestOfManyAt([deviceNumber], range.endTs)),
    past: {until: past.until, points: withoutDevice(past.points)},
    oldest: await repository.oldest([deviceNumber]),
    sparkline: [...(await repository.sparklines([{deviceNumber, key: 'load'}], range, 30)).values()],
    states: await repository.states(series, range, {limit, textBytes: 1_000_000}),
  }
}

it.each([
  [true, 1],
  [false, 0],
])('is done by a server whose setting is %s', async (packing, packed) => {
  await database.pool.query('truncate telemetry_rollup, rollup_pass')
  await store(...everySecond(START, 10))
  const {app} = await createTestApp({database, packing})
  await app.listen({port: 0})
  await app.drain()
  expect((await database.pool.query('select from telemetry_rollup where minutes = 60')).rowCount).toBe(1)
  await app.close()
  expect(await blocks()).toHaveLength(packed)
})
