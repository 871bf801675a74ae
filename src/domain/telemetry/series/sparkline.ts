import {CLOCK_TOLERANCE} from '../../../../contract/limits'
import {emptyBuckets} from '../../../../contract/rules/series/buckets'
import type {Gap} from '../../../../contract/rules/series/gaps'
import type {SeriesPoint} from '../../../../contract/rules/series/point'
import {HOUR, MINUTE} from '../../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../../contract/wire/common'
import type {TimeRange} from '../../timeRange/timeRange'
import type {Reading, Readings, ReadingsByDevice} from '../readings/reading'
import type {Series} from './series'
import type {SeriesQuestion} from './seriesAnswer'

/** Identifies the series that a device's small chart shows. */
export interface SparklineId {
  deviceId: string
  key: string
}

/** The spans of the small charts. */
export const SPANS = ['1h', '6h', '24h', '7d'] as const

export type Span = (typeof SPANS)[number]

export const DEFAULT_SPAN: Span = '24h'

export type Averages = Pick<Series, 'points' | 'gaps' | 'isTruncated'>

/** A small chart of the last hours or days. After a failed refresh it keeps its line, and `failure` says why. */
export interface Sparkline {
  key: string
  /** Averages, as they were fetched; null until then. */
  fetched: Averages | null
  /** The newest value of each minute that has arrived since. */
  recent: readonly SeriesPoint[]
  failure: string | null
  /** The usual bands, oldest first; absent where none is known. */
  usual?: readonly UsualRange[]
}

/** Between which values a series usually lies at a time. */
export interface UsualRange {
  ts: EpochMs
  low: number
  high: number
}

/** The figures of all numbers of a series in a range. */
export interface Figures {
  mean: number
  min: number
  max: number
}

export type SparklinesByDevice = ReadonlyMap<string, Sparkline>

/** The drawn points, oldest first, with the pairs of neighbours that no line may connect. */
export interface DrawnSparkline {
  points: readonly SeriesPoint[]
  gaps: readonly Gap[]
}

interface Scale {
  length: Milliseconds
  /** The length of time that one average covers. */
  windowMinutes: number
  /** A new average comes about so often. */
  pause: Milliseconds
}

export const SCALES: Readonly<Record<Span, Scale>> = {
  '1h': {length: HOUR, windowMinutes: 1, pause: MINUTE},
  '6h': {length: 6 * HOUR, windowMinutes: 5, pause: 2 * MINUTE},
  '24h': {length: 24 * HOUR, windowMinutes: 15, pause: 5 * MINUTE},
  '7d': {length: 7 * 24 * HOUR, windowMinutes: 120, pause: 30 * MINUTE},
}

/** The temperature, otherwise the first key that has a number; null when there is none. */
export function sparklineKey(readings: Readings | undefined): string | null {
  const numeric = [...(readings ?? [])].filter(([, reading]) => typeof reading?.value === 'number').map(([key]) => key)
  return numeric.includes('temperature') ? 'temperature' : (numeric.sort()[0] ?? null)
}

/** Names the small charts of these devices. A device whose keys are not known yet has none. */
export function sparklinesOf(deviceIds: readonly string[], readings: ReadingsByDevice): SparklineId[] {
  return deviceIds.flatMap(deviceId => {
    const key = sparklineKey(readings.get(deviceId))
    return key === null ? [] : [{deviceId, key}]
  })
}

/** The buckets of the averages that are asked for. */
export interface Buckets extends TimeRange {
  windowMinutes: number
}

/** The range starts on a whole multiple of the window, so that the buckets are the same from call to call. */
export function sparklineBuckets(now: EpochMs, span: Span): Buckets {
  const {length, windowMinutes} = SCALES[span]
  const step = windowMinutes * MINUTE
  return {start: Math.floor((now - length) / step) * step, end: now + CLOCK_TOLERANCE, windowMinutes}
}

export function sparklineQuestion(
  {deviceId, key}: SparklineId,
  now: EpochMs,
  zone: string,
  span: Span = DEFAULT_SPAN,
): SeriesQuestion {
  return {deviceId, key, ...sparklineBuckets(now, span), aggregation: 'average', zone}
}

