import {CHART_POINT_LIMIT} from '../../../contract/limits'
import {aggregate, emptyBuckets} from '../../../contract/rules/buckets'
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
  return {
    points: numbers,
    aggregation,
    total: total ?? numbers.length,
    isThinned: aggregation === 'none' && total !== null && total > numbers.length,
    isTruncated: false,
    gaps: gaps ?? gapsBetween(numbers),
  }
}

/** As numbers, oldest first. */
export function seriesPoints(points: readonly TelemetryPoint[]): SeriesPoint[] {
  return sortedByTime(points.map(({ts, value}) => ({ts, value: numericValue(value)})))
}

function seriesFromRaw(raw: readonly SeriesPoint[], question: SeriesQuestion): Series {
  const isRaw = question.aggregation === 'none'
  const all = isRaw ? raw : aggregate(raw, question)
  const {points, gaps} = thin(all, CHART_POINT_LIMIT)
  return {
    points,
    aggregation: question.aggregation,
    total: raw.length,
    isThinned: points.length < all.length,
    isTruncated: raw.length >= CHART_POINT_LIMIT,
    gaps: isRaw ? gaps : emptyBuckets(all, question.windowMinutes),
  }
}
