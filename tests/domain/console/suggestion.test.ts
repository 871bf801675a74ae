import {describe, expect, it} from 'vitest'
import {judge} from '../../../contract/rules/thresholds'
import {type HourlyExtremes, suggestedLimits} from '../../../src/domain/console/thresholds/suggestion'

const HOUR = 3_600_000
const hours = (count: number, value: (hour: number) => number) =>
  Array.from({length: count}, (_, hour) => ({ts: hour * HOUR, value: value(hour)}))
const between = (low: number, high: number): HourlyExtremes => ({
  minima: hours(672, hour => (hour % 24 === 0 ? low : low + 0.4 * (high - low))),
  maxima: hours(672, hour => (hour % 24 === 0 ? high : low + 0.6 * (high - low))),
})
const past = (name: string, extremes: HourlyExtremes, usual: readonly {low: number; high: number}[] = []) => ({
  device: {id: name, name},
  extremes,
  usual,
})
const limitsOf = (...pasts: readonly ReturnType<typeof past>[]) => {
  const suggested = suggestedLimits(pasts)
  return suggested?.kind === 'limits' ? suggested : null
}

describe('suggested limits', () => {
  it('stand just beyond what is usual, and a single fault does not move them', () => {
    const daily = (hour: number) => 50 + 10 * Math.sin((hour / 24) * 2 * Math.PI)
    const usual = limitsOf(past('A', {minima: hours(672, daily), maxima: hours(672, hour => daily(hour) + 5)}))
    const faulty = limitsOf(
      past('A', {
        minima: hours(672, daily),
        maxima: hours(672, hour => (hour === 300 ? 500 : daily(hour) + 5)),
      }),
    )
    expect(usual).toMatchObject({
      days: 28,
      threshold: {warning: {above: 66.3, below: 38.8}, critical: {above: 71.3, below: 33.8}, clear: 1.3},
    })
    expect(faulty?.threshold).toEqual(usual?.threshold)
  })

  it('go by what is usual in each hour where that is known, and say so', () => {
    const extremes = {minima: hours(672, hour => hour % 7), maxima: hours(672, hour => 20 + (hour % 9))}
    const usual = hours(168, hour => hour).map(({value}) => ({low: value % 24 < 6 ? -1 : 3, high: 40}))
    expect(limitsOf(past('A', extremes, usual))).toEqual({
      kind: 'limits',
      days: 28,
      isUsual: true,
      leftOut: [],
      threshold: expect.objectContaining({warning: {above: 42, below: null}, clear: 2}),
    })
    expect(limitsOf(past('A', extremes, usual.slice(0, 24)))).toEqual(limitsOf(past('A', extremes)))
    const still = {minima: hours(672, () => 4), maxima: hours(672, () => 4)}
    expect(suggestedLimits([past('A', still, usual)])).toBeNull()
  })

  it('leave out a lower limit that can’t be reached', () => {
    const suggested = limitsOf(past('A', {minima: hours(100, () => 0), maxima: hours(100, hour => hour % 30)}))
    expect(suggested?.threshold).toMatchObject({warning: {below: null}, critical: {below: null}})
  })

  it('raise nothing by what was usual', () => {
    const suggested = limitsOf(
      past('A', {minima: hours(400, hour => hour % 7), maxima: hours(400, hour => 20 + (hour % 9))}),
    )
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
  ])('are none of %s', (_, points) => expect(suggestedLimits([past('A', {minima: points, maxima: points})])).toBeNull())
})

describe('limits for several devices', () => {
  it('stand beyond what any of them shows', () => {
    const suggested = limitsOf(past('A', between(20, 40)), past('B', between(24, 44)))
    expect(suggested?.threshold.warning).toEqual({above: 45.2, below: 18.8})
  })

  it('are refused where devices differ, with the lowest and the highest', () => {
    const pump = past('Bilge pump', between(31, 53))
    const air = past('Air', between(14, 18))
    expect(suggestedLimits([pump, past('Engine', between(33, 50)), air])).toEqual({
      kind: 'disagreeing',
      lowest: {device: air.device, low: 14, high: 18},
      highest: {device: pump.device, low: 31, high: 53},
    })
  })

  it('are refused for devices that always show another value', () => {
    const still = (value: number) => ({minima: hours(672, () => value), maxima: hours(672, () => value)})
    expect(suggestedLimits([past('A', still(5)), past('B', still(7))])?.kind).toBe('disagreeing')
  })

  it('do not depend on a device of which too little is known', () => {
    const short = {minima: hours(10, () => 500), maxima: hours(10, () => 500)}
    expect(suggestedLimits([past('A', between(20, 40)), past('B', short)])).toEqual(
      suggestedLimits([past('A', between(20, 40))]),
    )
  })
})

describe('what a series crosses as a habit', () => {
  /** The usual band leaves out that a pump stops each night. */
  const running = Array.from({length: 168}, () => ({low: 5, high: 8}))
  const stopping = {
    minima: hours(672, hour => (hour % 24 === 3 ? 0 : 5.5)),
    maxima: hours(672, hour => (hour % 24 === 3 ? 6 : 7.5)),
  }

  it('is not suggested', () => {
    const suggested = limitsOf(past('Pump', stopping, running))
    expect(suggested).toMatchObject({leftOut: ['below'], threshold: {warning: {above: 8.15, below: null}}})
    expect(suggested?.threshold.critical?.below).toBeNull()
  })

  it('leaves nothing to suggest on both sides', () => {
    const wild = {minima: stopping.minima, maxima: hours(672, hour => (hour % 24 === 9 ? 20 : 7.5))}
    expect(suggestedLimits([past('Pump', wild, running)])).toEqual({kind: 'habit'})
  })

  it('is no habit on two days', () => {
    const twice = {...stopping, minima: hours(672, hour => (hour === 3 || hour === 50 ? 0 : 5.5))}
    expect(limitsOf(past('Pump', twice, running))?.leftOut).toEqual([])
  })
})
