import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {HOUR} from '../../../../contract/rules/time/durations'
import {changesIn, LEAST_PIECES, type SeriesOfStretch} from '../../../../contract/rules/usual/changes'
import {hourOfNumbers} from './hours'

const hoursOf = (from: number, ...numbers: readonly (readonly number[])[]) =>
  numbers.map((each, index) => hourOfNumbers((from + index) * HOUR, each))

const seriesOf = (
  id: string,
  before: readonly (readonly number[])[],
  during: readonly (readonly number[])[],
  isCounter = false,
): SeriesOfStretch<string> => ({
  id,
  before: hoursOf(0, ...before),
  during: hoursOf(before.length, ...during),
  isCounter,
})

/** Six hours around 10, with values from 9 to 11 in each: a spread of 0.5. */
const STEADY = Array.from({length: 6}, () => [9, 11])

describe('changesIn', () => {
  it('divides the difference of the means by the usual spread', () => {
    expect(changesIn([seriesOf('a', STEADY, [[12, 14]])])).toEqual({
      changes: [{id: 'a', before: 10, during: 13, spread: 0.5, by: 6}],
      tooLittle: 0,
    })
  })

  it('counts each value once, in long pieces and in short ones', () => {
    const [change] = changesIn([seriesOf('a', STEADY, [[10, 10, 10, 10, 10], [16]])]).changes
    expect(change?.during).toBeCloseTo(11)
  })

  it('ranks rises and falls of any units by how far they are, and equal ones in the order given', () => {
    const large = STEADY.map(numbers => numbers.map(number => number * 1e6))
    const all = [
      seriesOf('same', STEADY, [[10]]),
      seriesOf('rose', STEADY, [[12]]),
      seriesOf('fell', large, [[5e6]]),
      seriesOf('fell alike', STEADY, [[8]]),
    ]
    const {changes} = changesIn(all)
    expect(changes.map(({id, by}) => [id, by])).toEqual([
      ['fell', -10],
      ['rose', 4],
      ['fell alike', -4],
      ['same', 0],
    ])
  })

  it('leaves out and counts series with too little before, and those with nothing in the stretch', () => {
    const some = [seriesOf('short', STEADY.slice(0, LEAST_PIECES - 1), [[50]]), seriesOf('silent', STEADY, [])]
    expect(changesIn(some)).toEqual({changes: [], tooLittle: 2})
  })

  it('calls no last digit of a series that never changes a change, and each change of nothing one', () => {
    const flat = (number: number) => Array.from({length: 6}, () => [number, number])
    const {changes} = changesIn([
      seriesOf('digit', flat(20), [[20.001]]),
      seriesOf('nothing', flat(0), [[0]]),
      seriesOf('something', flat(0), [[-1e-9]]),
    ])
    expect(changes.map(({id, by}) => [id, Math.round(by * 100) / 100])).toEqual([
      ['something', -1000],
      ['digit', 0.05],
      ['nothing', 0],
    ])
  })

  it('compares counters by their rise in a second, through a reset', () => {
    const before = [0, 1, 2, 3, 0, 1, 2, 3].map(hour => [hour * 3600])
    const [change] = changesIn([seriesOf('total', before, [[5 * 3600], [7 * 3600]], true)]).changes
    expect(change).toMatchObject({before: 1, during: 2, by: 1000})
  })

  it('does not depend on the unit', () => {
    const hours = (length: number) =>
      fc.array(fc.array(fc.integer({min: 0, max: 1000}), {minLength: 1, maxLength: 5}), {
        minLength: length,
        maxLength: 20,
      })
    fc.assert(
      fc.property(hours(LEAST_PIECES), hours(1), fc.constantFrom(0.5, 4, 1024), (before, during, unit) => {
        const scaled = (all: readonly (readonly number[])[]) => all.map(each => each.map(number => number * unit))
        const [one] = changesIn([seriesOf('a', before, during)]).changes
        const [other] = changesIn([seriesOf('a', scaled(before), scaled(during))]).changes
        expect(other?.by).toBeCloseTo(one?.by ?? Number.NaN, 6)
      }),
    )
  })
})
