import type {Pool} from 'pg'
import type {EpochMs, Milliseconds} from '../../contract/common'
import {DAY_WINDOW_MINUTES} from '../../contract/limits'
import type {Aggregation, SeriesItemWire} from '../../contract/telemetry'
import {dayStarts} from './calendar'
import {findExtent, IN_RANGE, type Range, rangeValues, type SeriesRef} from './series'

const MINUTE = 60_000

export interface Bucketing {
  agg: Exclude<Aggregation, 'none'>
  /** Minutes. */
  window: number
  timeZone: string
  limit: number
}

/**
 * One point for each bucket that has points, at the bucket's start. When more than `limit` buckets have points, the
 * window grows to the smallest multiple that makes at most `limit` buckets of the range, and the item says so.
 */
export async function aggregatedSeries(
  pool: Pool,
  series: SeriesRef,
  range: Range,
  bucketing: Bucketing,
): Promise<SeriesItemWire> {
  const {agg} = bucketing
  const {rows, window, startOf} =
    bucketing.window === DAY_WINDOW_MINUTES
      ? await aggregateDays(pool, series, range, bucketing)
      : await aggregateMinutes(pool, series, range, bucketing)
  return {
    agg,
    window,
    values: rows.map(row => ({ts: startOf(row.bucket), dbl_v: finish(agg, row)})),
    total: rows.reduce((sum, {points}) => sum + points, 0),
    gaps: missing(rows).map(([from, to]) => [startOf(from), startOf(to)]),
  }
}

interface BucketRow {
  bucket: number
  points: number
  part: number
}

interface Buckets {
  rows: BucketRow[]
  window: number
  startOf(bucket: number): EpochMs
}

/** How parts of one bucket are put together: an average travels as its sum, a count in `points`. */
const FOLDS = {average: 'sum', sum: 'sum', count: 'max', max: 'max', min: 'min'} as const

async function aggregateMinutes(
  pool: Pool,
  series: SeriesRef,
  range: Range,
  {agg, window, limit}: Bucketing,
): Promise<Buckets> {
  const width = window * MINUTE
  const fold = FOLDS[agg]
  const {rows} = await pool.query<BucketRow & {merged: number}>(
    `select (bucket / merged)::float8 as bucket, merged::float8 as merged,
       sum(points)::float8 as points, ${fold}(part) as part
     from (
       select bucket, points, part,
         case when count(*) over () <= $6::int8 then 1 else ($4::int8 - $3::int8) / $5::int8 / $6::int8 + 1 end as merged
       from (
         select (ts - $3::int8) / $5::int8 as bucket, count(*) as points, ${fold}(value) as part
         from telemetry where ${IN_RANGE} group by 1
       ) asked
     ) counted group by 1, 2 order by 1`,
    [...rangeValues(series, range), width, limit],
  )
  const merged = rows[0]?.merged ?? 1
  return {rows, window: window * merged, startOf: bucket => range.startTs + bucket * merged * width}
}

async function aggregateDays(
  pool: Pool,
  series: SeriesRef,
  range: Range,
  {agg, timeZone, limit}: Bucketing,
): Promise<Buckets> {
  const extent = await findExtent(pool, series, range)
  if (extent === undefined) return {rows: [], window: DAY_WINDOW_MINUTES, startOf: bucket => bucket}
  const {starts, step} = dayStarts(extent.startTs, extent.endTs, timeZone, limit)
  const {rows} = await pool.query<BucketRow>(
    `select width_bucket(ts, $5::int8[]) - 1 as bucket, count(*)::float8 as points, ${FOLDS[agg]}(value) as part
     from telemetry where ${IN_RANGE} group by 1 order by 1`,
    [...rangeValues(series, extent), starts],
  )
  return {rows, window: step * DAY_WINDOW_MINUTES, startOf: bucket => starts[bucket] ?? extent.startTs}
}

function finish(agg: Bucketing['agg'], {points, part}: BucketRow): number {
  if (agg === 'count') return points
  return agg === 'average' ? part / points : part
}

/** Neighbours with empty buckets between them. */
function missing(rows: readonly BucketRow[]): [Milliseconds, Milliseconds][] {
  return rows.slice(1).flatMap(({bucket}, index) => {
    const previous = rows[index]?.bucket ?? bucket
    return bucket - previous > 1 ? [[previous, bucket]] : []
  })
}
