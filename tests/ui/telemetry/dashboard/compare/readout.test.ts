import {describe, expect, it} from 'vitest'
import type {ChartPoint} from '../../../../../src/ui/telemetry/dashboard/chart/drawing/difference'
import {indexAt, nearestTime, nextTime, pointAt} from '../../../../../src/ui/telemetry/dashboard/compare/crosshair'

const LINE: readonly ChartPoint[] = [
  [10, 1],
  [20, 2],
  [21, null],
  [40, 4],
  [50, 5],
]

describe('the read-out', () => {
  it.each([
    [5, 0],
    [10, 0],
    [11, 1],
    [50, 4],
    [51, 5],
  ])('finds %d at index %d', (at, index) => {
    expect(indexAt(LINE, at)).toBe(index)
  })

  it.each([
    [10, false, [10, 1]],
    [14, false, [10, 1]],
    [16, false, [20, 2]],
    [16, true, [10, 1]],
    [30, false, null],
    [21, false, null],
    [45, false, [40, 4]],
    [9, false, null],
    [51, false, null],
    [51, true, null],
  ])('at %d, held %s, tells %j', (at, isHeld, point) => {
    expect(pointAt(LINE, at, isHeld)).toEqual(point)
  })

  it('snaps to the nearest point of any series', () => {
    expect(nearestTime([LINE, [[33, 1]]], 32)).toBe(33)
    expect(nearestTime([LINE], 28)).toBe(20)
    expect(nearestTime([[]], 28)).toBeNull()
  })

  it('steps from point to point over all series and stays at the ends', () => {
    const lines = [LINE, [[33, 1] as const]]
    expect(nextTime(lines, 20, 1)).toBe(33)
    expect(nextTime(lines, 33, 1)).toBe(40)
    expect(nextTime(lines, 33, -1)).toBe(20)
    expect(nextTime(lines, 50, 1)).toBe(50)
    expect(nextTime(lines, 10, -1)).toBe(10)
  })
})
