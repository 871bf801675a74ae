import {describe, expect, it} from 'vitest'
import {linesOf} from '../../../../src/ui/telemetry/sparkline/sparklineLines'

const RANGE = {start: 0, end: 100}
/** Four pixels around the line leave 100 by 50. */
const BOX = {width: 108, height: 58}
const at = (...points: [ts: number, value: number][]) => points.map(([ts, value]) => ({ts, value}))

describe('the lines of a small chart', () => {
  it('put the lowest value at the bottom, the greatest on top, and the time across', () => {
    const points = at([0, 10], [50, 20], [100, 15])
    expect(linesOf({points, gaps: []}, RANGE, BOX)).toEqual([
      [
        [4, 54],
        [54, 4],
        [104, 29],
      ],
    ])
  })

  it('are broken at each gap, and leave a point alone where it has no neighbours', () => {
    const points = at([0, 1], [10, 2], [60, 1], [90, 2])
    const gaps = [[10, 60] as const, [60, 90] as const]
    expect(linesOf({points, gaps}, RANGE, BOX).map(line => line.length)).toEqual([2, 1, 1])
  })

  it('go through the middle when all values are alike', () => {
    expect(linesOf({points: at([0, 7], [100, 7]), gaps: []}, RANGE, BOX)).toEqual([
      [
        [4, 29],
        [104, 29],
      ],
    ])
  })

  it('end at the edge for a point a moment ahead of the clock', () => {
    expect(linesOf({points: at([130, 7]), gaps: []}, RANGE, BOX)).toEqual([[[104, 29]]])
  })

  it('are none without points', () => {
    expect(linesOf({points: [], gaps: []}, RANGE, BOX)).toEqual([])
  })
})
