import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {shareWithin} from '../../../../src/domain/telemetry/indicator'
import {gaugePanel, gaugeScale} from '../../../../src/domain/wall/gauges/gauge'
import {ticksOf} from '../../../../src/domain/wall/gauges/ticks'

const base = {id: 'g', title: '', x: 0, y: 0, w: 6, h: 5}
const scale = (least: number | null, most: number | null, values: number[], limits: number[] = [], unit = '%') =>
  gaugeScale({least, most}, {values, limits: limits.map(value => ({value})), unit})

describe('the scale of a gauge', () => {
  it('has the ends that were typed, whatever the values are', () => {
    expect(scale(0, 100, [500], [80])).toEqual({low: 0, high: 100})
  })

  it('is made of round numbers around the limits and the values, in the unit that is shown', () => {
    expect(scale(null, null, [21.4, 37], [80])).toEqual({low: 20, high: 80})
    expect(scale(null, null, [0, 100], [], 'fahrenheit')).toEqual({low: 0, high: 250})
  })

  it('has one typed end, and another beyond it', () => {
    expect(scale(0, null, [21, 37])).toEqual({low: 0, high: 40})
    expect(scale(null, 50, [21, 37])).toEqual({low: 20, high: 50})
    expect(scale(90, null, [21, 37])).toEqual({low: 90, high: 110})
    expect(scale(null, 10, [21, 37])).toEqual({low: -10, high: 10})
  })

  it('is made of what is known where the typed ends are in no order', () => {
    expect(scale(100, 0, [21, 37])).toEqual({low: 20, high: 40})
  })

  it('is none where nothing is known', () => {
    expect([scale(null, null, []), scale(3, null, []), scale(null, null, [Number.NaN])]).toEqual([null, null, null])
  })

  it('has room for a value next to nothing', () => {
    expect(scale(null, null, [5e-324])).toEqual({low: 0, high: 0.5})
  })

  it('has room for values that hardly differ', () => {
    const values = [999_999_999.9995002, 999_999_999.9995003]
    expect(scale(null, null, values)).toEqual({low: 999_999_999.5, high: 1e9})
    expect(scale(null, 0, values)).toEqual({low: -0.5, high: 0})
  })

  it('has room beside a typed end that is far larger than the values', () => {
    expect(scale(1000, null, [1e-300])).toEqual({low: 1000, high: 1001})
    expect(scale(null, -1000, [1e-300])).toEqual({low: -1001, high: -1000})
  })

  it('has room for all that it is made of', () => {
    const number = fc.double({noNaN: true, min: -1e9, max: 1e9})
    fc.assert(
      fc.property(fc.array(number, {minLength: 1}), fc.option(number), fc.option(number), (values, least, most) => {
        const found = scale(least, most, values)
        if (found === null) throw new Error('There is no scale')
        expect(found.low).toBeLessThan(found.high)
        for (const value of values) expect(shareWithin(found, value)).toSatisfy(share => share >= 0 && share <= 1)
      }),
    )
  })

  it('is made of finite numbers by the greatest doubles, too, and every value has a place on it', () => {
    fc.assert(
      fc.property(
        fc.array(extreme, {minLength: 1, maxLength: 6}),
        fc.option(extreme),
        fc.option(extreme),
        fc.constantFrom('%', 'fahrenheit'),
        (values, least, most, unit) => {
          const found = scale(least, most, values, values, unit)
          if (found === null) return
          expect([found.low, found.high].every(Number.isFinite)).toBe(true)
          expect(found.low).toBeLessThanOrEqual(found.high)
          for (const value of values) expect(shareWithin(found, value)).toSatisfy(share => share >= 0 && share <= 1)
        },
      ),
      {
        examples: [
          [[-Number.MAX_VALUE, Number.MAX_VALUE], null, null, '%'],
          [[Number.MAX_VALUE], Number.MAX_VALUE, null, '%'],
        ],
      },
    )
  })
})

const {MAX_VALUE, MIN_VALUE} = Number
const extreme = fc.oneof(
  fc.constantFrom(0, -MAX_VALUE, MAX_VALUE, MAX_VALUE / 2, -1e308, 1e308, MIN_VALUE, -MIN_VALUE, 1e-308, 1, 100),
  fc.double({noNaN: true, noDefaultInfinity: true}),
)

it('the ticks of any two doubles are finite, and in order', () => {
  fc.assert(
    fc.property(extreme, extreme, (one, other) => {
      const ticks = ticksOf(Math.min(one, other), Math.max(one, other))
      expect(ticks.every(Number.isFinite)).toBe(true)
      expect([...ticks].sort((a, b) => a - b)).toEqual(ticks)
    }),
  )
})

describe('a gauge', () => {
  it('is an arc without typed ends where nothing else can be read', () => {
    expect(gaugePanel.read(base, {look: 'clock', least: '0', most: null, series: 4})).toEqual({
      ...base,
      kind: 'gauge',
      repeat: 'none',
      look: 'arc',
      least: null,
      most: null,
      series: {deviceId: '', key: ''},
    })
  })
})
