import type {Pool} from 'pg'
import {afterAll, beforeAll, beforeEach, expect, it, onTestFinished} from 'vitest'
import {sumOf as exactSum} from '../../../../contract/rules/series/sum'
import type {Database} from '../../../../server/database/connect'
import {type Row, storeRows} from '../../../../server/telemetry/ingest/batch'
import {createTelemetryRepository} from '../../../../server/telemetry/repository'
import {removeExpired} from '../../../../server/telemetry/rollups/expired'
import {TOO_LARGE} from '../../../../server/telemetry/rollups/rollUp'
import {rollUpSteps} from '../../../../server/telemetry/rollups/rollUps'
import type {PassedOver} from '../../../../server/telemetry/rollups/steps'
import {createTestDatabase} from '../../../support/database'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let database: Database
/** The beginning of the present hour by the clock of the database, which decides which hours are over. */
let thisHour: number

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.pool.query('truncate telemetry, latest, telemetry_rollup, telemetry_mark, rollup_pass')
  const {rows} = await database.pool.query('select (extract(epoch from now()) * 1000)::float8 as now')
  thisHour = Math.floor(rows[0].now / HOUR) * HOUR
  await store(...[1, 2, 3].flatMap(deviceNumber => EDGES.map(edge => row(thisHour + edge, 0, deviceNumber))))
  await rollUpAll()
})

const row = (ts: number, value: number, deviceNumber = 1): Row => ({
  deviceNumber,
  keyId: 1,
  ts,
  value,
  kind: 0,
  text: null,
  receivedAt: ts,
})
const store = (...rows: Row[]) => storeRows(database.pool, rows)

async function rollUpAll() {
  for await (const _ of rollUpSteps(database));
}

/** A range is read from its first to its last point, so that only hours between such points are read whole. */
const EDGES = [-20 * DAY, 3 * HOUR]

/** The sum and the number of all points but those at the edges. */
async function sumOf(deviceNumber = 1) {
  const [startTs = 0, endTs = 0] = EDGES.map(edge => thisHour + edge)
  const query = {agg: 'sum', window: 1_000_000, timeZone: 'UTC', limit: 10, startTs, endTs} as const
  const {values, total} = await createTelemetryRepository(database).series({deviceNumber, keyId: 1}, query)
  return {sum: values[0]?.dbl_v, total: (total ?? 0) - EDGES.length}
}

async function count(table: 'telemetry_mark' | 'telemetry_rollup', where = 'true'): Promise<number> {
  const {rows} = await database.pool.query(`select count(*)::int4 as count from ${table} where ${where}`)
  return rows[0].count
}

it('rolls up hours that have been over for a while, and no later ones', async () => {
  const hours = Array.from({length: 30}, (_, hour) => thisHour + (hour - 28) * HOUR)
  await store(...hours.map(ts => row(ts + 5, 1)))
  await rollUpAll()
  const {rows} = await database.pool.query(
    `select min(ts)::float8, max(ts)::float8 from telemetry_rollup where ts > ${thisHour - DAY * 10}`,
  )
  expect(rows[0].min).toBe(thisHour - 28 * HOUR)
  expect([thisHour - HOUR, thisHour - 2 * HOUR]).toContain(rows[0].max)
  expect(await sumOf()).toEqual({sum: 30, total: 30})
})

it('reads points that come to an hour later, and those that are told again as something else', async () => {
  const from = thisHour - 2 * DAY
  await store(...[1, 2, 3].map(minute => row(from + minute * MINUTE, 1)))
  await rollUpAll()
  await store(row(from + 2 * MINUTE, 5), row(from + 4 * MINUTE, 1))
  expect([await sumOf(), await count('telemetry_mark')]).toEqual([{sum: 8, total: 4}, 1])
  await rollUpAll()
  expect([await sumOf(), await count('telemetry_mark')]).toEqual([{sum: 8, total: 4}, 0])
})

it('marks what comes to the present, when hours were rolled up by a clock that was ahead', async () => {
  await store(row(thisHour - DAY, 1))
  await rollUpAll()
  await database.pool.query('update rollup_pass set until = $1', [thisHour + DAY])
  await store(row(thisHour, 1))
  expect(await count('telemetry_mark', `ts = ${thisHour}`)).toBe(1)
})

it('adds numbers up to the last digit, whether they are rolled up yet or not', async () => {
  const values = Array.from({length: 3600}, (_, second) => 0.1 + (second % 7) / 3 + (second % 11 === 0 ? 1e6 : 0))
  await store(...values.map((value, second) => row(thisHour - 2 * DAY + second * 1000, value)))
  const before = await sumOf()
  await rollUpAll()
  expect([before, await sumOf()]).toEqual(Array(2).fill({sum: exactSum(values), total: 3600}))
})

