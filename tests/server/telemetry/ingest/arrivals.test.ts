import fc from 'fast-check'
import {expect, it, onTestFinished} from 'vitest'
import {CLOCK_TOLERANCE} from '../../../../contract/limits'
import {createArrivals, moveTaken} from '../../../../server/telemetry/ingest/arrivals'
import {type Row, storeRows} from '../../../../server/telemetry/ingest/batch'
import {createTestDatabase} from '../../../support/database'

const NOW = 1_760_000_000_000

it('gives each value of a key a time of its own, and none an earlier one than the value before', () => {
  const value = fc.record({device: fc.integer({min: 1, max: 2}), key: fc.constantFrom('a', 'b', 'c'), later: fc.nat(2)})
  fc.assert(
    fc.property(fc.array(value, {maxLength: 200}), values => {
      const arrivals = createArrivals()
      const given = new Map<number, {key: string; ts: number}[]>()
      let now = NOW
      for (const {device, key, later} of values) {
        now += later
        const before = given.get(device) ?? []
        const ts = arrivals.next(device, key, now)
        expect(ts).toBeGreaterThanOrEqual(Math.max(now, before.at(-1)?.ts ?? now))
        expect(before).not.toContainEqual({key, ts})
        given.set(device, [...before, {key, ts}])
      }
    }),
  )
})

it('gives the moment of arrival again once what came at once has been told apart', () => {
  const arrivals = createArrivals()
  const next = (now: number) => arrivals.next(1, 'a', now)
  expect([next(NOW), next(NOW), next(NOW + 1), next(NOW + 3)]).toEqual([NOW, NOW + 1, NOW + 2, NOW + 3])
})

it('starts from the clock when that was set back', () => {
  const arrivals = createArrivals()
  expect([arrivals.next(1, 'a', NOW), arrivals.next(1, 'a', NOW - 5000)]).toEqual([NOW, NOW - 5000])
})

it('refuses more values than milliseconds of a minute, and takes them again later', () => {
  const arrivals = createArrivals()
  for (let value = 0; value <= CLOCK_TOLERANCE; value++) arrivals.next(1, 'a', NOW)
  expect(() => arrivals.next(1, 'a', NOW)).toThrow(expect.objectContaining({statusCode: 429}))
  expect(arrivals.next(2, 'a', NOW)).toBe(NOW)
  expect(arrivals.next(1, 'a', NOW + 10)).toBe(NOW + CLOCK_TOLERANCE + 1)
})

it('moves an arrival behind all in a row that other servers have given a time, by one look', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const row = (ts: number): Row => ({deviceNumber: 1, keyId: 1, ts, value: 1, kind: 0, text: null, receivedAt: ts})
  await storeRows(
    database.pool,
    Array.from({length: 500}, (_, index) => row(NOW + index)),
  )

  expect(await moveTaken(database.pool, [{...row(NOW), isArrival: true}])).toEqual([
    {...row(NOW), ts: NOW + 500, isArrival: true},
  ])
})
