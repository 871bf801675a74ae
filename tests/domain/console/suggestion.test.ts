import {describe, expect, it} from 'vitest'
import {judge} from '../../../contract/rules/thresholds'
import {suggestedLimits} from '../../../src/domain/console/thresholds/suggestion'

const HOUR = 3_600_000
const hours = (count: number, value: (hour: number) => number) =>
  Array.from({length: count}, (_, hour) => ({ts: hour * HOUR, value: value(hour)}))

describe('suggested limits', () => {
  it('stand just beyond what is usual, and a single fault does not move them', () => {
    const daily = (hour: number) => 50 + 10 * Math.sin((hour / 24) * 2 * Math.PI)
    const usual = suggestedLimits({minima: hours(672, daily), maxima: hours(672, hour => daily(hour) + 5)})
    const faulty = suggestedLimits({
      minima: hours(672, daily),
      maxima: hours(672, hour => (hour === 300 ? 500 : daily(hour) + 5)),
    })
    expect(usual).toMatchObject({
      days: 28,
      threshold: {warning: {above: 66.3, below: 38.8}, critical: {above: 71.3, below: 33.8}, clear: 1.3},
    })
    expect(faulty?.threshold).toEqual(usual?.threshold)
  })

  it('go by what is usual in each hour where that is known, and say so', () => {
    const past = {minima: hours(672, hour => hour % 7), maxima: hours(672, hour => 20 + (hour % 9))}
    const usual = hours(168, hour => hour).map(({value}) => ({low: value % 24 < 6 ? -1 : 3, high: 40}))
    expect(suggestedLimits(past, usual)).toEqual({
      ...{days: 28, isUsual: true},
      threshold: expect.objectContaining({warning: {above: 42, below: null}, clear: 2}),
    })
    expect(suggestedLimits(past, usual.slice(0, 24))).toEqual(suggestedLimits(past))
    expect(suggestedLimits({minima: hours(672, () => 4), maxima: hours(672, () => 4)}, usual)).toBeNull()
  })

  it('leave out a lower limit that can’t be reached', () => {
    const suggested = suggestedLimits({minima: hours(100, () => 0), maxima: hours(100, hour => hour % 30)})
    expect(suggested?.threshold).toMatchObject({warning: {below: null}, critical: {below: null}})
  })

  it('raise nothing by what was usual', () => {
    const suggested = suggestedLimits({
      minima: hours(400, hour => hour % 7),
      maxima: hours(400, hour => 20 + (hour % 9)),
    })
    for (let hour = 0; hour < 400; hour += 1)
      expect([hour % 7, 20 + (hour % 9)].map(value => suggested && judge(suggested.threshold, value, null))).toEqual([
        null,
        null,
      ])
  })

  it.each([
    ['too few hours', hours(71, hour => hour)],
    ['one value alone', hours(400, () => 7)],
    ['nothing', []],
  ])('are none of %s', (_, points) => expect(suggestedLimits({minima: points, maxima: points})).toBeNull())
})
