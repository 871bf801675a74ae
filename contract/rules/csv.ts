import type {TemperatureUnit} from '../wire/temperatureUnit'
import {inUnit, UNIT_TEXTS} from './temperature'

/** A spreadsheet runs a text that begins like a formula; an apostrophe keeps it a text. */
export const defused = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** A text as a field of a CSV file, by RFC 4180. */
export function csvText(text: string): string {
  const safe = defused(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The heads of a series' two columns; that of its values names the key, the unit that they are given in, and what else they are. */
export function csvHead(key: string, unit: TemperatureUnit | null, notes: readonly string[] = []): string {
  const said = [...(unit === null ? [] : [UNIT_TEXTS[unit]]), ...notes].join('; ')
  return csvRow('timestamp', csvText(said === '' ? key : `${key} (${said})`))
}

export const csvRow = (time: string, value: string | number): string => `${time},${value}\r\n`

/** Digits that a double holds for certain. */
const CERTAIN_DIGITS = 12

/** A stored number in a unit; without the digits that only the conversion has brought. */
export const csvNumber = (stored: number, unit: TemperatureUnit | null): number =>
  unit === 'fahrenheit' ? Number(inUnit(stored, unit).toPrecision(CERTAIN_DIGITS)) : stored
