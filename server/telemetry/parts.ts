import type {Pool} from 'pg'
import {EVENT_THRESHOLD} from '../../contract/limits'
import {HOUR} from '../../contract/rules/durations'
import {int8Array} from './binaryArray'
import {piecesOf, type RolledUp, type Span} from './pieces'
import {numbersOf} from './points'
import {rollupsOf} from './rollUp'
import {RANGE, type Range, rangeValues, type SeriesRef} from './series'

const COLUMNS = [
  ...['ts', 'points', 'high', 'low', 'magnitude', 'first', 'last', 'lowest', 'highest'],
  ...['first_at', 'last_at', 'lowest_at', 'highest_at', 'events'],
].join(', ')

/** A point as a part, with its value where the columns of numbers are. */
const POINT = `ts, 1, value, 0, abs(value), value, value, value, value, 0, 0, 0, 0, (value > ${EVENT_THRESHOLD})::int4`

/** The first parameter of SQL that has some of its own. */
export const FURTHER = 4

interface Reading {
  /** SQL over the columns of parts and `place`, which is that of the range, from 1 on. */
  columns: string
  /** Parameters of `columns`, from that of number `FURTHER` on. */
  further?: readonly unknown[]
  /** Parts have the last value of the part before in the same range as `before`. */
  isBeforeRead?: boolean
}

/**
 * Reads the numbers of a series for each of some ranges, in the order of time, that has any: in parts none of which lies
 * in two ranges. These are pieces of time that are rolled up, and points where nothing is, or where a mark says that
 * points have come since.
 */
export async function readRanges<Columns extends object>(
  pool: Pool,
  series: SeriesRef,
  ranges: readonly Range[],
  {columns, further = [], isBeforeRead = false}: Reading,
): Promise<({place: number} & Columns)[]> {
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (first === undefined || last === undefined) return []
  const rolledUp = await findRolledUp(pool, series, {startTs: first.startTs, endTs: last.endTs})
  const {rollups, points} = piecesOf(ranges, rolledUp)
  const values: unknown[] = [
    series.deviceNumber,
    series.keyId,
    int8Array(ranges.map(({startTs}) => startTs)),
    ...further,
  ]
  const each = (spans: readonly Span[]) => {
    const since = values.push(int8Array(spans.map(span => span.since)))
    const until = values.push(int8Array(spans.map(span => span.until)))
    return `unnest($${since}::int8[], $${until}::int8[]) as span (since, until)`
  }
  const parts = [...rollups].map(
    ([minutes, spans]) => `select ${COLUMNS} from ${each(spans)} cross join lateral (
      select ${COLUMNS} from ${rollupsOf(minutes)}
      where ${OF_SERIES} and minutes = ${minutes} and ts >= since and ts < until and points > 0 offset 0
    ) as piece`,
  )
  if (points.length > 0) {
    parts.push(`select ${POINT} from ${each(points)} cross join lateral ${numbersOf({...RANGE, ...OF_SPAN})} as point`)
  }
  const before = isBeforeRead ? ', lag(last) over (partition by place order by ts) as before' : ''
  const text = `
    select place - 1 as place, ${columns} from (
      select *${before} from (
        select *, width_bucket(ts, $3::int8[]) as place from (${parts.join('\nunion all\n')}) as part (${COLUMNS}) offset 0
      ) as part
    ) as part
    group by place order by place`
  return (await pool.query<{place: number} & Columns>(text, values)).rows
}

const OF_SERIES = `device_number = ${RANGE.deviceNumber} and key_id = ${RANGE.keyId}`
const OF_SPAN = {startTs: 'since', endTs: '(until - 1)'}

async function findRolledUp(pool: Pool, series: SeriesRef, range: Range): Promise<RolledUp[]> {
  const values = rangeValues(series, range)
  return (await pool.query<RolledUp>({name: 'rolled_up', text: FIND_ROLLED_UP, values})).rows
}

/** Neighbours that are alike are told together. */
const FIND_ROLLED_UP = `
  select min(ts)::float8 as since, (max(ts) + ${HOUR})::float8 as until, is_parted as "isParted" from (
    select ts, is_parted, ts - ${HOUR} * row_number() over (partition by is_parted order by ts) as run
    from ${rollupsOf(60)} as hour
    where ${OF_SERIES} and minutes = 60 and ts > ${RANGE.startTs} - ${HOUR} and ts <= ${RANGE.endTs}
      and not exists (select from telemetry_mark where ${OF_SERIES} and telemetry_mark.ts = hour.ts)
  ) as hour
  group by run, is_parted order by since`