it('leaves the hours of numbers whose sums overflow to be read', async () => {
  const from = thisHour - 2 * DAY
  await store(row(from, 1e300), row(from + 1, 1e300), row(from + HOUR, 2))
  await rollUpAll()
  expect([await count('telemetry_rollup', `ts >= ${from}`), await sumOf()]).toEqual([1, {sum: 2e300, total: 3}])
})

it('goes on after an hour that has too many numbers for a step and too large ones to be rolled up, and says which it is', async () => {
  const from = thisHour - 2 * DAY
  const numbers = Array.from({length: 5400}, (_, index) => row(from + index * 600, 1))
  await store(...numbers, row(from + 1, Number.MAX_VALUE), row(from + 2 * HOUR, 2))
  const passedOver: PassedOver[] = []
  for await (const step of rollUpSteps(database)) {
    passedOver.push(...step)
    if (passedOver.length > 1) break
  }
  expect(passedOver).toEqual([{deviceNumber: 1, keyId: 1, from, until: from + HOUR, because: TOO_LARGE}])
  expect(await count('telemetry_rollup', `ts >= ${from}`)).toBe(1)
})

it('rolls up the other series when the points of one can not be read', async () => {
  const from = thisHour - 2 * DAY
  await store(row(from, 1, 1), row(from, 1, 2), row(from, 1, 3))
  await database.pool.query(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'invalid page' using errcode = 'XX001'; end $$;
    create trigger refuse before insert on telemetry_rollup_60 for each row when (new.device_number = 2) execute function refuse();
  `)
  onTestFinished(async () => void (await database.pool.query('drop function refuse cascade')))
  const passedOver: PassedOver[] = []
  for await (const step of rollUpSteps(database)) passedOver.push(...step)
  expect(passedOver).toMatchObject([{deviceNumber: 2, keyId: 1, from, because: {code: 'XX001'}}])
  expect(await count('telemetry_rollup', `ts = ${from}`)).toBe(2)
})

it('leaves a marked hour to the next time while someone stores further points in it', async () => {
  const from = thisHour - 2 * DAY
  await store(row(from, 1))
  await rollUpAll()
  await store(row(from + 1, 1))
  const writer = await database.pool.connect()
  await writer.query('begin')
  await storeRows(writer as unknown as Pool, [row(from + 2, 1)])
  await rollUpAll()
  await writer.query('commit')
  writer.release()
  expect(await sumOf()).toEqual({sum: 3, total: 3})
})

it('goes on at once with what others write, and with several servers that do the same', async () => {
  const from = thisHour - 10 * DAY
  const writers = [1, 2, 3].map(async deviceNumber => {
    for (let batch = 0; batch < 60; batch++) {
      const rows = Array.from({length: 40}, (_, index) =>
        row(from + ((batch * 7 + index * 13) % 97) * HOUR + batch, 1, deviceNumber),
      )
      await store(...rows.toSorted((one, other) => one.ts - other.ts))
    }
  })
  let isWriting = true
  const servers = [1, 2].map(async () => {
    while (isWriting) await rollUpAll()
  })
  await Promise.all(writers)
  isWriting = false
  await Promise.all(servers)
  for (const deviceNumber of [1, 2, 3]) {
    const {rows} = await database.pool.query(
      `select sum(value) as sum, count(*)::int4 - ${EDGES.length} as total from telemetry where device_number = $1`,
      [deviceNumber],
    )
    expect(await sumOf(deviceNumber)).toEqual(rows[0])
    await rollUpAll()
    expect(await sumOf(deviceNumber)).toEqual(rows[0])
  }
  expect(await count('telemetry_mark')).toBe(0)
  expect(await count('telemetry_rollup')).toBeGreaterThan(200)
})

it('is removed with the values that are older than they are kept', async () => {
  // An hour later a day begins.
  const from = Math.floor(thisHour / DAY) * DAY - 10 * DAY - HOUR
  await store(...Array.from({length: 2000}, (_, index) => row(from + index * 5000, 1)), row(thisHour - 2 * DAY, 1))
  await rollUpAll()
  expect(await count('telemetry_rollup', 'minutes = 1')).toBeGreaterThan(100)
  for await (const _ of removeExpired(
    database,
    async () => new Map([[1, {values: from + HOUR, rollups: from + HOUR}]]),
  ));
  expect(await count('telemetry_rollup', `device_number = 1 and ts < ${from + HOUR}`)).toBe(0)
  expect(await count('telemetry_rollup', 'device_number = 1 and minutes = 60')).toBe(3)
  // The first edge is gone, too.
  expect(await sumOf()).toEqual({sum: 2001 - 720, total: 2001 - 720 - 1})
})
