import {DAY_WINDOW_MINUTES} from '../../limits'
import type {EpochMs} from '../../wire/common'
import type {Aggregation} from '../../wire/telemetry/telemetry'
import {dayBuckets} from '../time/calendar'
import {MINUTE} from '../time/durations'
import type {Gap} from './gaps'
import type {SeriesPoint} from './point'
import {averageOf, sumOf} from './sum'

export interface Bucketing {
  aggregation: Aggregation
  windowMinutes: number
  /** The start of the range. Bucket n begins at start + n windows; one-day buckets begin with the day in `zone`. */
  start: EpochMs
  zone: string
}

/** `ts` is the start of the bucket. `value` is null when it is too large for a double. */
export interface BucketPoint {
  ts: EpochMs
  value: number | null
}

/** Returns one point for each bucket that is not empty, oldest first. `points` must be oldest first. */
export function aggregate(points: readonly SeriesPoint[], bucketing: Bucketing): BucketPoint[] {
  const {aggregation} = bucketing
  if (aggregation === 'none') return [...points]
  return [...intoBuckets(points, bucketing)].map(([ts, bucket]) => ({
    ts,
    value: summarise(
      bucket.map(({value}) => value),
      aggregation,
    ),
  }))
}

/** Groups the points by the start of their bucket, oldest first. `points` must be oldest first. */
export function intoBuckets(
  points: readonly SeriesPoint[],
  {windowMinutes, start, zone}: Omit<Bucketing, 'aggregation'>,
): Map<EpochMs, SeriesPoint[]> {
  const bucketOf = windowMinutes === DAY_WINDOW_MINUTES ? dayBuckets(zone) : evenBuckets(start, windowMinutes * MINUTE)
  return groupBy(points, ({ts}) => bucketOf(ts))
}

/** Replaces `Map.groupBy`, which Node 20 lacks. Groups and their members keep the order of the items. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/**
 * Finds the neighbours with empty buckets between them. A step of up to 1.5 windows is no gap, because daylight saving
 * makes days longer and shorter.
 */
export function emptyBuckets(buckets: readonly {ts: EpochMs}[], windowMinutes: number): Gap[] {
  const longestStep = 1.5 * windowMinutes * MINUTE
  return buckets.flatMap(({ts: from}, index): Gap[] => {
    const to = buckets[index + 1]?.ts ?? from
    return to - from > longestStep ? [[from, to]] : []
  })
}

function evenBuckets(start: EpochMs, window: number): (ts: EpochMs) => EpochMs {
  return ts => start + Math.floor((ts - start) / window) * window
}

function summarise(values: readonly number[], aggregation: Exclude<Aggregation, 'none'>): number | null {
  switch (aggregation) {
    case 'average':
      return averageOf(sumOf(values), values.length)
    case 'sum':
      return sumOf(values)
    case 'count':
      return values.length
    case 'max':
      return values.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY)
    case 'min':
      return values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
    default:
      return aggregation satisfies never
  }
}
