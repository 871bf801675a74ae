import {CHART_POINT_LIMIT} from '../../../contract/limits'
import {aggregate, type BucketPoint, emptyBuckets} from '../../../contract/rules/buckets'
import {type Gap, gapsBetween} from '../../../contract/rules/gaps'
import type {SeriesPoint} from '../../../contract/rules/point'
import {thin} from '../../../contract/rules/thinning'
import {numericValue} from '../../../contract/rules/typedValue'
import type {EpochMs} from '../../../contract/wire/common'
import type {Aggregation} from '../../../contract/wire/telemetry'
import type {TelemetryValue} from './reading'
import {type Series, sortedByTime} from './series'
import type {TimeRange} from './windows'

export interface SeriesQuestion extends TimeRange {
  deviceId: string
  key: string
  aggregation: Aggregation
  windowMinutes: number
  zone: string
}

export interface TelemetryPoint {
  ts: EpochMs
  value: TelemetryValue
}

/** A server's answer. `aggregation` is what it applied, null when it knows nothing of it; `total` and `gaps` are null when it doesn't tell. */
export interface SeriesAnswer {
  points: readonly TelemetryPoint[]
  aggregation: Aggregation | null
  total: number | null
  gaps: readonly Gap[] | null
}

/** Does what the server has not done: buckets, gaps, thinning. */
export function seriesFrom({points, aggregation, total, gaps}: SeriesAnswer, question: SeriesQuestion): Series {
  const numbers = seriesPoints(points)
  if (aggregation === null) return seriesFromRaw(numbers, question)
  const whole = {aggregation, total: total ?? numbers.length, isTruncated: false}
  if (aggregation !== 'none')
    return {...whole, ...knownBuckets(bucketPoints(points), gaps ?? gapsBetween(numbers)), isThinned: false}
  return {
    ...whole,
    points: numbers,
    isThinned: total !== null && total > numbers.length,
    gaps: gaps ?? gapsBetween(numbers),
  }
}

/** The server's buckets come oldest first. */
const bucketPoints = (points: readonly TelemetryPoint[]): BucketPoint[] =>
  points.map(({ts, value}) => ({ts, value: value === null ? null : numericValue(value)}))

/** As numbers, oldest first. */
export function seriesPoints(points: readonly TelemetryPoint[]): SeriesPoint[] {
  return sortedByTime(points.map(({ts, value}) => ({ts, value: numericValue(value)})))
}

function seriesFromRaw(raw: readonly SeriesPoint[], question: SeriesQuestion): Series {
  const whole = {aggregation: question.aggregation, total: raw.length, isTruncated: raw.length >= CHART_POINT_LIMIT}
  if (question.aggregation === 'none') {
    const thinned = thin(raw, CHART_POINT_LIMIT)
    return {...whole, ...thinned, isThinned: thinned.points.length < raw.length}
  }
  const buckets = aggregate(raw, question)
  return {...whole, ...knownBuckets(buckets, emptyBuckets(buckets, question.windowMinutes)), isThinned: false}
}

/** A bucket whose value lies beyond doubles has no place in a drawing, and no line belongs across it. */
function knownBuckets(buckets: readonly BucketPoint[], gaps: readonly Gap[]): Pick<Series, 'points' | 'gaps'> {
  const points = buckets.flatMap(({ts, value}) => (value === null ? [] : [{ts, value}]))
  if (points.length === buckets.length) return {points, gaps}
  const unknown = buckets.filter(({value}) => value === null)
  const breaks = [...unknown.map(({ts}) => ts), ...gaps.map(([from]) => from)]
  return {
    points,
    gaps: points.slice(1).flatMap(({ts: to}, index): Gap[] => {
      const from = points[index]?.ts ?? to
      return breaks.some(ts => ts >= from && ts < to) ? [[from, to]] : []
    }),
  }
}
