import {createHash} from 'node:crypto'
import {afterAll, beforeAll, beforeEach, expect, it} from 'vitest'
import {learn} from '../../../contract/rules/usual/learn'
import {emptyState, encodeState} from '../../../contract/rules/usual/state'
import type {Database} from '../../../server/database/connect'
import {learnAccepted, learnSteps} from '../../../server/usual/learning'
import {createTestDatabase} from '../../support/database'
import {emptyTables} from '../../support/tables'
import {HOUR, hoursBefore, seedHours, WEEK} from './seed'

let database: Database
const until = Math.floor(Date.UTC(2026, 9, 26) / HOUR) * HOUR
const HOURS = 3 * 168
const SERIES = Array.from({length: 30}, (_, index) => ({
  deviceNumber: 1 + Math.floor(index / 3),
  keyId: 1 + (index % 3),
}))
let zone = 'Europe/Berlin'
const zonesOf = async (numbers: readonly number[]) => new Map(numbers.map(number => [number, zone]))

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  zone = 'Europe/Berlin'
  await emptyTables(database.pool, 'telemetry_rollup', 'latest', 'usual_series')
  for (const [index, series] of SERIES.entries()) await seedHours(database, series, hoursOfSeries(index))
})

const hoursOfSeries = (index: number) => hoursBefore(until, HOURS, 10 + index)
const steps = (before = until) => learnSteps({database, zonesOf, until: before})

async function learnAll(before = until) {
  let hours = 0
  for await (const step of steps(before)) hours += step
  return hours
}

async function stored() {
  const {rows} = await database.pool.query(
    `select device_number, key_id, zone, md5(state) as state, learned_to::float8 from usual_series order by device_number, key_id`,
  )
  return rows
}

const expected = (index: number, hours = hoursOfSeries(index)) => ({
  device_number: SERIES[index]?.deviceNumber,
  key_id: SERIES[index]?.keyId,
  zone,
  state: createHash('md5')
    .update(encodeState(learn(emptyState(zone), hours)))
    .digest('hex'),
  learned_to: until,
})
const allExpected = () => SERIES.map((_, index) => expected(index))

it('learns each series from its hours, each of which it learns once', async () => {
  expect(await learnAll()).toBe(SERIES.length * HOURS)
  expect(await stored()).toEqual(allExpected())
  expect(await learnAll()).toBe(0)
})

it('comes to the same when it is broken off at each step, and goes on hour by hour', async () => {
  let left = 1_000
  for (let learned = 1; learned > 0 && left > 0; left--) {
    learned = 0
    for await (const hours of steps()) {
      learned += hours
      if (learned > 0) break
    }
  }
  expect(await stored()).toEqual(allExpected())
  await database.pool.query('truncate usual_series')
  for (let before = until - 5 * HOUR; before <= until; before += HOUR) await learnAll(before)
  expect(await stored()).toEqual(allExpected())
})

it('learns anew by the clocks of another zone, and what is damaged', async () => {
  await learnAll()
  await database.pool.query(`update usual_series set state = '\\x00', learned_to = 0 where device_number = 1`)
  expect(await learnAll()).toBe(3 * HOURS)
  zone = 'Asia/Tokyo'
  await learnAll()
  expect(await stored()).toEqual(allExpected())
})

it('forgets what is gone, and leaves texts and bools alone', async () => {
  await learnAll()
  await database.pool.query('delete from latest where device_number = 2 or device_number = 10')
  await database.pool.query('update latest set kind = 2 where device_number = 3')
  await learnAll()
  expect((await stored()).map(row => row.device_number)).not.toContain(2)
  expect((await stored()).map(row => row.device_number)).not.toContain(10)
  await database.pool.query('truncate usual_series')
  await learnAll()
  expect((await stored()).map(row => row.device_number)).not.toContain(3)
})

it('ends where another server learns', async () => {
  const client = await database.pool.connect()
  try {
    await client.query('select pg_advisory_lock(7305009)')
    expect(await learnAll()).toBe(0)
  } finally {
    await client.query('select pg_advisory_unlock(7305009)')
    client.release()
  }
})

it('takes a level that somebody has accepted where it was accepted, in however many pieces it is learned again', () => {
  const hours = hoursBefore(until, 5 * 168)
  const at = until - WEEK
  const accepted = [
    {learnedTo: at, level: 30, ts: at + HOUR / 2, at: at + HOUR / 2, by: 'plant@works.test', reason: 'New pump'},
  ]
  const whole = learnAccepted(emptyState(zone), hours, accepted)
  expect(whole).not.toEqual(learn(emptyState(zone), hours))
  for (const size of [1, 7, 168, 200]) {
    let state = emptyState(zone)
    for (let from = 0; from < hours.length; from += size)
      state = learnAccepted(state, hours.slice(from, from + size), accepted)
    expect(encodeState(state)).toEqual(encodeState(whole))
  }
})
