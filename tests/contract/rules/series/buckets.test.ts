import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {aggregate, emptyBuckets, intoBuckets} from '../../../../contract/rules/series/buckets'
import type {SeriesPoint} from '../../../../contract/rules/series/point'

const MINUTE = 60_000
const at = (iso: string) => Date.parse(iso)
const minutes = (...values: [number, number][]): SeriesPoint[] =>
  values.map(([ts, value]) => ({ts: ts * MINUTE, value}))

describe('aggregation', () => {
  const points = minutes([5, 1], [14, 3], [15, -2], [44, 8], [45, 10])
  it.each([
    ['none', points],
    ['average', minutes([5, 2], [15, -2], [35, 8], [45, 10])],
    ['sum', minutes([5, 4], [15, -2], [35, 8], [45, 10])],
    ['count', minutes([5, 2], [15, 1], [35, 1], [45, 1])],
    ['max', minutes([5, 3], [15, -2], [35, 8], [45, 10])],
    ['min', minutes([5, 1], [15, -2], [35, 8], [45, 10])],
  ] as const)(
    '%s: bucket n starts at the start plus n windows, and empty ones are left out',
    (aggregation, expected) => {
      const bucketing = {aggregation, windowMinutes: 10, start: 5 * MINUTE, zone: 'UTC'}
      expect(aggregate(points, bucketing)).toEqual(expected)
    },
  )

  it.each([
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', '2026-03-30T22:00:00Z'], // 23 hours
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '2026-10-26T23:00:00Z'], // 25 hours
    ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z', '2026-03-10T04:00:00Z'],
    ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z', '2026-11-03T05:00:00Z'],
    ['Asia/Kolkata', '2026-03-28T18:30:00Z', '2026-03-29T18:30:00Z', '2026-03-30T18:30:00Z'],
  ])('one-day buckets are days of the viewer in %s', (zone, first, second, third) => {
    const stops = [at(first), at(second) - 1, at(second), at(third) - 1, at(third)]
    const start = at(first) - 3 * 60 * MINUTE
    const days = aggregate(
      stops.map(ts => ({ts, value: 1})),
      {aggregation: 'sum', windowMinutes: 1440, start, zone},
    )
    expect(days).toEqual([
      {ts: at(first), value: 2},
      {ts: at(second), value: 2},
      {ts: at(third), value: 1},
    ])
  })

  it('puts each point into exactly one bucket, that of its time', () => {
    const series = fc.array(fc.record({ts: fc.integer({min: 0, max: 10_000_000}), value: fc.double({noNaN: true})}))
    fc.assert(
      fc.property(series, fc.integer({min: 1, max: 90}), fc.integer({min: 0, max: 1_000_000}), (all, window, start) => {
        const buckets = intoBuckets(all, {windowMinutes: window, start, zone: 'UTC'})
        for (const [from, points] of buckets) {
          expect((from - start) % (window * MINUTE)).toBe(from < start ? -0 : 0)
          for (const {ts} of points) expect(ts >= from && ts < from + window * MINUTE).toBe(true)
        }
        expect([...buckets.values()].flat().length).toBe(all.length)
      }),
    )
  })

  it('knows between which buckets others are empty', () => {
    expect(emptyBuckets(minutes([0, 1], [10, 1], [30, 1]), 10)).toEqual([[10 * MINUTE, 30 * MINUTE]])
  })

  it('takes a day of 25 hours for a neighbour of the next', () => {
    const days = ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '2026-10-27T23:00:00Z'].map(day => ({
      ts: at(day),
      value: 1,
    }))
    expect(emptyBuckets(days, 1440)).toEqual([[at('2026-10-25T23:00:00Z'), at('2026-10-27T23:00:00Z')]])
  })
})
