import {describe, expect, it} from 'vitest'
import {axisUnit} from '../../../src/domain/telemetry/axisUnit'
import {listedText, shortText, tileText, valueText} from '../../../src/domain/telemetry/format'

describe('texts of values', () => {
  it.each([
    [null, 'N/A'],
    [0, '0'],
    [0.1 + 0.2, '0.3'],
    [-12.5, '-12.5'],
    [123456789012, '123456789012'],
    [true, 'true'],
    [false, 'false'],
    ['on air', 'on air'],
    ['', ''],
  ])('%j reads %j', (value, text) => {
    expect(valueText(value, null)).toBe(text)
  })

  it.each([
    [21.123456789, '21.12346'],
    [0.00015000001, '0.00015'],
    [0.0029999, '0.0029999'],
    [123456789.987, '123456790'],
    [987654321012, '987654321012'],
    [-1234567.89, '-1234568'],
    [null, 'N/A'],
    ['on air', 'on air'],
  ])('%j is listed as %j', (value, text) => {
    expect(listedText(value, null)).toBe(text)
  })

  it.each([
    [21.123456789, '21.12'],
    [0.00240131, '0.002401'],
    [-123456.7, '-123457'],
  ])('%j beneath a small chart reads %j', (value, text) => {
    expect(shortText(value, null)).toBe(text)
  })

  it('tiles have two decimals', () => {
    expect([3, 1.005, -0.126].map(value => tileText(value, null))).toEqual(['3.00', '1.00', '-0.13'])
  })

  it.each([
    [21.5, '21.5 °C', '70.7 °F'],
    [0, '0 °C', '32 °F'],
    [-40, '-40 °C', '-40 °F'],
    [21.3, '21.3 °C', '70.34 °F'],
    [null, 'N/A', 'N/A'],
    [true, 'true', 'true'],
    ['warm', 'warm', 'warm'],
  ])('%j as a temperature reads %j or %j', (value, celsius, fahrenheit) => {
    expect([valueText(value, 'celsius'), listedText(value, 'celsius')]).toEqual([celsius, celsius])
    expect([valueText(value, 'fahrenheit'), listedText(value, 'fahrenheit')]).toEqual([fahrenheit, fahrenheit])
  })

  it('a temperature is listed with as many digits as any value', () => {
    expect(listedText(21.123456789, 'fahrenheit')).toBe('70.02222 °F')
    expect(valueText(21.123456789, 'fahrenheit')).toBe('70.0222222202 °F')
  })

  it('tiles of a temperature have two decimals and the unit', () => {
    expect([tileText(21.456, 'celsius'), tileText(21.456, 'fahrenheit')]).toEqual(['21.46 °C', '70.62 °F'])
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
