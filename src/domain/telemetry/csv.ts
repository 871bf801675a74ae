import {csvHead, csvNumber, csvRow} from '../../../contract/rules/csv'
import type {SeriesPoint} from '../../../contract/rules/point'
import {fileName} from '../fileName'
import type {ShownUnit} from './temperature'

/** deviceId-key-data.csv. */
export const csvName = (deviceId: string, key: string): string => fileName(`${deviceId}-${key}-data.csv`)

/** A timestamp column (ISO, UTC) and a column of the series, named by its key; in fahrenheit it says so. RFC 4180. */
export function chartCsv(key: string, points: readonly SeriesPoint[], unit: ShownUnit): string {
  const converted = unit === 'fahrenheit' ? unit : null
  const rows = points.map(({ts, value}) => csvRow(new Date(ts).toISOString(), csvNumber(value, converted)))
  return [csvHead(key, converted), ...rows].join('')
}
