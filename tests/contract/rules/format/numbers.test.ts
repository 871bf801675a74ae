import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {createNumbers, NUMBER_WORDS} from '../../../../contract/rules/format/numbers'
import {prefixed} from '../../../../contract/rules/format/prefixes'
import {limitInUnit, listedInUnit} from '../../../../contract/rules/format/values'

const numbers = createNumbers('en-GB', NUMBER_WORDS)
const SPACE = '\u202f'

describe('a value of a list', () => {
  it.each([
    [6_426_434_177, 'bit/s', '6.43', 'Gbit/s'],
    [999.4, 'W', '999', 'W'],
    [999.9, 'W', '1.00', 'kW'],
    [-1250, 'W', '−1.25', 'kW'],
    [0.4, 'kW', '400', 'W'],
    [0.0004, 'kW', '0.4', 'W'],
    [12_000, 'kWh', '12', 'MWh'],
    [0, 'kW', '0', 'kW'],
    [50.02, 'Hz', '50.0', 'Hz'],
    [50, 'Hz', '50', 'Hz'],
    [0.1 + 0.2, 'A', '0.3', 'A'],
    [1.5e21, 'B', '1,500,000', 'PB'],
    [48.67, '°C', '48.7', '°C'],
    [1013.25, 'hPa', '1,013', 'hPa'],
    [20_000, 'rpm', '20,000', 'rpm'],
  ])('writes %d %s as %s %s', (value, unit, text, named) => {
    expect(listedInUnit(numbers, value, `unit:${unit}`)).toBe(`${text}${SPACE}${named}`)
  })

  it('has a minus sign, in a power of ten as well', () => {
    expect([numbers.number(-0.9839), numbers.number(-1e-9)]).toEqual(['−0.9839', '−1E−9'])
  })

  it('has another prefix only when it is the same quantity', () => {
    const POWERS = new Map([...' kMGTP'].map((prefix, at) => [prefix.trim(), at]))
    const finite = fc.double({noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300})
    fc.assert(
      fc.property(finite, fc.constantFrom('bit/s', 'kbit/s', 'W', 'MW', 'kHz', 'GB'), (value, unit) => {
        const shown = prefixed(value, unit)
        const powerOf = (name: string) => POWERS.get(name.replace(/(bit\/s|W|Hz|B)$/, '')) ?? Number.NaN
        const back = shown.value * 1000 ** (powerOf(shown.unit ?? '') - powerOf(unit))
        expect(Math.abs(back - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-12)
      }),
    )
  })
})

it('writes a limit with the digits that somebody has set', () => {
  expect([77.15, 0.0038899, 49.8 - 0.7].map(limit => limitInUnit(numbers, limit, null))).toEqual([
    '77.15',
    '0.0038899',
    '49.1',
  ])
})
