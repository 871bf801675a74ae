import type {EpochMs} from '../../wire/common'
import {countedValue, type PlainValue} from './typedValue'

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
