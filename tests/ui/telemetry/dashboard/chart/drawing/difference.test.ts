import {describe, expect, it} from 'vitest'
import {
  type ChartPoint,
  difference,
  drawnRange,
  isolated,
} from '../../../../../../src/ui/telemetry/dashboard/chart/drawing/difference'

const points = (from: number, to: number): ChartPoint[] =>
  Array.from({length: to - from + 1}, (_, at) => [(from + at) * 1000, from + at])

describe('difference', () => {
  it('finds none between equal points', () => {
    expect(difference(points(1, 9), points(1, 9))).toEqual({kind: 'none'})
    expect(difference([], [])).toEqual({kind: 'none'})
  })

  it('appends what is new at the end', () => {
    expect(difference(points(1, 9), points(1, 11))).toEqual({
      kind: 'changed',
      dropFirst: 0,
      dropLast: 0,
      append: points(10, 11),
    })
  })

  it('drops what has left the range in front', () => {
    expect(difference(points(1, 9), points(3, 10))).toEqual({
      kind: 'changed',
      dropFirst: 2,
      dropLast: 0,
      append: points(10, 10),
    })
  })

  it('redraws a last bucket whose value has changed', () => {
    expect(difference(points(1, 9), [...points(1, 8), [9000, 42]])).toEqual({
      kind: 'changed',
      dropFirst: 0,
      dropLast: 1,
      append: [[9000, 42]],
    })
  })

  it('draws all anew when much has changed, or nothing is left', () => {
    expect(difference(points(1, 9), points(1, 200))).toEqual({kind: 'replaced'})
    expect(difference(points(1, 9), points(20, 30))).toEqual({kind: 'replaced'})
    expect(difference(points(1, 9), [])).toEqual({kind: 'replaced'})
    expect(difference([], points(1, 2))).toEqual({kind: 'replaced'})
  })
})

describe('isolated', () => {
  it('keeps the points that no line passes through', () => {
    expect(
      isolated([
        [1, 5],
        [2, null],
        [3, 6],
        [4, null],
        [5, 7],
        [6, 8],
        [7, null],
        [8, 9],
      ]),
    ).toEqual([
      [1, 5],
      [3, 6],
      [8, 9],
    ])
  })
})

describe('the range of the axis', () => {
  it.each([
    ['ends on a whole step after the end', {start: 0, end: 200_000}, {start: 0, end: 200_064}],
    ['stays while the end moves by less than a pixel', {start: 0, end: 200_060}, {start: 0, end: 200_064}],
    ['moves with the end', {start: 0, end: 200_065}, {start: 0, end: 200_192}],
    ['moves with the start', {start: 1000, end: 200_065}, {start: 1000, end: 200_192}],
    ['is in order where the start is after the end', {start: 512, end: 0}, {start: 0, end: 512}],
  ])('%s', (_, range, drawn) => {
    expect(drawnRange(range)).toEqual(drawn)
  })
})
