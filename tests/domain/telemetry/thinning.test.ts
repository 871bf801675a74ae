import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {sortedByTime} from '../../../src/domain/telemetry/series'
import {thin} from '../../../src/domain/telemetry/thinning'

const series = fc
  .array(fc.record({ts: fc.integer({min: 0, max: 1_000_000}), value: fc.double({noNaN: true})}), {
    minLength: 1,
    maxLength: 300,
  })
  .map(sortedByTime)

describe('thinning', () => {
  it('leaves a series within the limit as it is', () => {
    const points = [{ts: 0, value: 1}]
    expect(thin(points, 1)).toBe(points)
  })

  it('keeps within the limit, in order, and adds nothing', () => {
    fc.assert(
      fc.property(series, fc.integer({min: 4, max: 200}), (points, limit) => {
        const thinned = thin(points, limit)
        const kept = new Set(thinned)
        expect(thinned.length).toBeLessThanOrEqual(Math.max(limit, 4))
        expect(thinned).toEqual(points.filter(point => kept.has(point)))
      }),
    )
  })

  it('keeps the first, the last, the least and the greatest', () => {
    fc.assert(
      fc.property(series, fc.integer({min: 4, max: 200}), (points, limit) => {
        const [whole, thinned] = [points, thin(points, limit)].map(each => {
          const values = each.map(({value}) => value)
          return [each[0], each.at(-1), Math.min(...values), Math.max(...values)]
        })
        expect(thinned).toEqual(whole)
      }),
    )
  })
})
