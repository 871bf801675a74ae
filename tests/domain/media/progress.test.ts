import {describe, expect, it} from 'vitest'
import {isAllSent, nothingOf, percentOf, secondsLeft, stopped, withBytes} from '../../../src/domain/media/progress'

const sent = (counts: readonly [bytes: number, at: number][]) =>
  counts.reduce((progress, [bytes, at]) => withBytes(progress, {bytes, at}), nothingOf(1000))

describe('the progress of an upload', () => {
  it('knows neither its speed nor the time left before the second count', () => {
    const progress = sent([[600, 5000]])
    expect([progress.bytes, progress.perSecond, secondsLeft(progress), percentOf(progress)]).toEqual([
      600,
      null,
      null,
      60,
    ])
  })

  it('tells the time left by a steady speed', () => {
    const progress = sent([
      [0, 0],
      [100, 1000],
      [200, 2000],
      [300, 3000],
    ])
    expect([progress.perSecond, secondsLeft(progress)]).toEqual([100, 7])
  })

  it('follows a new speed slowly', () => {
    const {perSecond} = sent([
      [0, 0],
      [100, 1000],
      [400, 2000],
    ])
    expect(perSecond).toBeGreaterThan(100)
    expect(perSecond).toBeLessThan(200)
  })

  it('never counts what surrounds the file', () => {
    const progress = sent([
      [0, 0],
      [1200, 1000],
    ])
    expect([progress.bytes, isAllSent(progress), percentOf(progress)]).toEqual([1000, true, 100])
  })

  it('forgets its speed while nothing moves, and when it begins anew', () => {
    const running = sent([
      [0, 0],
      [500, 1000],
    ])
    expect(stopped(running)).toEqual({bytes: 500, of: 1000, perSecond: null, at: null})
    expect(withBytes(stopped(running), {bytes: 0, at: 9000})).toEqual({bytes: 0, of: 1000, perSecond: null, at: 9000})
  })

  it('is not complete before the last byte', () => {
    expect(percentOf({bytes: 999, of: 1000})).toBe(99)
    expect(percentOf({bytes: 0, of: 0})).toBe(0)
  })
})
