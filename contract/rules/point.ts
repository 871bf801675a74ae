import type {EpochMs} from '../wire/common'

/** A point of a series as charts, buckets and statistics take it. */
export interface SeriesPoint {
  ts: EpochMs
  value: number
}
