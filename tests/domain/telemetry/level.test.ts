import {describe, expect, it} from 'vitest'
import {askedThreshold, consolePaths} from '../../../src/domain/console/paths'
import {limitField} from '../../../src/domain/limitField'
import {chosenValue, firstLevel, stepOf} from '../../../src/domain/telemetry/level'

describe('a level', () => {
  it.each([
    [{min: 0, max: 100}, 0.5],
    [{min: 20, max: 20.3}, 0.002],
    [{min: -5000, max: 95_000}, 500],
    [{min: 3, max: 3}, 1],
  ])('moves over %j by %d at least', (shown, step) => expect(stepOf(shown)).toBeCloseTo(step, 12))

  it('is no finer than it can be chosen, and within what is shown', () => {
    const shown = {min: 0, max: 100}
    expect([81.2345, 140, -3].map(value => chosenValue(value, shown))).toEqual([81, 100, 0])
  })

  it('is first looked for near the upper edge', () => {
    expect(firstLevel({min: 15, max: 95})).toEqual({value: 87, side: 'above', severity: 'critical'})
  })

  it('is filled into the field of the threshold’s form that means the same', () =>
    expect(limitField({side: 'below', severity: 'warning'})).toBe('warningBelow'))
})

describe('the address of a device’s page', () => {
  it('names a key whose threshold’s form is opened', () => {
    const path = consolePaths('ORGANISATION_ADMIN').threshold('d1', 'flow rate')
    expect(path).toBe('/settings/device/d1?threshold=flow+rate')
    expect(askedThreshold(new URL(path, 'http://x').searchParams)).toEqual({name: 'flow rate', change: {}})
  })

  it.each([
    ['', null],
    ['?threshold=load', {name: 'load', change: {}}],
  ])('“%s” asks for a threshold’s form alone where it names its key', (search, asked) =>
    expect(askedThreshold(new URLSearchParams(search))).toEqual(asked),
  )
})
