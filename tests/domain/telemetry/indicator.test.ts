import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {BAND_PLACE, beyond, type IndicatorScale, placeOf} from '../../../src/domain/telemetry/indicator'

const anyScale: fc.Arbitrary<IndicatorScale> = fc
  .tuple(fc.integer(), fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), fc.boolean())
  .map(([low, below, usual, above, isKnown]) => ({
    range: {low, high: low + below + usual + above},
    band: isKnown ? {low: low + below, high: low + below + usual} : null,
  }))

describe('an indicator', () => {
  it.each([
    ['in the middle of its band', 50, {range: {low: 0, high: 100}, band: {low: 40, high: 60}}, 0.5],
    ['in the middle of a narrow band', 7, {range: {low: 0, high: 400}, band: {low: 6, high: 8}}, 0.5],
    ['half way below the band', 20, {range: {low: 0, high: 100}, band: {low: 40, high: 60}}, 0.2],
    ['at the end of the range', 100, {range: {low: 0, high: 100}, band: {low: 40, high: 60}}, 1],
    ['beyond the range', -5, {range: {low: 0, high: 100}, band: {low: 40, high: 60}}, 0],
    ['without a band', 25, {range: {low: 0, high: 100}, band: null}, 0.25],
    ['of one usual value', 7, {range: {low: 0, high: 10}, band: {low: 7, high: 7}}, 0.5],
    ['of a range that is its band', 11, {range: {low: 0, high: 10}, band: {low: 0, high: 10}}, 1],
  ] as const)('shows a value %s', (_, value, scale, place) => {
    expect(placeOf(value, scale)).toBeCloseTo(place)
  })

  it('lines up the bands of all, keeps the order of values, and never leaves its bar', () => {
    fc.assert(
      fc.property(anyScale, fc.double({noNaN: true}), fc.double({noNaN: true}), (scale, one, other) => {
        const [low, high] = [placeOf(Math.min(one, other), scale), placeOf(Math.max(one, other), scale)]
        expect(low >= 0 && low <= high && high <= 1).toBe(true)
        const isUsual = scale.band !== null && one >= scale.band.low && one <= scale.band.high
        const place = placeOf(one, scale)
        if (isUsual) expect(place >= BAND_PLACE.low - 1e-9 && place <= BAND_PLACE.high + 1e-9).toBe(true)
      }),
    )
  })

  it('says on which side of its range a value lies', () => {
    const range = {low: 0, high: 1}
    expect([beyond(2, range), beyond(-1, range), beyond(1, range)]).toEqual(['above', 'below', null])
  })
})
