import {expect, it} from 'vitest'
import {bucketEnvelope} from '../../../../contract/rules/series/envelope'
import {thin} from '../../../../contract/rules/series/thinning'

const MINUTE = 60_000

it('tells between which values the points of each bucket lie, from its start to its end', () => {
  const points = [3, -2, 5, 7].map((value, minute) => ({ts: minute * MINUTE, value}))
  expect(bucketEnvelope(points, {windowMinutes: 3, start: 0, zone: 'UTC'})).toEqual([
    {from: 0, to: 3 * MINUTE, min: -2, max: 5},
    {from: 3 * MINUTE, to: 6 * MINUTE, min: 7, max: 7},
  ])
})

it('holds every point that thinning leaves out, and has a gap where the series has one', () => {
  const points = Array.from({length: 4000}, (_, at) => ({
    ts: at * 1000 + (at < 2000 ? 0 : 600_000),
    value: 20 + 5 * Math.sin(at / 90) + (at % 7),
  }))
  const {points: kept, gaps, envelope = []} = thin(points, 400)
  expect(kept.length).toBeLessThan(points.length)
  expect(gaps).toEqual([[1_999_000, 2_600_000]])
  for (const {ts, value} of points)
    expect(envelope.some(({from, to, min, max}) => from <= ts && ts <= to && min <= value && value <= max)).toBe(true)
  expect(envelope.filter(({from, to}) => from < 2_600_000 && to > 1_999_000)).toEqual([])
  expect([envelope[0]?.from, envelope.at(-1)?.to]).toEqual([0, 4_599_000])
})
