import {afterEach, beforeEach, expect, it} from 'vitest'
import type {Database} from '../../../server/database/connect'
import {audit} from '../../../server/database/schema/audit'
import {retentionPass} from '../../../server/database/schema/server'
import {createLog} from '../../../server/log/log'
import {rollUpSteps} from '../../../server/telemetry/rollups/rollUps'
import {createTestApp, seedDevice, seedOrganisation} from '../../support/app'
import {createTestDatabase} from '../../support/database'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = 1_750_003_200_000

let database: Database
let now: number
let lines: string[]

beforeEach(async () => {
  database = await createTestDatabase()
  now = START
  lines = []
})
afterEach(() => database.close())

interface Kept {
  values?: number
  rollups?: number
  audit?: number
}

/** Returns the metrics of a server that has listened until it has looked, and removed what it may. */
async function look(retention: Kept) {
  const {app} = await createTestApp({
    database,
    retention,
    scheduler: {now: () => now},
    log: createLog({level: 'info', stream: {write: line => lines.push(line)}}),
  })
  await app.listen({port: 0})
  await app.drain()
  const {body} = await app.inject('/metrics')
  await app.close()
  return body
}

const hasPassed = (metrics: string) => !/retention_last_pass_timestamp_seconds NaN/i.test(metrics)

async function pass(retention: Kept): Promise<string> {
  const metrics = await look(retention)
  expect(hasPassed(metrics)).toBe(true)
  return metrics
}

async function wait(retention: Kept) {
  expect(hasPassed(await look(retention))).toBe(false)
  const [{at} = {at: 0}] = await database.db.select().from(retentionPass)
  expect(at).toBe(now)
}

/** A point for each day before the start of the test, of a device of an organisation of its own. */
async function seedDays(days: number, retentionDays: number | null = null): Promise<number> {
  const organisationId = await seedOrganisation(database, `Works ${retentionDays}`)
  await database.pool.query('update organisation set retention_days = $1 where id = $2', [
    retentionDays,
    organisationId,
  ])
  const {number} = await seedDevice(database, {name: `pump ${retentionDays}`, organisationId})
  await database.pool.query(
    'insert into telemetry (device_number, key_id, ts, value) select $1, 1, $2::int8 - day * $3::int8, 0 from generate_series(0, $4::int4 - 1) as day',
    [number, START, DAY, days],
  )
  await database.pool.query('insert into latest values ($1, 1, $2, $2, 0)', [number, START])
  return number
}

async function pointsOf(deviceNumber: number): Promise<number> {
  const {rows} = await database.pool.query(
    `select (
       (select count(*) from telemetry where device_number = $1)
       + (select coalesce(sum(points), 0) from telemetry_block where device_number = $1)
     )::int4 as count`,
    [deviceNumber],
  )
  return rows[0].count
}

const warnings = () => lines.map(line => JSON.parse(line)).filter(({level}) => level === 'warn')

it('keeps values as long as the server says, and those of an organisation for less if it says so, but never for more', async () => {
  const [none, less, more] = [await seedDays(20), await seedDays(20, 3), await seedDays(20, 15)]
  await wait({values: 10})

  now += HOUR
  const metrics = await pass({values: 10})

  expect(await Promise.all([none, less, more].map(pointsOf))).toEqual([11, 4, 11])
  expect(metrics).toContain('pulsewall_retention_removed_total{kind="values"} 34')
  expect(lines.map(line => JSON.parse(line)).find(({removed}) => removed)).toMatchObject({
    level: 'info',
    removed: {values: 34, plays: 0},
    msg: 'Removed expired data',
  })
})

it('keeps rollups for longer if the server says so, also of organisations that keep values for less', async () => {
  const numbers = [await seedDays(20), await seedDays(20, 3)]
  for await (const _ of rollUpSteps(database));
  await wait({values: 10, rollups: 15})

  now += HOUR
  await pass({values: 10, rollups: 15})

  expect(await Promise.all(numbers.map(pointsOf))).toEqual([11, 4])
  const kept = numbers.map(async number => {
    const query = 'select is_kept from telemetry_rollup where minutes = 60 and device_number = $1 order by ts'
    return (await database.pool.query(query, [number])).rows.map(row => row.is_kept)
  })
  const hours = (kept: number, others: number) => [...Array(kept).fill(true), ...Array(others).fill(false)]
  expect(await Promise.all(kept)).toEqual([hours(5, 11), hours(12, 4)])
})

it('removes nothing of a server that keeps everything, but for organisations that say so', async () => {
  const [none, less] = [await seedDays(20), await seedDays(20, 3)]
  await wait({})

  now += HOUR
  await pass({})

  expect(await Promise.all([none, less].map(pointsOf))).toEqual([20, 4])
})

it('keeps the audit trail for as long as it is told', async () => {
  const entry = (days: number) => ({at: START - days * DAY, address: '192.0.2.1', action: `day ${days}`})
  await database.db.insert(audit).values([0, 1, 2, 400].map(entry))
  await wait({audit: 2})

  now += HOUR
  await pass({audit: 2})

  const left = await database.db.select({action: audit.action}).from(audit).orderBy(audit.at)
  expect(left.map(({action}) => action)).toEqual(['day 1', 'day 0'])
})

it('looks once an hour, and on one server at a time', async () => {
  const device = await seedDays(20)
  await wait({values: 10})

  now += HOUR - 1
  const {app} = await createTestApp({database, retention: {values: 10}, scheduler: {now: () => now}})
  await app.listen({port: 0})
  await app.drain()
  await app.close()
  expect(await pointsOf(device)).toBe(20)

  now += 1
  const both = await Promise.all([look({values: 10}), look({values: 10})])
  expect([both.filter(hasPassed).length, await pointsOf(device)]).toEqual([1, 11])
})

it('waits for a pass, and says so, when the clock has jumped ahead', async () => {
  const device = await seedDays(20)
  await wait({values: 10})

  now += 9 * DAY
  await wait({values: 10})
  expect(await pointsOf(device)).toBe(20)
  expect(warnings()).toMatchObject([{before: '2025-06-15T16:00:00.000Z', now: '2025-06-24T16:00:00.000Z'}])

  now -= 9 * DAY - HOUR
  await pass({values: 10})
  expect(await pointsOf(device)).toBe(11)
})

it('goes on an hour after a server has come back that was away for long', async () => {
  const device = await seedDays(20)
  await wait({values: 10})
  now += 9 * DAY
  await wait({values: 10})

  now += HOUR
  await pass({values: 10})

  expect(await pointsOf(device)).toBe(2)
})
