import type {EpochMs} from '../wire/common'
import {countedValue, type PlainValue} from './typedValue'

/** A point of a series as charts, buckets and statistics take it. */
export interface SeriesPoint {
  ts: EpochMs
  value: number
}

/** The points that are numbers. */
export function countedPoints(points: readonly {ts: EpochMs; value: PlainValue}[]): SeriesPoint[] {
  return points.flatMap(({ts, value}) => {
    const counted = countedValue(value)
    return counted === null ? [] : [{ts, value: counted}]
  })
}
