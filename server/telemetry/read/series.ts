import type {Pool} from 'pg'
import type {EpochMs} from '../../../contract/wire/common'
import type {PointWire, SeriesItemWire} from '../../../contract/wire/telemetry/telemetry'
import {type StoredValue, toPointValue} from '../ingest/value'
import {firstNumberOf, newestNumberOf, numbersOf, type PointsRange, pointsOf} from './points'

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

/** The parameters that `rangeValues` gives. */
export const RANGE: PointsRange = {deviceNumber: '$1::int4', keyId: '$2::int4', startTs: '$3::int8', endTs: '$4::int8'}

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
       from ${pointsOf(RANGE, {order: 'desc', limit: '$5'})} as newest
     ) as weighed
     where taken <= $6 order by weighed.ts desc`,
    [...rangeValues(series, range), limit, textBytes],
  )
  return rows.reverse().map(toPoint)
}

export interface AnswerLimits {
  limit: number
  /** The bytes of the texts and JSON together. */
  textBytes: number
}

/** Its numbers are counted, and its gaps known. */
export type CountedItem = SeriesItemWire & {total: number; gaps: [EpochMs, EpochMs][]}

/** Finds the times of the first and the last number in the range; undefined without numbers. */
export async function findExtent(pool: Pool, series: SeriesRef, range: Range): Promise<Range | undefined> {
  const {rows} = await pool.query<Range>({name: 'extent', text: EXTENT, values: rangeValues(series, range)})
  return rows[0]
}

const EXTENT = `
  select first.ts::float8 as "startTs", newest.ts::float8 as "endTs"
  from ${firstNumberOf(RANGE)} as first cross join ${newestNumberOf(RANGE)} as newest`

export async function selectNumbers(
  pool: Pool,
  series: SeriesRef,
  range: Range,
  limit: number,
  order: 'asc' | 'desc',
): Promise<PointWire[]> {
  const {rows} = await pool.query<PointWire>(
    `select number.ts::float8 as ts, value as dbl_v from ${numbersOf(RANGE, {order, limit: '$5'})} as number
     order by number.ts ${order}`,
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
      `select number.ts::float8 as ts, value from ${numbersOf(RANGE, {order: 'desc', limit: '$5'})} as number
       order by number.ts desc`,
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
    `select point.ts::float8 as ts, value, kind, text from ${pointsOf(RANGE, {order, limit: '$5'})} as point
     order by point.ts ${order}`,
    [...rangeValues(series, range), limit],
  )
  return rows
}
