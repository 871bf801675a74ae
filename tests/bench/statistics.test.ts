import {describe, expect, it} from 'vitest'
import {trendPerMinute} from '../../bench/support/statistics'

const MINUTE = 60_000
const samples = (values: readonly number[]) => values.map((value, at) => ({at: at * MINUTE, value}))

describe('a trend', () => {
  it('of a straight line is its slope, without any error', () => {
    const {slope, error} = trendPerMinute(samples([5, 7, 9, 11]))
    expect(slope).toBeCloseTo(2)
    expect(error).toBeCloseTo(0)
  })

  it('has the standard error of the slope by least squares', () => {
    // Noise of −1, 2, −1 around a mean of 5: the squares of the residuals are 6, those of the times 2, with one degree of freedom.
    const {slope, error} = trendPerMinute(samples([4, 7, 4]))
    expect(slope).toBeCloseTo(0)
    expect(error).toBeCloseTo(Math.sqrt(6 / 1 / 2))
  })

  it('is less certain when neighbouring samples are alike', () => {
    const values = Array.from({length: 40}, (_, at) => Math.sin(at))
    const slow = Array.from({length: 40}, (_, at) => Math.sin(at / 4))
    expect(trendPerMinute(samples(slow)).error).toBeGreaterThan(1.5 * trendPerMinute(samples(values)).error)
  })
})
