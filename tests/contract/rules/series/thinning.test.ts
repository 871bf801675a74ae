import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {planThinning, slotsBetween, slotsOf, thin} from '../../../../contract/rules/series/thinning'

/** Within seconds, hours or months, as slots of different widths begin with different pieces of time. */
const series = fc
  .constantFrom(100_000, 1e7, 1e10)
  .chain(longest => fc.uniqueArray(fc.integer({min: 0, max: longest}), {minLength: 5, maxLength: 300}))
  .chain(times =>
    fc
      .array(fc.integer({min: -50, max: 50}), {minLength: times.length, maxLength: times.length})
      .map(values => times.sort((a, b) => a - b).map((ts, index) => ({ts, value: values[index] ?? 0}))),
  )

it('keeps both ends and both peaks, counts all points, and asks for no more than the limit apart from the edges of gaps', () => {
  fc.assert(
    fc.property(series, fc.integer({min: 4, max: 100}), (points, limit) => {
      const [first, last] = [points[0]?.ts ?? 0, points.at(-1)?.ts ?? 0]
      const slots = slotsBetween(first, last, limit)
      const plan = planThinning(slotsOf(points, slots), slots.width)
      const edges = new Set(plan.gaps.flat())
      const values = points.map(({value}) => value)
      expect(plan.times).toEqual(expect.arrayContaining([first, last]))
      expect(plan.extremes.map(({value}) => value)).toEqual(
        expect.arrayContaining([Math.min(...values), Math.max(...values)]),
      )
      expect(plan.total).toBe(points.length)
      expect(plan.times.filter(ts => !edges.has(ts)).length + plan.extremes.length).toBeLessThanOrEqual(limit)
    }),
  )
})

it('finds a silence by points at its very edges', () => {
  const points = Array.from({length: 2000}, (_, index) => ({ts: index * 10 + (index < 1234 ? 0 : 500), value: 1}))
  const slots = slotsBetween(0, points.at(-1)?.ts ?? 0, 1000)
  expect(planThinning(slotsOf(points, slots), slots.width).gaps).toEqual([[12_330, 12_840]])
})

describe('a plan for what nothing but rollups is left of', () => {
  const [MINUTE, HOUR] = [60_000, 3_600_000]
  const width = 15 * MINUTE
  const hoursOf = (...hours: number[]) =>
    hours.map(hour => ({
      slot: hour * 4,
      firstTs: hour * HOUR,
      lastTs: (hour + 1) * HOUR - MINUTE,
      points: 60,
      lowest: 1,
      highest: 2,
    }))

  it('knows of no silence within an hour, however narrow the slots are', () => {
    expect(planThinning(hoursOf(0, 1, 2, 3, 4), width).gaps).toEqual([])
  })

  it('knows of one that lasts for hours', () => {
    const lost = [3 * HOUR - MINUTE, 9 * HOUR]
    expect(planThinning(hoursOf(0, 1, 2, 9, 10, 11), width).gaps).toEqual([lost])
  })
})

describe('thinning of points at hand', () => {
  it('leaves a series within the limit as it is', () => {
    const points = [{ts: 0, value: 1}]
    expect(thin(points, 1)).toEqual({points, gaps: []})
  })

  it('keeps within the limit apart from the edges of gaps, in order, and adds nothing', () => {
    fc.assert(
      fc.property(series, fc.integer({min: 4, max: 200}), (points, limit) => {
        const thinned = thin(points, limit)
        const kept = new Set(thinned.points)
        expect(thinned.points.length).toBeLessThanOrEqual(limit + 2 * thinned.gaps.length)
        expect(thinned.points).toEqual(points.filter(point => kept.has(point)))
      }),
    )
  })

  it('keeps the first, the last, the least and the greatest', () => {
    fc.assert(
      fc.property(series, fc.integer({min: 4, max: 200}), (points, limit) => {
        const [whole, thinned] = [points, thin(points, limit).points].map(each => {
          const values = each.map(({value}) => value)
          return [each[0], each.at(-1), Math.min(...values), Math.max(...values)]
        })
        expect(thinned).toEqual(whole)
      }),
    )
  })
})
