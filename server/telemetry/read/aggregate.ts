import type {Pool} from 'pg'
import {DAY_WINDOW_MINUTES} from '../../../contract/limits'
import type {EnvelopePart} from '../../../contract/rules/series/envelope'
import {averageOf, sumOf} from '../../../contract/rules/series/sum'
import {dayStarts} from '../../../contract/rules/time/calendar'
import {HOUR, MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Aggregation, SeriesItemWire} from '../../../contract/wire/telemetry/telemetry'
import {exactlyOne} from '../../database/rows'
import {readRanges} from '../rollups/parts'
import type {Span} from '../rollups/pieces'
import {denseHours, findExtentWithStored, findRolledUp, type RolledUpSeries} from '../rollups/rolledUp'
import {ROLLED_UP, rollupsOf} from '../rollups/rollUp'
import {atScale, isCancelled, sumReading, sumsInParts} from '../rollups/sums'
import {firstNumberOf} from './points'
import {type CountedItem, RANGE, type Range, type SeriesRef} from './series'

export interface Bucketing {
  agg: Exclude<Aggregation, 'none'>
  /** The width of a bucket in minutes. */
  window: number
  timeZone: string
  limit: number
}

/**
 * Returns one point for each bucket that is not empty, at the start of the bucket. When more than `limit` buckets have
 * points, the window is multiplied so that at most `limit` remain; the item has the window that was used. Where only
 * rollups are left of a part of the range, buckets of that part have whole hours, and of sums and counts all buckets
 * have, as they can't be compared otherwise.
 */
export async function aggregatedSeries(
  pool: Pool,
  ref: SeriesRef,
  range: Range,
  bucketing: Bucketing,
): Promise<SeriesItemWire> {
  const series = await findRolledUp(pool, ref, range)
  const {rollupsOnly} = series
  if (rollupsOnly === undefined) return itemOf(pool, series, range, bucketing)
  const coarse = {...bucketing, window: wholeHours(bucketing.window)}
  const item =
    (coarse.window !== bucketing.window && isComparable(bucketing.agg)
      ? await inTwoParts(pool, series, range, {
          coarse,
          fine: bucketing,
          from: firstBucketAfter(rollupsOnly, range, bucketing),
        })
      : undefined) ?? (await itemOf(pool, series, range, coarse))
  return {...item, rollupsUntil: rollupsOnly.until}
}

/** Values of buckets of different widths can be compared, unless they grow with the width. */
const isComparable = (agg: Bucketing['agg']): boolean => agg !== 'sum' && agg !== 'count'

const firstBucketAfter = ({until}: Span, {startTs}: Range, {window}: Bucketing): EpochMs =>
  startTs + Math.max(0, Math.ceil((until - startTs) / (window * MINUTE))) * window * MINUTE

/** Makes finer buckets from a time on; undefined when there are none, or the limit does not leave room for such. */
async function inTwoParts(
  pool: Pool,
  series: RolledUpSeries,
  range: Range,
  {coarse, fine, from}: {coarse: Bucketing; fine: Bucketing; from: EpochMs},
): Promise<BucketsItem | undefined> {
  if (from > range.endTs) return undefined
  const before = await itemOf(pool, series, {...range, endTs: from - 1}, coarse)
  const limit = fine.limit - before.values.length
  if (limit < 1) return undefined
  const rest = await itemOf(pool, {...series, rollupsOnly: undefined}, {...range, startTs: from}, {...fine, limit})
  const [first] = rest.values
  if (first === undefined || rest.window > before.window) return undefined
  const last = before.values.at(-1)
  const isApart = last !== undefined && (first.ts > from || last.ts + before.window * MINUTE < from)
  const between: [EpochMs, EpochMs][] = isApart ? [[last.ts, first.ts]] : []
  return {
    ...rest,
    values: [...before.values, ...rest.values],
    total: before.total + rest.total,
    gaps: [...before.gaps, ...between, ...rest.gaps],
    ...(rest.envelope && {envelope: [...(before.envelope ?? []), ...rest.envelope]}),
  }
}

