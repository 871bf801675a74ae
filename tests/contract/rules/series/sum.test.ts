import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {sumOf} from '../../../../contract/rules/series/sum'

describe('a sum', () => {
  it.each([
    ['of nothing', [], 0],
    ['of small values between large ones that cancel', [1e16, 1, -1e16, 1, 0.1, 1e15, -1e15], 2.1],
    ['that lies beyond doubles', [1.7e308, 1.7e308], null],
    ['whose way leads beyond doubles', [Number.MAX_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE], Number.MAX_VALUE],
    ['of the smallest numbers', [5e-324, 5e-324], 1e-323],
  ])('%s', (_, values, sum) => {
    expect(sumOf(values)).toBe(sum)
  })

  it('keeps what is left when everything else cancels, in any order', () => {
    const value = fc.double({min: -1e12, max: 1e12, noNaN: true})
    fc.assert(
      fc.property(fc.array(value), fc.integer({min: -1000, max: 1000}), (values, left) => {
        const cancelled = [...values, left, ...values.map(each => -each)]
        expect(sumOf(cancelled)).toBeCloseTo(left, 9)
      }),
      {numRuns: 500},
    )
  })
})
