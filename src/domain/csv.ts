import type {SeriesPoint} from './series'

export interface CsvColumn {
  name: string
  points: readonly SeriesPoint[]
}

const UNSAFE_IN_FILE_NAMES = /[\p{Cc}"*/:<>?\\|]/gu

/** deviceId-key-data.csv; what no file name may hold becomes an underscore. */
export function csvName(deviceId: string, key: string): string {
  return `${deviceId}-${key}-data.csv`.replace(UNSAFE_IN_FILE_NAMES, '_')
}

/** A timestamp column (ISO, UTC) and one column a series; a series without a point at a time has an empty field. RFC 4180. */
export function chartCsv(columns: readonly CsvColumn[]): string {
  const valuesByColumn = columns.map(({points}) => new Map(points.map(({ts, value}) => [ts, value])))
  const times = [...new Set(columns.flatMap(({points}) => points.map(({ts}) => ts)))].sort((one, other) => one - other)
  const header = ['timestamp', ...columns.map(({name}) => textField(name))]
  const rows = times.map(ts => [new Date(ts).toISOString(), ...valuesByColumn.map(values => values.get(ts) ?? '')])
  return [header, ...rows].map(row => `${row.join(',')}\r\n`).join('')
}

/** A spreadsheet runs a text that begins like a formula; an apostrophe keeps it a text. */
function textField(text: string): string {
  const defused = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused
}
