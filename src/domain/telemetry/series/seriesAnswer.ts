import {CHART_POINT_LIMIT} from '../../../../contract/limits'
import {aggregate, type BucketPoint, emptyBuckets} from '../../../../contract/rules/series/buckets'
import {bucketEnvelope, type EnvelopePart} from '../../../../contract/rules/series/envelope'
import {type Gap, gapsBetween} from '../../../../contract/rules/series/gaps'
import {countedPoints, countedValue, type SeriesPoint} from '../../../../contract/rules/series/point'
import {thin} from '../../../../contract/rules/series/thinning'
import type {EpochMs} from '../../../../contract/wire/common'
import type {Aggregation} from '../../../../contract/wire/telemetry/telemetry'
import type {TimeRange} from '../../timeRange/timeRange'
import type {TelemetryValue} from '../readings/reading'
import {type OtherValues, type Series, sortedByTime} from './series'
import {type SeriesStates, statesOf, textsAmong} from './states'

interface OtherCounts {
  /** The number of texts and JSON values. */
  texts: number
  /** The time of the newest text. */
  newest: EpochMs | null
  booleans?: number | undefined
}

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

/**
 * `aggregation` is the one that the server has applied. `aggregation`, `total` and `gaps` are null when the server
 * doesn't send them.
 */
export interface SeriesAnswer {
  points: readonly TelemetryPoint[]
  aggregation: Aggregation | null
  /** The length in minutes of the buckets that the server made; null when it doesn't say. */
  window: number | null
  /** Whether the range holds points older than these. */
  hasOlder: boolean
  total: number | null
  gaps: readonly Gap[] | null
  /** The values that the points leave out, where the server sends them. */
  envelope?: readonly EnvelopePart[]
  /** The states that the server has made of texts. */
  states?: SeriesStates
  others?: OtherCounts
  rollupsUntil?: EpochMs
}

/** Makes the buckets, gaps and thinning that the server has not made. */
export function seriesFrom(answer: SeriesAnswer, question: SeriesQuestion): Series {
  const {points, aggregation, total, gaps} = answer
  const numbers = seriesPoints(points)
  if (aggregation === null) {
    const series = seriesFromRaw(numbers, answer.hasOlder, question)
    if (points.length === 0) return series
    if (numbers.length === 0) return {...series, states: statesOf(points)}
    return {...series, others: othersOf(countOthers(points), numbers.length)}
  }
  const whole = {
    aggregation,
    window: windowOf({...question, aggregation}, answer.window),
    total: total ?? numbers.length,
    isTruncated: answer.states !== undefined && answer.states.total > answer.states.runs.length,
    ...(answer.states !== undefined && {states: answer.states}),
    ...(answer.envelope !== undefined && {envelope: answer.envelope}),
    ...(answer.others !== undefined && {others: othersOf(answer.others, total ?? numbers.length)}),
    ...(answer.rollupsUntil !== undefined && {rollupsUntil: answer.rollupsUntil}),
  }
  if (aggregation !== 'none')
    return {...whole, ...knownBuckets(bucketPoints(points), gaps ?? gapsBetween(numbers)), isThinned: false}
  return {
    ...whole,
    points: numbers,
    isThinned: total !== null && total > numbers.length,
    gaps: gaps ?? gapsBetween(numbers),
  }
}

function countOthers(points: readonly TelemetryPoint[]): OtherCounts {
  const times = textsAmong(points).map(({ts}) => ts)
  return {
    texts: times.length,
    newest: times.length === 0 ? null : Math.max(...times),
    booleans: points.filter(({value}) => typeof value === 'boolean').length,
  }
}

function othersOf({texts, newest, booleans}: OtherCounts, numbers: number): OtherValues {
  if (booleans === undefined) return {texts, newest}
  return {texts, newest, booleans: booleans === 0 ? 'none' : booleans < numbers ? 'some' : 'all'}
}

/** Takes the server's buckets in their order, which is oldest first. */
const bucketPoints = (points: readonly TelemetryPoint[]): BucketPoint[] =>
  points.map(({ts, value}) => ({ts, value: value === null ? null : countedValue(value)}))

/** Takes the points that are numbers, and sorts them oldest first. */
export function seriesPoints(points: readonly TelemetryPoint[]): SeriesPoint[] {
  return sortedByTime(countedPoints(points))
}

function windowOf({aggregation, windowMinutes}: SeriesQuestion, applied: number | null): Series['window'] {
  return aggregation === 'none' ? null : {asked: windowMinutes, applied: applied ?? windowMinutes}
}

function seriesFromRaw(raw: readonly SeriesPoint[], isTruncated: boolean, question: SeriesQuestion): Series {
  const {aggregation} = question
  const whole = {aggregation, window: windowOf(question, null), total: raw.length, isTruncated}
  if (question.aggregation === 'none') {
    const thinned = thin(raw, CHART_POINT_LIMIT)
    return {...whole, ...thinned, isThinned: thinned.points.length < raw.length}
  }
  const buckets = aggregate(raw, question)
  return {
    ...whole,
    ...(aggregation === 'average' && {envelope: bucketEnvelope(raw, question)}),
    ...knownBuckets(buckets, emptyBuckets(buckets, question.windowMinutes)),
    isThinned: false,
  }
}

/** A bucket without a value is too large for a double. It can't be drawn, and no line may cross it. */
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
