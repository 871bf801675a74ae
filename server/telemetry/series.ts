import type {Pool} from 'pg'
import {gapsBetween} from '../../contract/rules/gaps'
import {POINTS_PER_COLUMN, planThinning, type Slot, slotWidth} from '../../contract/rules/thinning'
import type {EpochMs} from '../../contract/wire/common'
import type {PointWire, SeriesItemWire} from '../../contract/wire/telemetry'
import {type StoredValue, toPointValue} from './value'

/** Identifies a key of a device by the small ids of the tables. */
export interface SeriesRef {
  deviceNumber: number
  keyId: number
}

/** A piece of time with both ends inclusive. */
export interface Range {
  startTs: EpochMs
  endTs: EpochMs
}

export const IN_RANGE = 'device_number = $1 and key_id = $2 and ts between $3::int8 and $4::int8'
const NUMBER_IN_RANGE = `${IN_RANGE} and value is not null`

export const rangeValues = ({deviceNumber, keyId}: SeriesRef, {startTs, endTs}: Range) => [
  deviceNumber,
  keyId,
  startTs,
  endTs,
]

/** Returns the newest `limit` points as they are stored, oldest first. */
export async function newestPoints(
  pool: Pool,
  series: SeriesRef,
  range: Range,
  {limit, textBytes}: AnswerLimits,
): Promise<PointWire[]> {
  const {rows} = await pool.query<StoredPoint>(
    `select ts::float8 as ts, value, kind, text from (
       select *, coalesce(sum(octet_length(text)) over (order by ts desc), 0) as taken
       from (select ts, value, kind, text from telemetry where ${IN_RANGE} order by telemetry.ts desc limit $5) as newest
     ) as weighed
     where taken <= $6 order by weighed.ts desc`,
    [...rangeValues(series, range), limit, textBytes],
  )
  return rows.reverse().map(toPoint)
}

export interface AnswerLimits {
  limit: number
  /** Of the texts and JSON together. */
  textBytes: number
}

/** Returns all numbers, or if there are more than `limit`, those that draw the same line with its peaks and gaps. */
export async function thinnedSeries(
  pool: Pool,
  series: SeriesRef,
  range: Range,
  limit: number,
): Promise<SeriesItemWire> {
  const values = await selectNumbers(pool, series, range, limit + 1, 'asc')
  if (values.length <= limit) return {agg: 'none', values, total: values.length, gaps: gapsBetween(values)}
  return limit < POINTS_PER_COLUMN ? newestOfMany(pool, series, range, limit) : thin(pool, series, range, limit)
}

async function newestOfMany(pool: Pool, series: SeriesRef, range: Range, limit: number): Promise<SeriesItemWire> {
  const values = await selectNumbers(pool, series, range, limit, 'desc')
  const {rows} = await pool.query<{total: number}>(
    `select count(value)::float8 as total from telemetry where ${IN_RANGE}`,
    rangeValues(series, range),
  )
  return {agg: 'none', values: values.reverse(), total: rows[0]?.total ?? 0, gaps: []}
}

async function thin(pool: Pool, series: SeriesRef, range: Range, limit: number): Promise<SeriesItemWire> {
  const extent = await findExtent(pool, series, range)
  if (extent === undefined) return {agg: 'none', values: [], total: 0, gaps: []}
  const width = slotWidth(extent.startTs, extent.endTs, limit)
  const {times, extremes, gaps, envelope, total} = planThinning(await selectSlots(pool, series, extent, width), width)
  const {rows: values} = await pool.query<PointWire>(
    `select ts::float8 as ts, value as dbl_v from (
       select ts, value from telemetry where device_number = $1 and key_id = $2 and ts = any($3::int8[])
       union
       select found.* from unnest($4::int8[], $5::int8[], $6::float8[]) as extreme (start_ts, end_ts, value)
       cross join lateral (
         select ts, value from telemetry
         where device_number = $1 and key_id = $2 and ts between start_ts and end_ts and value = extreme.value
         order by ts limit 1
       ) found
     ) point order by point.ts`,
    [
      series.deviceNumber,
      series.keyId,
      times,
      extremes.map(({from}) => from),
      extremes.map(({to}) => to),
      extremes.map(({value}) => value),
    ],
  )
  return {agg: 'none', values, total, gaps, envelope}
}

/** Finds the times of the first and the last number in the range; undefined without numbers. */
export async function findExtent(pool: Pool, series: SeriesRef, range: Range): Promise<Range | undefined> {
  const {rows} = await pool.query<{startTs: number | null; endTs: number | null}>(
    `select min(ts)::float8 as "startTs", max(ts)::float8 as "endTs" from telemetry where ${NUMBER_IN_RANGE}`,
    rangeValues(series, range),
  )
  const {startTs = null, endTs = null} = rows[0] ?? {}
  return startTs === null || endTs === null ? undefined : {startTs, endTs}
}

async function selectSlots(pool: Pool, series: SeriesRef, {startTs, endTs}: Range, width: number): Promise<Slot[]> {
  const {rows} = await pool.query<Slot>(
    `select slot::int4 as slot, content.* from generate_series(0, ($5::int8 - $3::int8) / $4::int8) as slot
     cross join lateral (
       select min(ts)::float8 as "firstTs", max(ts)::float8 as "lastTs",
         min(value) as lowest, max(value) as highest, count(*)::float8 as points
       from telemetry
       where device_number = $1 and key_id = $2
         and ts between $3::int8 + slot * $4::int8 and least($3::int8 + (slot + 1) * $4::int8 - 1, $5::int8)
         and value is not null
     ) content
     where points > 0 order by slot`,
    [series.deviceNumber, series.keyId, startTs, width, endTs],
  )
  return rows
}

/** Reads numbers from the index alone, without their rows. */
async function selectNumbers(
  pool: Pool,
  series: SeriesRef,
  range: Range,
  limit: number,
  order: 'asc' | 'desc',
): Promise<PointWire[]> {
  const {rows} = await pool.query<PointWire>(
    `select ts::float8 as ts, value as dbl_v from telemetry where ${NUMBER_IN_RANGE}
     order by telemetry.ts ${order} limit $5`,
    [...rangeValues(series, range), limit],
  )
  return rows
}

export interface NumberPoint {
  ts: EpochMs
  value: number
}

const NUMBERS_PER_PAGE = 10_000

/** Yields the numbers of a range in pages, newest first. */
export async function* pagesOfNumbers(pool: Pool, series: SeriesRef, {startTs, endTs}: Range) {
  let end = endTs
  for (;;) {
    const {rows} = await pool.query<NumberPoint>(
      `select ts::float8 as ts, value from telemetry where ${NUMBER_IN_RANGE} order by telemetry.ts desc limit $5`,
      [...rangeValues(series, {startTs, endTs: end}), NUMBERS_PER_PAGE],
    )
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < NUMBERS_PER_PAGE) return
    end = last.ts - 1
  }
}

interface StoredPoint extends StoredValue {
  ts: EpochMs
}

const toPoint = ({ts, ...stored}: StoredPoint): PointWire => ({ts, ...toPointValue(stored)})

/** Returns points in their stored form, in which strings and JSON are in `text`. */
export async function selectPoints(
  pool: Pool,
  series: SeriesRef,
  range: Range,
  limit: number,
  order: 'asc' | 'desc',
): Promise<StoredPoint[]> {
  const {rows} = await pool.query<StoredPoint>(
    `select ts::float8 as ts, value, kind, text from telemetry where ${IN_RANGE}
     order by telemetry.ts ${order} limit $5`,
    [...rangeValues(series, range), limit],
  )
  return rows
}