type BucketsItem = CountedItem & {window: number}

async function itemOf(pool: Pool, series: RolledUpSeries, range: Range, bucketing: Bucketing): Promise<BucketsItem> {
  const {agg, window} = bucketing
  const mayBeAll = (range.endTs - range.startTs) / (window * MINUTE) < bucketing.limit - 1
  const extent = mayBeAll ? range : await findExtentWithStored(pool, series, range)
  if (extent === undefined) return {agg, window, values: [], total: 0, gaps: []}
  const buckets =
    window === DAY_WINDOW_MINUTES
      ? await aggregateDays(pool, series, extent, bucketing)
      : await aggregateMinutes(pool, series, extent, {...bucketing, origin: range.startTs})
  const {rows, startOf} = buckets
  return {
    agg,
    window: buckets.window,
    values: rows.map(({bucket, value}) => ({ts: startOf(bucket), dbl_v: value})),
    total: rows.reduce((sum, {points}) => sum + points, 0),
    gaps: missing(rows).map(([from, to]) => [startOf(from), startOf(to)]),
    ...(agg === 'average' && {envelope: rows.flatMap(row => envelopeOf(row, startOf(row.bucket), buckets.window))}),
  }
}

/** A window of one day would mean calendar days, so that one is left out which did not. */
function wholeHours(window: number): number {
  const hours = Math.ceil(window / 60) * 60
  return hours === DAY_WINDOW_MINUTES && window !== hours ? hours + 60 : hours
}

interface BucketRow {
  bucket: number
  points: number
  /** Null when the value is too large for a double. */
  value: number | null
  /** The lowest and the highest value, where a sum was read. */
  min?: number
  max?: number
}

function envelopeOf({min, max}: BucketRow, from: EpochMs, window: number): EnvelopePart[] {
  return min === undefined || max === undefined ? [] : [{from, to: from + window * MINUTE, min, max}]
}

interface Buckets {
  rows: BucketRow[]
  window: number
  startOf(bucket: number): EpochMs
}

interface Bucket extends Range {
  bucket: number
}

function readBuckets(
  pool: Pool,
  series: RolledUpSeries,
  buckets: readonly Bucket[],
  agg: Bucketing['agg'],
): Promise<BucketRow[]> {
  switch (agg) {
    case 'count':
      return readValues(pool, series, buckets, 'sum(points)::float8')
    case 'max':
      return readValues(pool, series, buckets, 'max(highest)')
    case 'min':
      return readValues(pool, series, buckets, 'min(lowest)')
    case 'sum':
      return readSums(pool, series, buckets, sum => sum)
    case 'average':
      return readSums(pool, series, buckets, averageOf)
    default:
      return agg satisfies never
  }
}

async function readValues(
  pool: Pool,
  series: RolledUpSeries,
  buckets: readonly Bucket[],
  value: string,
): Promise<BucketRow[]> {
  const columns = `sum(points)::float8 as points, ${value} as value`
  const rows = await readRanges<{points: number; value: number}>(pool, series, buckets, {columns})
  return rows.map(({place, points, value}) => ({bucket: buckets[place]?.bucket ?? 0, points, value}))
}

/** `magnitude` is the sum of the absolute values. */
interface Sums {
  points: number
  sum: number
  magnitude: number
  min: number
  max: number
}

