import {inUnit} from './units'

/** A file begins with it, as without it spreadsheets read UTF-8 as one of their own older encodings. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A spreadsheet would run a text that begins like a formula. A leading apostrophe makes it show the text instead. */
export const defused = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** Writes a text as a field of a CSV file (RFC 4180). */
export function csvText(text: string): string {
  const safe = defused(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The heads of the two columns of a series. The second one names the key and, in brackets, the unit and the notes. */
export function csvHead(key: string, unit: string | null, notes: readonly string[] = []): string {
  const said = [...(unit === null ? [] : [unit]), ...notes].join('; ')
  return csvRow('timestamp', csvText(said === '' ? key : `${key} (${said})`))
}

export const csvRow = (time: string, value: string | number): string => `${time},${value}\r\n`

/**
 * Fewer digits than the 15 that a double always holds, so that rounding to them removes the error of the conversion.
 */
const CERTAIN_DIGITS = 12

/**
 * Converts a stored number to a unit and removes the digits that only the conversion adds, such as 70.70000000000002.
 */
export const csvNumber = (stored: number, unit: string | null): number =>
  unit === 'fahrenheit' ? Number(inUnit(stored, unit).toPrecision(CERTAIN_DIGITS)) : stored
