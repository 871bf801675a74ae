import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {gapsBetween} from '../../../../contract/rules/series/gaps'
import {
  chartPoints,
  isBeyondRange,
  mergePoints,
  NO_SERIES,
  type Series,
  sortedByTime,
  undrawable,
  withNewest,
} from '../../../../src/domain/telemetry/series/series'

const at = (...times: number[]) => times.map(ts => ({ts, value: ts / 10}))
const seriesOf = (points: Series['points'], overrides: Partial<Series> = {}): Series => ({
  ...NO_SERIES,
  points,
  total: points.length,
  ...overrides,
})

it.each([
  ['is beyond what can be drawn with points and without one of their aggregates', seriesOf([], {total: 3}), true],
  ['is merely empty without points', seriesOf([]), false],
  ['is drawn with points', seriesOf(at(10)), false],
])('%s', (_, series, isBeyond) => {
  expect(isBeyondRange(series)).toBe(isBeyond)
})

it.each([
  ['has no axis for values at both ends of what a number can be', [-1e308, 1e308], 'tooWide'],
  ['has no axis for one value there and others near 0', [1e-308, 1.7e308], 'tooWide'],
  ['has an axis for values that are large and the same', [1e308, 1e308], null],
  ['has no axis for values next to 0', [-1e-308, 1e-308], 'tooSmall'],
  ['has an axis for values near 0', [-1e-299, 1e-299], null],
  ['has an axis for nothing but 0', [0, 0], null],
  ['has an axis without points', [], null],
])('%s', (_, values, why) => {
  expect(undrawable(seriesOf(values.map((value, ts) => ({ts, value}))))).toBe(why)
})

describe('taking live points in', () => {
  it('appends newer ones and counts them', () => {
    const series = seriesOf(at(10, 20, 30), {total: 500, isThinned: true})
    expect(mergePoints(series, at(40, 50))).toEqual({...series, points: at(10, 20, 30, 40, 50), total: 502})
  })

  it('puts a late one where it belongs', () => {
    expect(mergePoints(seriesOf(at(10, 30)), at(20))).toEqual(seriesOf(at(10, 20, 30)))
  })

  it('drops those that it has, and returns the series itself when no other came', () => {
    const series = seriesOf(at(10, 20))
    expect(mergePoints(series, at(10, 20))).toBe(series)
    expect(mergePoints(series, [])).toBe(series)
    expect(mergePoints(series, at(20, 30)).points).toEqual(at(10, 20, 30))
  })

  it('takes the newly arrived of two with the same time', () => {
    expect(mergePoints(seriesOf(at(10, 20)), [{ts: 10, value: 9}])).toEqual(seriesOf([{ts: 10, value: 9}, ...at(20)]))
  })

  it('starts an empty series', () => {
    expect(mergePoints(NO_SERIES, at(20, 10))).toEqual(seriesOf(at(10, 20)))
  })

  it('opens a gap behind a silence', () => {
    expect(mergePoints(seriesOf(at(10, 20, 30, 40)), at(90)).gaps).toEqual([[40, 90]])
  })

  it('closes a gap with the points that were missing', () => {
    const series = seriesOf(at(10, 20, 30, 40, 80, 90), {gaps: [[40, 80]]})
    expect(mergePoints(series, at(50, 60, 70)).gaps).toEqual([])
  })

  it('splits a gap of a thinned series', () => {
    const series = seriesOf(at(0, 100), {gaps: [[0, 100]], isThinned: true})
    expect(mergePoints(series, at(40)).gaps).toEqual([
      [0, 40],
      [40, 100],
    ])
  })

  it('gives the same series however the points arrive', () => {
    const points = fc.uniqueArray(fc.integer({min: 0, max: 1000}), {maxLength: 40}).map(times => at(...times))
    fc.assert(
      fc.property(points, fc.nat(40), (all, cut) => {
        const inTwo = mergePoints(mergePoints(NO_SERIES, all.slice(0, cut)), all.slice(cut))
        expect(inTwo.points).toEqual(sortedByTime(all))
        expect(inTwo.total).toBe(all.length)
      }),
    )
  })
})

it('adds the newest points to those that are drawn, and counts none twice', () => {
  const thinned = seriesOf(at(10, 30, 50), {total: 500, isThinned: true})
  expect(withNewest(thinned, at(40, 50))).toEqual({...thinned, points: at(10, 30, 40, 50)})
})

describe('gaps', () => {
  it.each([
    ['an even series', [0, 10, 20, 30, 40], []],
    ['a silence of more than three intervals', [0, 10, 20, 30, 61, 71, 81, 91], [[30, 61]]],
    ['a silence of three intervals', [0, 10, 20, 30, 60, 70, 80, 90], []],
    ['too few points to know the usual interval', [0, 10, 500], []],
    ['a device that changes its period', [0, 10, 20, 30, 40, 140, 240, 340, 440], []],
    ['nothing', [], []],
  ])('%s', (_, times, gaps) => {
    expect(gapsBetween(at(...times))).toEqual(gaps)
  })

  it('break the line with a null', () => {
    expect(chartPoints(seriesOf(at(10, 50), {gaps: [[10, 50]]}), null)).toEqual([
      [10, 1],
      [11, null],
      [50, 5],
    ])
  })

  it('are drawn in fahrenheit for whoever prefers it', () => {
    expect(chartPoints(seriesOf(at(0, 50), {gaps: [[0, 50]]}), 'fahrenheit')).toEqual([
      [0, 32],
      [1, null],
      [50, 41],
    ])
  })
})
