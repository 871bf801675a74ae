import type {SeriesPoint} from '../../../contract/rules/point'
import {defused} from '../defused'
import {fileName} from '../fileName'
import {rounded} from './format'
import {inUnit, type ShownUnit, UNIT_TEXTS} from './temperature'

/** deviceId-key-data.csv. */
export const csvName = (deviceId: string, key: string): string => fileName(`${deviceId}-${key}-data.csv`)

/** A timestamp column (ISO, UTC) and a column of the series, named by its key; in fahrenheit it says so. RFC 4180. */
export function chartCsv(key: string, points: readonly SeriesPoint[], unit: ShownUnit): string {
  const isConverted = unit === 'fahrenheit'
  const column = isConverted ? `${key} (${UNIT_TEXTS[unit]})` : key
  const shown = (stored: number) => (isConverted ? rounded(inUnit(stored, unit)) : stored)
  const rows = points.map(({ts, value}) => [new Date(ts).toISOString(), shown(value)])
  return [['timestamp', textField(column)], ...rows].map(row => `${row.join(',')}\r\n`).join('')
}

function textField(text: string): string {
  const safe = defused(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
