import type {EpochMs} from '../../wire/common'
import type {PointWire} from '../../wire/telemetry/telemetry'

/** A point of a series with the number that charts, buckets and statistics use. */
export interface SeriesPoint {
  ts: EpochMs
  value: number
}

/** Leaves out the points whose value is a text. */
export function countedPoints(points: readonly {ts: EpochMs; value: PlainValue}[]): SeriesPoint[] {
  return points.flatMap(({ts, value}) => {
    const counted = countedValue(value)
    return counted === null ? [] : [{ts, value: counted}]
  })
}

/** Null means that the value is missing. */
export type PlainValue = number | boolean | string | null

/** Returns the value of the typed field that is set. JSON is returned as its text. */
export function plainValue({dbl_v, long_v, int_v, bool_v, str_v, json_v, value}: Omit<PointWire, 'ts'>): PlainValue {
  const plain = bool_v ?? long_v ?? int_v ?? dbl_v ?? value ?? str_v
  if (plain !== undefined && plain !== null) return plain
  return json_v === undefined || json_v === null ? null : JSON.stringify(json_v)
}

/** The number that charts draw and aggregates count: true is 1, false and a missing value are 0. A text gives null. */
export const countedValue = (value: PlainValue): number | null => (typeof value === 'string' ? null : Number(value))