/** The averages of the buckets that have any, oldest first. */
export const averagesFrom = (points: readonly SeriesPoint[], {windowMinutes}: Buckets): Averages => ({
  points,
  gaps: emptyBuckets(points, windowMinutes),
  isTruncated: false,
})

export function fetchedSparkline(key: string, {points, gaps, isTruncated}: Averages): Sparkline {
  return {key, fetched: {points, gaps, isTruncated}, recent: [], failure: null}
}

export function missedSparkline(before: Sparkline | undefined, key: string, failure: string): Sparkline {
  return before?.key === key ? {...before, failure} : {key, fetched: null, recent: [], failure}
}

/** Adds values that have arrived. Returns `sparklines` itself when nothing changes. */
export function extendSparklines(
  sparklines: SparklinesByDevice,
  readings: ReadingsByDevice,
  now: EpochMs,
  span: Span = DEFAULT_SPAN,
): SparklinesByDevice {
  const extended = [...sparklines].flatMap(([deviceId, before]) => {
    const after = extendedSparkline(before, readings.get(deviceId)?.get(before.key), now, span)
    return after === before ? [] : [[deviceId, after] as const]
  })
  return extended.length === 0 ? sparklines : new Map([...sparklines, ...extended])
}

/** Keeps what lies within the span before `now`. */
export function drawnSparkline({fetched, recent}: Sparkline, now: EpochMs, span: Span = DEFAULT_SPAN): DrawnSparkline {
  const {length, windowMinutes} = SCALES[span]
  const isShown = ({ts}: SeriesPoint) => ts >= now - length
  const averages = (fetched?.points ?? []).filter(isShown)
  const arrived = recent.filter(isShown)
  const gaps = [...(fetched?.gaps ?? []), ...silences([...averages.slice(-1), ...arrived], 2 * windowMinutes * MINUTE)]
  return {points: [...averages, ...arrived], gaps}
}

/** Returns the usual bands within a range, and those interpolated at its ends. */
export function usualWithin(usual: readonly UsualRange[], {start, end}: TimeRange): readonly UsualRange[] {
  const within = usual.filter(({ts}) => ts > start && ts < end)
  return [...usualAt(usual, start), ...within, ...usualAt(usual, end)]
}

function usualAt(usual: readonly UsualRange[], at: EpochMs): readonly UsualRange[] {
  const next = usual.findIndex(({ts}) => ts >= at)
  const [before, after] = [usual[next - 1], usual[next]]
  if (after === undefined) return []
  if (before === undefined) return after.ts === at ? [after] : []
  const share = (at - before.ts) / (after.ts - before.ts)
  const between = (one: number, other: number) => one + share * (other - one)
  return [{ts: at, low: between(before.low, after.low), high: between(before.high, after.high)}]
}

export const sparklineRange = (now: EpochMs, span: Span) => ({start: now - SCALES[span].length, end: now})

/** Adds one value that has arrived. Returns `sparkline` itself when nothing changes. */
export function extendedSparkline(
  sparkline: Sparkline,
  reading: Reading | null | undefined,
  now: EpochMs,
  span: Span = DEFAULT_SPAN,
): Sparkline {
  const {fetched, recent} = sparkline
  const ts = reading?.ts ?? reading?.receivedAt ?? null
  if (fetched === null || ts === null || typeof reading?.value !== 'number') return sparkline
  const last = recent.at(-1) ?? fetched.points.at(-1)
  if (ts > now + CLOCK_TOLERANCE || (last !== undefined && ts <= last.ts)) return sparkline
  const before = minuteOf(recent.at(-1)?.ts) === minuteOf(ts) ? recent.slice(0, -1) : recent
  const remaining = before.filter(point => point.ts >= now - SCALES[span].length)
  return {...sparkline, recent: [...remaining, {ts, value: reading.value}]}
}

const minuteOf = (ts: EpochMs = Number.NaN): number => Math.floor(ts / MINUTE)

/** An average carries the start of its window; the next value may come at the end of the next window. */
function silences(points: readonly SeriesPoint[], longest: Milliseconds): Gap[] {
  return points.flatMap(({ts: from}, index): Gap[] => {
    const to = points[index + 1]?.ts ?? from
    return to - from > longest ? [[from, to]] : []
  })
}
