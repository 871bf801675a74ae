import {DatabaseError, type Pool} from 'pg'
import {SCALED_DOWN} from '../../../contract/rules/series/sum'
import type {Range} from '../read/series'
import {float8Array} from './binaryArray'
import {FURTHER, type Reading, readRanges} from './parts'
import type {RolledUpSeries} from './rolledUp'
import {highDigits} from './rollUp'

/** `magnitude` is the sum of the absolute values, multiplied by a scale. */
interface Cancelled extends Range {
  magnitude: number
}

/** SQL for a column multiplied by `scale`. Tiny values count as 0: scaled they would underflow, which is an error. */
export const scaled = (column: string, scale: number): string =>
  scale === 1 ? column : `case when abs(${column}) < 1e-200 then 0 else ${column} * ${scale} end`

/**
 * Reads the number of points and, multiplied by `scale`, their sum and that of their absolute values, beside further
 * columns. At another scale than 1 a sum of points may be too large before it is multiplied, so that points are parts.
 */
export const sumReading = (scale: number, ...further: readonly string[]): Reading => ({
  columns: [
    'sum(points)::float8 as points',
    `sum(${scaled('high', scale)}) + sum(${scaled('low', scale)}) as sum`,
    `sum(${scaled('magnitude', scale)}) as magnitude`,
    ...further,
  ].join(', '),
  isOfPoints: scale !== 1,
})

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
 * exact, and the sum of the rest of each value.
 */
export async function sumsInParts(
  pool: Pool,
  series: RolledUpSeries,
  ranges: readonly Cancelled[],
  scale: number,
): Promise<number[][]> {
  const value = scaled('high', scale)
  const high = highDigits(value, `($${FURTHER}::float8[])[place]`)
  const rows = await readRanges<{high: number; low: number}>(pool, series, ranges, {
    columns: `sum(${high}) as high, sum(${value} - ${high} + ${scaled('low', scale)}) as low`,
    further: [float8Array(ranges.map(({magnitude}) => magnitude))],
    isOfPoints: true,
  })
  const parts = new Map(rows.map(({place, high, low}) => [place, [high, low]]))
  return ranges.map((_, place) => parts.get(place) ?? [])
}
