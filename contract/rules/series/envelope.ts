import type {EpochMs} from '../../wire/common'
import {MINUTE} from '../time/durations'
import {type Bucketing, intoBuckets} from './buckets'
import type {SeriesPoint} from './point'

/** A stretch between two times in which a series shows fewer points, or only the average. */
export interface EnvelopePart {
  from: EpochMs
  to: EpochMs
  min: number
  max: number
}

/** Returns the lowest and the highest value of each bucket that is not empty, oldest first. */
export function bucketEnvelope(
  points: readonly SeriesPoint[],
  bucketing: Omit<Bucketing, 'aggregation'>,
): EnvelopePart[] {
  return [...intoBuckets(points, bucketing)].map(([from, bucket]) => ({
    from,
    to: from + bucketing.windowMinutes * MINUTE,
    min: bucket.reduce((lowest, {value}) => Math.min(lowest, value), Number.POSITIVE_INFINITY),
    max: bucket.reduce((highest, {value}) => Math.max(highest, value), Number.NEGATIVE_INFINITY),
  }))
}
