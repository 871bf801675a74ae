import * as fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {backOff, retryDelay} from '../../src/streams/backOff'
import {marbles} from './marbles'

describe('the back-off', () => {
  it('says when the next try is, then that it is due', () => {
    marbles(({expectObservable}) => {
      expectObservable(backOff(1, () => 0)).toBe('s 299ms (d|)', {
        s: {type: 'retry.scheduled', at: expect.any(Number)},
        d: {type: 'retry.due'},
      })
    })
  })

  it('doubles up to five seconds', () => {
    expect([1, 2, 3, 4, 5, 60].map(tries => retryDelay(tries, 0.999999))).toEqual([600, 1200, 2400, 3000, 3000, 3000])
  })

  it('spreads the clients over half of each delay', () => {
    fc.assert(
      fc.property(fc.integer({min: 1, max: 2000}), fc.double({min: 0, max: 0.999, noNaN: true}), (tries, random) => {
        const delay = retryDelay(tries, random)
        expect(delay).toBeGreaterThanOrEqual(300)
        expect(delay).toBeLessThanOrEqual(3000)
      }),
    )
  })
})