function readSums(
  pool: Pool,
  series: RolledUpSeries,
  buckets: readonly Bucket[],
  toValue: (sum: number | null, points: number) => number | null,
): Promise<BucketRow[]> {
  return atScale(async scale => {
    const reading = sumReading(scale, 'min(lowest) as min', 'max(highest) as max')
    const rows = await readRanges<Sums>(pool, series, buckets, reading)
    const cancelled = rows.flatMap(({place, sum, magnitude}) => {
      const bucket = isCancelled(sum, magnitude) ? buckets[place] : undefined
      return bucket === undefined ? [] : [{...bucket, magnitude}]
    })
    const parts = cancelled.length === 0 ? [] : await sumsInParts(pool, series, cancelled, scale)
    const partsOf = new Map(cancelled.map(({bucket}, index) => [bucket, parts[index]]))
    // Rows of the driver are slow to spread.
    return rows.map(({place, points, sum, min, max}) => {
      const bucket = buckets[place]?.bucket ?? 0
      return {bucket, points, min, max, value: toValue(sumOf(partsOf.get(bucket) ?? [sum], scale), points)}
    })
  })
}

async function aggregateMinutes(
  pool: Pool,
  series: RolledUpSeries,
  extent: Range,
  {agg, window, limit, origin}: Bucketing & {origin: EpochMs},
): Promise<Buckets> {
  const asked = window * MINUTE
  const first = Math.floor((extent.startTs - origin) / asked)
  const last = Math.floor((extent.endTs - origin) / asked)
  const span = last - first + 1
  const few = span <= limit ? range(first, last) : undefined
  const counted = () => bucketsWithin(pool, series, extent, {origin, asked, limit})
  // Points don't show which buckets have any where only rollups are left.
  const filled = few ?? (series.rollupsOnly === undefined ? await counted() : undefined)
  const merged = filled === undefined ? mergedBuckets(first, last, {window, limit}) : 1
  const requested = filled ?? range(Math.floor(first / merged), Math.floor(last / merged))
  const width = merged * asked
  const startOf = (bucket: number) => origin + bucket * width
  const buckets = requested.map(bucket => ({
    bucket,
    startTs: startOf(bucket),
    endTs: Math.min(startOf(bucket + 1) - 1, extent.endTs),
  }))
  return {rows: await readBuckets(pool, series, buckets, agg), window: window * merged, startOf}
}

/** The buckets with points; undefined when there are more than `limit`. */
async function bucketsWithin(pool: Pool, series: RolledUpSeries, extent: Range, counting: Counting) {
  if (await areMore(pool, series, extent, counting)) return undefined
  const filled = await filledBuckets(pool, series, extent, counting)
  return filled.length <= counting.limit ? filled : undefined
}

interface Counting {
  origin: EpochMs
  asked: Milliseconds
  limit: number
}

/** Whether the rolled up part has points in more than `limit` buckets: by its hours, or its first and last points. */
async function areMore(pool: Pool, series: RolledUpSeries, extent: Range, counting: Counting) {
  const {deviceNumber, keyId} = series
  const {origin, asked, limit} = counting
  if (denseHours(series, extent) > limit * piecesOfBucket(asked, HOUR)) return true
  for (const minutes of [ROLLED_UP[0], ROLLED_UP.find(each => each * MINUTE <= asked) ?? ROLLED_UP[0]]) {
    const {rows} = await pool.query<{buckets: number}>({
      name: `filled_buckets_${minutes}`,
      text: filledAtLeast(minutes),
      values: [deviceNumber, keyId, extent.startTs, extent.endTs, origin, asked, limit * forSure(asked, minutes)],
    })
    if (exactlyOne(rows).buckets > limit) return true
  }
  return false
}

/** The maximum of pieces of a width in a bucket: one more than its length, as it may begin within one. */
const piecesOfBucket = (asked: Milliseconds, width: Milliseconds) => Math.ceil(asked / width) + 1

/** The number of pieces of a bucket that are looked at. */
const forSure = (asked: Milliseconds, minutes: number) => Math.min(4, piecesOfBucket(asked, minutes * MINUTE))

