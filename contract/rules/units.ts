import type {TemperatureUnit} from '../wire/common'
import {cut} from './text'

/** The unit of each telemetry key. */
export type Units = ReadonlyMap<string, string>

/** The shared attribute of a device or an organisation that holds the units, such as `{"power": "kW"}`. */
export const UNITS_ATTRIBUTE = 'units'

export const NO_UNITS: Units = new Map()

/** Longer units are cut, as a column has no room for them. */
export const UNIT_LENGTH = 24

/** Reads the value of the attribute, which anybody may have written. Anything but a unit is left out. */
export function unitsFrom(json: unknown): Units {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return NO_UNITS
  return new Map(
    Object.entries(json).flatMap(([key, value]) => {
      const unit = typeof value === 'string' ? unitFrom(value) : null
      return unit === null ? [] : [[key, unit] as const]
    }),
  )
}

/** Control characters, and marks that would turn the direction of the text around it. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function unitFrom(text: string): string | null {
  const unit = text
    .slice(0, 20 * UNIT_LENGTH)
    .replace(INVISIBLE, '')
    .replace(/\s+/gu, ' ')
    .trim()
  // No unit has angle brackets, and a chart would take them for markup.
  if (unit === '' || /[<>]/.test(unit)) return null
  return cut(unit, UNIT_LENGTH)
}

/** Converts a stored temperature, which is always in Celsius. Values without a unit or in others stay as they are. */
export const inUnit = (stored: number, unit: string | null): number =>
  unit === 'fahrenheit' ? (stored * 9) / 5 + 32 : stored

/** The stored value of one that is shown in a unit. */
export const storedFrom = (shown: number, unit: string | null): number =>
  unit === 'fahrenheit' ? ((shown - 32) * 5) / 9 : shown

export const UNIT_TEXTS = {celsius: '°C', fahrenheit: '°F'} as const satisfies Record<TemperatureUnit, string>
