import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {apart, timesAcross} from '../../../src/ui/wall/panels/chartDrawing'

describe('the labels of an axis', () => {
  it('are those that do not lie upon the one before', () => {
    expect(apart([60, 50, 40, 30, 0], place => place, 15)).toEqual([60, 40, 0])
    expect(apart([], Number, 15)).toEqual([])
  })

  it.each([
    [1000, [0, 100, 200, 300, 400, 500, 600]],
    [240, [0, 200, 400, 600]],
    [100, [0, 600]],
    [50, [600]],
  ])('are times that have room in %s pixels', (width, times) => {
    expect(timesAcross({start: 0, end: 600}, {width, text: 40, gap: 6})).toEqual(times)
  })

  it('never lie upon each other, whatever the width', () => {
    const size = fc.integer({min: 1, max: 2000})
    fc.assert(
      fc.property(size, fc.integer({min: 1, max: 200}), (width, text) => {
        const times = timesAcross({start: 0, end: 600}, {width, text, gap: 6})
        const last = times.length - 1
        const leftOf = (at: number) => (times[at] ?? 0) * (width / 600) - (at === last ? text : at === 0 ? 0 : text / 2)
        for (let at = 1; at <= last; at++) expect(leftOf(at) - leftOf(at - 1)).toBeGreaterThanOrEqual(text)
      }),
    )
  })
})
