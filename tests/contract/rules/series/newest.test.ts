import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {CLOCK_TOLERANCE} from '../../../../contract/limits'
import {type Dated, isNewest} from '../../../../contract/rules/series/newest'

const NOW = 1_000_000_000
const dated = (ts: number, receivedAt = NOW): Dated => ({ts: NOW + ts, receivedAt})
const HOUR = 3_600_000
const AHEAD = CLOCK_TOLERANCE + 1

describe('the latest value', () => {
  it.each([
    ['is the later dated one', dated(1), dated(0), true],
    ['is not the earlier dated one, though it arrives later', dated(-1, NOW + 9), dated(0), false],
    ['is the one that arrives last of two of the same time', dated(0), dated(0), true],
    ['may be ahead by the tolerance', dated(CLOCK_TOLERANCE), dated(0), true],
    ['is not one further ahead', dated(AHEAD), dated(0), false],
    ['is one in order rather than one further ahead', dated(-HOUR + 1), dated(AHEAD), true],
    ['is one further ahead when none was in order for an hour', dated(AHEAD), dated(-HOUR - 1), true],
    ['is the later arrived one of two that are further ahead', dated(AHEAD, NOW - 1), dated(AHEAD + 5, NOW - 2), true],
    ['is the later dated one of two that are further ahead in one message', dated(AHEAD), dated(AHEAD + 1), false],
  ])('%s', (_, next, known, expected) => {
    expect(isNewest(next, known)).toBe(expected)
  })

  it('does not depend on the order of storing, but among those of the same time', () => {
    const reading = fc.record({ts: fc.nat(9_000_000), receivedAt: fc.nat(6_000_000)})
    const latestOf = (all: Dated[]) => all.reduce((known, next) => (isNewest(next, known) ? next : known))
    fc.assert(
      fc.property(fc.uniqueArray(reading, {minLength: 1, selector: ({ts}) => ts}), all => {
        expect(latestOf(all.toReversed())).toBe(latestOf(all))
      }),
      {numRuns: 500},
    )
  })
})