const filledAtLeast = (minutes: number) => `
  select count(distinct bucket)::float8 as buckets from (
    select ts, first_at, last_at from ${rollupsOf(minutes)}
    where device_number = ${RANGE.deviceNumber} and key_id = ${RANGE.keyId} and minutes = ${minutes} and points > 0
      and ts between ${RANGE.startTs} and ${RANGE.endTs} - ${minutes * MINUTE - 1}
    order by ts limit $7
  ) as piece
  cross join lateral unnest(array[ts + first_at - $5::int8, ts + last_at - $5::int8]) as point (at)
  cross join lateral (select at / $6::int8 as bucket) as placed`

/** Finds the buckets with points by one look-up in the index for each. It stops at one more than `limit`. */
async function filledBuckets(
  pool: Pool,
  {deviceNumber, keyId}: SeriesRef,
  {startTs, endTs}: Range,
  {origin, asked, limit}: Counting,
): Promise<number[]> {
  const {rows} = await pool.query<{bucket: number}>(
    `with recursive filled (bucket) as (
       select ($3::int8 - $5::int8) / $6::int8
       union all
       select (next.ts - $5::int8) / $6::int8 from filled cross join lateral (
         select ts from ${firstNumberOf({...RANGE, startTs: '($5::int8 + (bucket + 1) * $6::int8)'})} as first
       ) next
     )
     select bucket::float8 as bucket from filled limit $7`,
    [deviceNumber, keyId, startTs, endTs, origin, asked, limit + 1],
  )
  return rows.map(({bucket}) => bucket)
}

/**
 * The number of neighbouring buckets to join into one, so that at most `limit` remain. They never make one day, because
 * a window of one day means calendar days.
 */
function mergedBuckets(first: number, last: number, {window, limit}: Pick<Bucketing, 'window' | 'limit'>): number {
  const span = last - first + 1
  const fits = (merged: number) =>
    Math.floor(last / merged) - Math.floor(first / merged) < limit && merged * window !== DAY_WINDOW_MINUTES
  const fewest = Math.ceil(span / limit)
  const enough = Math.ceil(span / Math.max(1, limit - 1))
  return [fewest, fewest + 1, enough, enough + 1, last + 1].find(fits) ?? last + 2
}

/** The limit bounds the time that the calendar takes, which is some microseconds for each day. */
const DAYS_PER_QUERY = 20_000

async function aggregateDays(
  pool: Pool,
  series: RolledUpSeries,
  extent: Range,
  bucketing: Bucketing,
): Promise<Buckets> {
  const each = await aggregateSteps(pool, series, extent, {...bucketing, limit: DAYS_PER_QUERY})
  return each.rows.length <= bucketing.limit ? each : aggregateSteps(pool, series, extent, bucketing)
}

async function aggregateSteps(
  pool: Pool,
  series: RolledUpSeries,
  {startTs, endTs}: Range,
  {agg, timeZone, limit}: Bucketing,
): Promise<Buckets> {
  const {starts, step} = dayStarts(startTs, endTs, timeZone, limit)
  const buckets = starts.map((start, bucket) => ({
    bucket,
    startTs: start,
    endTs: Math.min(endTs, (starts[bucket + 1] ?? endTs + 1) - 1),
  }))
  // The first day may begin before the range, but only points within the range count.
  const [first, ...rest] = buckets
  const asked = first === undefined ? [] : [{...first, startTs}, ...rest]
  return {
    rows: await readBuckets(pool, series, asked, agg),
    window: step * DAY_WINDOW_MINUTES,
    startOf: bucket => starts[bucket] ?? startTs,
  }
}

const range = (first: number, last: number): number[] =>
  Array.from({length: last - first + 1}, (_, index) => first + index)

/** Finds neighbours with empty buckets between them. */
function missing(rows: readonly BucketRow[]): [Milliseconds, Milliseconds][] {
  return rows.slice(1).flatMap(({bucket}, index) => {
    const previous = rows[index]?.bucket ?? bucket
    return bucket - previous > 1 ? [[previous, bucket]] : []
  })
}
