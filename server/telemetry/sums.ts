import {DatabaseError, type Pool} from 'pg'
import {SCALED_DOWN} from '../../contract/rules/sum'
import type {Range, SeriesRef} from './series'

/** `magnitude` is the sum of the absolute values, multiplied by a scale. */
interface Cancelled extends Range {
  magnitude: number
}

/** SQL for a value multiplied by `scale`. Tiny values count as 0: scaled they would underflow, which is an error. */
export const scaledValue = (scale: number): string =>
  scale === 1 ? 'value' : `case when abs(value) < 1e-200 then 0 else value * ${scale} end`

/**
 * The SQL of the sum of the absolute values of `scaled`. The sum of all values is needed anyway, so that only values
 * below 0 are added up a second time, and most series have none.
 */
export const sumOfSizes = (scaled: string): string =>
  `sum(${scaled}) - 2 * coalesce(sum(${scaled}) filter (where value < 0), 0)`

/** Reads again at a smaller scale when a sum overflows. */
export async function atScale<Read>(read: (scale: number) => Promise<Read>): Promise<Read> {
  try {
    return await read(1)
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === NUMERIC_OUT_OF_RANGE)) throw error
    return read(SCALED_DOWN)
  }
}

const NUMERIC_OUT_OF_RANGE = '22003'

/**
 * Whether large values cancel each other, so that no digit of a plain sum may be right. Values of one sign lose only
 * the last digits.
 */
export const isCancelled = (sum: number, magnitude: number): boolean => magnitude > 2 * Math.abs(sum)

/**
 * Computes the sum of each range in two parts by a second scan: the sum of the high digits of all values, which is
 * exact, and the sum of what is left of each value.
 */
export async function sumsInParts(
  pool: Pool,
  {deviceNumber, keyId}: SeriesRef,
  ranges: readonly Cancelled[],
  scale: number,
): Promise<number[][]> {
  const {rows} = await pool.query<{high: number; low: number}>(
    `select content.* from unnest($3::int8[], $4::int8[], $5::float8[])
       with ordinality as asked (start_ts, end_ts, magnitude, position)
     cross join lateral (select 4 * magnitude as step) rounding
     cross join lateral (
       select sum((scaled + step) - step) as high, sum(scaled - ((scaled + step) - step)) as low
       from (
         select ${scaledValue(scale)} as scaled from telemetry
         where device_number = $1 and key_id = $2 and ts between start_ts and end_ts
       ) point
     ) content order by position`,
    [
      deviceNumber,
      keyId,
      ranges.map(({startTs}) => startTs),
      ranges.map(({endTs}) => endTs),
      ranges.map(({magnitude}) => magnitude),
    ],
  )
  return rows.map(({high, low}) => [high, low])
}
