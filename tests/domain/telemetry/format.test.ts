import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {createNumbers, NUMBER_WORDS} from '../../../contract/rules/format/numbers'
import type {ShownUnit} from '../../../contract/rules/format/shownUnit'
import {listedParts, listedText, shareText, tileText, valueText} from '../../../src/domain/telemetry/format'
import type {TelemetryValue} from '../../../src/domain/telemetry/readings/reading'
import {axisUnit} from '../../../src/domain/telemetry/series/chartRange'

const numbers = createNumbers('en-GB', NUMBER_WORDS)
const inFull = (value: TelemetryValue, unit: ShownUnit = null) => valueText(numbers, value, unit)
const listed = (value: TelemetryValue, unit: ShownUnit = null) => listedText(numbers, value, unit)

describe('texts of values', () => {
  it.each([
    [null, 'N/A'],
    [0, '0'],
    [21.123456789, '21.123456789'],
    [-12.5, '−12.5'],
    [123456789012, '123,456,789,012'],
    [true, 'true'],
    [false, 'false'],
    ['on air', 'on air'],
    ['', ''],
  ])('%j reads %j', (value, text) => {
    expect(inFull(value)).toBe(text)
  })

  it.each([
    [21.123456789, '21.1'],
    [0.1 + 0.2, '0.3'],
    [0.00015000001, '0.000150'],
    [48.67, '48.7'],
    [123456789.987, '123,456,790'],
    [987654321012, '987,654,321,012'],
    [-1234567.89, '−1,234,568'],
    [null, 'N/A'],
    ['on air', 'on air'],
  ])('%j is listed as %j', (value, text) => {
    expect(listed(value)).toBe(text)
  })

  it('tiles have two decimals', () => {
    expect([3, 1.005, -0.126].map(value => tileText(numbers, value, null))).toEqual(['3.00', '1.00', '−0.13'])
  })

  it.each([
    [999_999.994, '999,999.99'],
    [1_234_567.8, '1,234,568'],
    [-123_456_789, '−123,456,789'],
    [-1_234_567_890, '−1.235E9'],
    [12_345_678_901, '12.35E9'],
    [1.7976931348623157e308, '179.8E306'],
    [-1e15, '−1E15'],
  ])('a tile has room for %d as %s, without a digit cut', (value, text) => {
    expect(tileText(numbers, value, null)).toBe(text)
  })

  it.each([
    [0, '0\u202f%'],
    [0.55, '55\u202f%'],
    [0.004, '0.4\u202f%'],
    [1, '100\u202f%'],
  ])('the share %d of booleans reads %s', (share, text) => {
    expect(shareText(numbers, share)).toBe(text)
  })

  it.each([
    [21.5, '21.5\u202f°C', '70.7\u202f°F'],
    [0, '0\u202f°C', '32\u202f°F'],
    [-40, '−40\u202f°C', '−40\u202f°F'],
    [null, 'N/A', 'N/A'],
    [true, 'true', 'true'],
    ['warm', 'warm', 'warm'],
  ])('%j as a temperature reads %j or %j', (value, celsius, fahrenheit) => {
    expect([inFull(value, 'celsius'), listed(value, 'celsius')]).toEqual([celsius, celsius])
    expect([inFull(value, 'fahrenheit'), listed(value, 'fahrenheit')]).toEqual([fahrenheit, fahrenheit])
  })

  it('a temperature is listed with as many digits as any value', () => {
    expect(listed(21.123456789, 'fahrenheit')).toBe('70.0\u202f°F')
    expect(inFull(21.123456789, 'fahrenheit')).toBe('70.0222222202\u202f°F')
  })

  it('tiles of a temperature have two decimals and the unit', () => {
    expect([tileText(numbers, 21.456, 'celsius'), tileText(numbers, 21.456, 'fahrenheit')]).toEqual([
      '21.46\u202f°C',
      '70.62\u202f°F',
    ])
  })

  it('a value in a named unit is not converted', () => {
    expect([listed(1234.5, 'unit:hPa'), inFull(1234.5, 'unit:kWh'), tileText(numbers, 2, 'unit:%')]).toEqual([
      '1,235\u202fhPa',
      '1,234.5\u202fkWh',
      '2.00\u202f%',
    ])
    expect(listed('on', 'unit:kWh')).toBe('on')
  })

  it('thousands of a unit get its prefix', () => {
    expect(listed(6_426_434_177, 'unit:bit/s')).toBe('6.43\u202fGbit/s')
    expect(tileText(numbers, 6_426_434_177, 'unit:bit/s')).toBe('6.43\u202fGbit/s')
    expect(listedParts(numbers, 1250, 'unit:W')).toEqual({text: '1.25', unit: '\u202fkW'})
  })
})

describe('the unit of the time axis', () => {
  const DAY = 86_400_000
  it.each([
    [7 * DAY, 'minute'],
    [7 * DAY + 1, 'hour'],
    [30 * DAY, 'hour'],
    [30 * DAY + 1, 'day'],
  ])('over %d ms is the %s', (length, unit) => {
    expect(axisUnit({start: 5, end: 5 + length})).toBe(unit)
  })
})

describe('a value on a wall', () => {
  const parts = (value: TelemetryValue, unit: ShownUnit) => listedParts(numbers, value, unit)

  it.each([
    [1e308, null, {text: '1E308', unit: ''}],
    [-1e308, 'unit:kWh per square metre', {text: '−1E308', unit: '\u202fkWh per square metre'}],
    [Number.MAX_VALUE, 'unit:W', {text: '1.8E293', unit: '\u202fPW'}],
    [1e308, 'fahrenheit', {text: 'beyond range', unit: ''}],
    [Number.MIN_VALUE, 'unit:%', {text: '5E−324', unit: '\u202f%'}],
    [true, 'unit:%', {text: 'true', unit: ''}],
    ['{"mode":"automatic"}', 'unit:%', {text: '{"mode":"automatic"}', unit: ''}],
    [null, 'celsius', {text: 'N/A', unit: ''}],
  ] as const)('of %j in %s is short, and has a unit if it is a number', (value, unit, text) => {
    expect(parts(value, unit)).toEqual(text)
  })

  it('is no longer than a tile has room for, whatever its size', () => {
    fc.assert(
      fc.property(
        fc.double(),
        fc.constantFrom<ShownUnit>(null, 'celsius', 'fahrenheit', 'unit:W', 'unit:%'),
        (value, unit) => {
          const {text} = parts(value, unit)
          expect(text).not.toMatch(/NaN|Infinity|e[+-]/)
          expect(text.length).toBeLessThanOrEqual(20)
        },
      ),
    )
  })
})
