import {describe, expect, it} from 'vitest'
import {unitOfAggregated, unitOfKey, unitText} from '../../../../contract/rules/format/shownUnit'
import {inUnit} from '../../../../contract/rules/units'

describe('a temperature', () => {
  it.each([
    [0, 32],
    [100, 212],
    [21.5, 70.7],
    [-40, -40],
    [-273.15, -459.67],
    [37, 98.6],
  ])('of %d °C is %d °F', (celsius, fahrenheit) => {
    expect(inUnit(celsius, 'fahrenheit')).toBeCloseTo(fahrenheit, 10)
    expect(inUnit(celsius, 'celsius')).toBe(celsius)
    expect(inUnit(celsius, null)).toBe(celsius)
  })

  it.each([
    ['temperature', 'fahrenheit', 'fahrenheit'],
    ['temperature', 'celsius', 'celsius'],
    ['Temperature', 'fahrenheit', null],
    ['temperature2', 'fahrenheit', null],
    ['cpu_temperature', 'fahrenheit', null],
    ['', 'fahrenheit', null],
  ] as const)('under the key %j, preferred in %s, is shown in %s', (key, preferred, unit) => {
    expect(unitOfKey(key, preferred)).toBe(unit)
  })

  it.each([
    ['none', 'fahrenheit'],
    ['average', 'fahrenheit'],
    ['min', 'fahrenheit'],
    ['max', 'fahrenheit'],
    ['sum', 'celsius'],
    ['count', null],
  ] as const)('aggregated by %s is shown in %s', (aggregation, unit) => {
    expect(unitOfAggregated('fahrenheit', aggregation)).toBe(unit)
    expect(unitOfAggregated(null, aggregation)).toBe(null)
  })

  it('is written with its unit', () => {
    expect((['celsius', 'fahrenheit', 'unit:kWh', null] as const).map(unitText)).toEqual(['°C', '°F', 'kWh', null])
  })
})

describe('a named unit', () => {
  it('is shown for any key but the temperature', () => {
    expect([unitOfKey('power', 'celsius', 'kW'), unitOfKey('temperature', 'celsius', 'K')]).toEqual([
      'unit:kW',
      'celsius',
    ])
  })

  it('stays the same for all aggregates but the count', () => {
    expect((['none', 'sum', 'count'] as const).map(name => unitOfAggregated('unit:kW', name))).toEqual([
      'unit:kW',
      'unit:kW',
      null,
    ])
  })
})
