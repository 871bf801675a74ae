import type {Pool} from 'pg'
import {DAY_WINDOW_MINUTES} from '../../contract/limits'
import {MINUTE} from '../../contract/rules/buckets'
import {dayStarts} from '../../contract/rules/calendar'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {Aggregation, SeriesItemWire} from '../../contract/wire/telemetry'
import {findExtent, type Range, type SeriesRef} from './series'

export interface Bucketing {
  agg: Exclude<Aggregation, 'none'>
  /** Minutes. */
  window: number
  timeZone: string
  limit: number
}

/**
 * One point for each bucket that has points, at the bucket's start. When more than `limit` buckets have points, the
 * window grows to a multiple that leaves at most `limit` of them, and the item says so.
 */
export async function aggregatedSeries(
  pool: Pool,
  series: SeriesRef,
  range: Range,
  bucketing: Bucketing,
): Promise<SeriesItemWire> {
  const {agg, window} = bucketing
  const extent = await findExtent(pool, series, range)
  if (extent === undefined) return {agg, window, values: [], total: 0, gaps: []}
  const buckets =
    window === DAY_WINDOW_MINUTES
      ? await aggregateDays(pool, series, extent, bucketing)
      : await aggregateMinutes(pool, series, extent, range.startTs, bucketing)
  const {rows, startOf} = buckets
  return {
    agg,
    window: buckets.window,
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

/** How the parts of a merged bucket are put together: an average travels as its sum, a count in `points`. */
const FOLDS = {average: 'sum', sum: 'sum', count: 'sum', max: 'max', min: 'min'} as const

/** Beyond this many, buckets are merged before they are looked at. */
const BUCKETS_PER_QUERY = 50_000

/** The calendar takes 50 µs for each. */
const DAYS_PER_QUERY = 2_000

/** A scan of the index for each bucket: half the time of one scan that has to find the bucket of each row. */
const eachBucket = (agg: Bucketing['agg']) => `
  cross join lateral (
    select count(*) as points, ${FOLDS[agg]}(value) as part from telemetry
    where device_number = $1 and key_id = $2 and ts between start_ts and end_ts
  ) content`

async function aggregateMinutes(
  pool: Pool,
  series: SeriesRef,
  extent: Range,
  origin: EpochMs,
  {agg, window, limit}: Bucketing,
): Promise<Buckets> {
  const asked = window * MINUTE
  const premerged = Math.ceil((extent.endTs - extent.startTs + asked) / asked / BUCKETS_PER_QUERY)
  const width = premerged * asked
  const {rows} = await pool.query<BucketRow & {merged: number}>(
    `select (bucket / merged)::float8 as bucket, merged::float8 as merged, sum(points)::float8 as points, ${FOLDS[agg]}(part) as part
     from (
       select bucket, points, part, case when count(*) over () <= $7::int8 then 1 else $6::int8 / $7::int8 + 1 end as merged
       from generate_series($5::int8, $6::int8) as bucket
       cross join lateral (
         select $3::int8 + bucket * $4::int8 as start_ts, least($3::int8 + bucket * $4::int8 + $4::int8 - 1, $8::int8) as end_ts
       ) limits
       ${eachBucket(agg)}
       where points > 0
     ) counted group by 1, 2 order by 1`,
    [
      series.deviceNumber,
      series.keyId,
      origin,
      width,
      Math.floor((extent.startTs - origin) / width),
      Math.floor((extent.endTs - origin) / width),
      limit,
      extent.endTs,
    ],
  )
  const merged = rows[0]?.merged ?? 1
  return {rows, window: window * premerged * merged, startOf: bucket => origin + bucket * merged * width}
}

async function aggregateDays(
  pool: Pool,
  series: SeriesRef,
  {startTs, endTs}: Range,
  {agg, timeZone, limit}: Bucketing,
): Promise<Buckets> {
  const {starts, step} = dayStarts(startTs, endTs, timeZone, Math.min(limit, DAYS_PER_QUERY))
  const edges = [...starts.slice(1), endTs + 1]
  const {rows} = await pool.query<BucketRow>(
    `select (position - 1)::float8 as bucket, points::float8 as points, part
     from unnest($3::int8[], $4::int8[]) with ordinality as day (start_ts, end_ts, position)
     ${eachBucket(agg)}
     where points > 0 order by position`,
    [series.deviceNumber, series.keyId, [startTs, ...starts.slice(1)], edges.map(edge => edge - 1)],
  )
  return {rows, window: step * DAY_WINDOW_MINUTES, startOf: bucket => starts[bucket] ?? startTs}
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
