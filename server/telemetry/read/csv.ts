import type {Pool} from 'pg'
import {csvHead, csvNumber, csvRow, csvText} from '../../../contract/rules/csv'
import {localTimes} from '../../../contract/rules/time/localTime'
import {UNIT_TEXTS} from '../../../contract/rules/units'
import type {CsvQuery} from '../../../contract/wire/telemetry/telemetry'
import {KIND, type StoredValue} from '../ingest/value'
import {type SeriesRef, selectPoints} from './series'

const POINTS_PER_PAGE = 10_000

/**
 * Yields the file in pages. Each page has its own statement, so memory and statement time do not grow with the range.
 */
export async function* csvPages(pool: Pool, series: SeriesRef | undefined, query: CsvQuery): AsyncGenerator<string> {
  const {key, startTs, endTs, timeZone, unit = null} = query
  const timeOf = localTimes(timeZone)
  let next = startTs
  let head = csvHead(key, unit === null ? null : UNIT_TEXTS[unit])
  while (series !== undefined && next <= endTs) {
    const points = await selectPoints(pool, series, {startTs: next, endTs}, POINTS_PER_PAGE, 'asc')
    yield head + points.map(({ts, ...stored}) => csvRow(timeOf(ts), field(stored, unit))).join('')
    head = ''
    const last = points.at(-1)
    if (last === undefined || points.length < POINTS_PER_PAGE) return
    next = last.ts + 1
  }
  if (head !== '') yield head
}

function field({value, kind, text}: StoredValue, unit: CsvQuery['unit'] | null): string | number {
  if (value === null) return csvText(text ?? '')
  return kind === KIND.bool ? String(value !== 0) : csvNumber(value, unit ?? null)
}
