import {rounded} from './format'
import type {SeriesPoint} from './seriesPoint'
import {inUnit, type ShownUnit, UNIT_TEXTS} from './temperature'

const UNSAFE_IN_FILE_NAMES = /[\p{Cc}"*/:<>?\\|]/gu

/** deviceId-key-data.csv; what no file name may hold becomes an underscore. */
export function csvName(deviceId: string, key: string): string {
  return `${deviceId}-${key}-data.csv`.replace(UNSAFE_IN_FILE_NAMES, '_')
}

/** A timestamp column (ISO, UTC) and a column of the series, named by its key; in fahrenheit it says so. RFC 4180. */
export function chartCsv(key: string, points: readonly SeriesPoint[], unit: ShownUnit): string {
  const isConverted = unit === 'fahrenheit'
  const column = isConverted ? `${key} (${UNIT_TEXTS[unit]})` : key
  const shown = (stored: number) => (isConverted ? rounded(inUnit(stored, unit)) : stored)
  const rows = points.map(({ts, value}) => [new Date(ts).toISOString(), shown(value)])
  return [['timestamp', textField(column)], ...rows].map(row => `${row.join(',')}\r\n`).join('')
}

/** A spreadsheet runs a text that begins like a formula; an apostrophe keeps it a text. */
function textField(text: string): string {
  const defused = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused
}
