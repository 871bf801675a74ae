import {afterAll, beforeAll, expect, it, vi} from 'vitest'
import type {Database} from '../../../../server/database/connect'
import {createSharedStatistics} from '../../../../server/telemetry/read/sharedStatistics'
import {createTelemetryRepository} from '../../../../server/telemetry/repository'
import {createTestDatabase} from '../../../support/database'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 4, 5, 10, 0, 1)
const ASKED = {device: {id: 'crane', number: 1}, key: 'load', timeZone: 'Europe/Berlin'}
const KEYS = new Map([
  ['load', 1],
  ['speed', 2],
])
let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function share() {
  await database.pool.query('truncate telemetry')
  const repository = createTelemetryRepository(database)
  const statistics = vi.fn(repository.statistics)
  const shared = createSharedStatistics({statistics, findKeys: async () => KEYS})
  const store = async (ts: number, value: number) => {
    await database.pool.query('insert into telemetry select 1, 1, $1::int8, $2::float8', [ts, value])
    shared.onStored([{device_id: 'crane'}])
  }
  await store(NOW - MINUTE, 1)
  const sums = async (now: number, further = {}) => (await shared.asOf(now, {...ASKED, ...further})).lastHour?.sum
  return {shared, statistics, store, sums}
}

it('computes once for all who ask at the same time, and soon after it', async () => {
  const {statistics, sums} = await share()
  expect(await Promise.all([sums(NOW), sums(NOW), sums(NOW + 5)])).toEqual([1, 1, 1])
  expect(await sums(NOW + 9_000)).toBe(1)
  expect(statistics).toHaveBeenCalledTimes(1)
  await sums(NOW, {timeZone: 'UTC'})
  await sums(NOW, {key: 'speed'})
  expect(statistics).toHaveBeenCalledTimes(3)
})

it('computes again what was stored since, after ten seconds, in another minute, and when the clock is set back', async () => {
  const {statistics, store, sums} = await share()
  await sums(NOW)
  await store(NOW - 1, 2)
  expect(await sums(NOW)).toBe(3)
  await sums(NOW + 10_000)
  await sums(NOW + MINUTE - 1001)
  await sums(NOW + MINUTE - 1000)
  await sums(NOW)
  expect(statistics).toHaveBeenCalledTimes(6)
})

it('asks again after a failure', async () => {
  const {statistics, sums} = await share()
  statistics.mockRejectedValueOnce(new Error('The database is away.'))
  await expect(sums(NOW)).rejects.toThrow('away')
  expect(await sums(NOW)).toBe(1)
})

it('says as of when its answers are, those of the past and those about a key that the device has not, too', async () => {
  const {shared} = await share()
  const none = {lastHour: null, today: null, yesterday: null, thisWeek: null, lastWeek: null}
  await shared.asOf(NOW, ASKED)
  expect((await shared.asOf(NOW + 5, ASKED)).at).toBe(NOW)
  expect(await shared.past(NOW - 2 * MINUTE, ASKED)).toEqual({...none, at: NOW - 2 * MINUTE})
  expect(await shared.asOf(NOW, {...ASKED, key: 'lift'})).toEqual({...none, at: NOW})
})
