import {describe, expect, it} from 'vitest'
import {NAB_PROFILES, nabScore, probationOf, tally} from '../../bench/support/nab'

const {standard, lowFalsePositives, lowFalseNegatives} = NAB_PROFILES
/** 15 of 100 rows are for learning. */
const WINDOWS = [
  {first: 20, last: 29},
  {first: 60, last: 69},
]
const scoresOf = (detected: readonly number[]) =>
  [standard, lowFalsePositives, lowFalseNegatives].map(profile => nabScore([tally(detected, 100, WINDOWS)], profile))

describe('the score of NAB', () => {
  it('is 100 for the first row of each window, and 0 for nothing', () => {
    expect(scoresOf([20, 60])).toEqual([100, 100, 100])
    expect(scoresOf([])).toEqual([0, 0, 0])
  })

  it('is as computed by hand where one window is found in its middle, and one row tells nothing', () => {
    // Row 25 has 5 of 10 rows left: 0.848284 / 0.986614 = 0.859793. Row 45 is 16 / 9 of a width behind: 0.999724.
    const [reward, penalty] = [0.859793, 0.999724]
    const [best, low, high] = scoresOf([25, 26, 45])
    expect(best).toBeCloseTo((100 * (reward - 0.11 * penalty - 1 + 2)) / 4, 4)
    expect(low).toBeCloseTo((100 * (reward - 0.22 * penalty - 1 + 2)) / 4, 4)
    expect(high).toBeCloseTo((100 * (reward - 0.11 * penalty - 2 + 4)) / 6, 4)
  })

  it('is as computed by hand where a row is before all windows, one directly behind, and one in the probation', () => {
    // Row 16 costs 1. Row 30 is 1 / 9 of a width behind: 0.270847. Row 10 does not count.
    const [best] = scoresOf([10, 16, 30])
    expect(best).toBeCloseTo((100 * (-0.11 * (1 + 0.270847) - 2 + 2)) / 4, 4)
    expect(tally([10, 16, 30], 100, WINDOWS)).toMatchObject({found: 0, outside: 2})
  })

  it('counts no row of the first 15 %, and of long files none of the first 750', () => {
    expect([100, 4032, 22_695].map(probationOf)).toEqual([15, 604, 750])
  })
})
