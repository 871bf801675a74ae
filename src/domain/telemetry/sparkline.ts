import {CLOCK_TOLERANCE} from '../../../contract/limits'
import type {Gap} from '../../../contract/rules/gaps'
import type {SeriesPoint} from '../../../contract/rules/point'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Reading, Readings, ReadingsByDevice} from './reading'
import type {Series} from './series'
import type {SeriesQuestion} from './seriesAnswer'

/** Identifies the series that a device's small chart shows. */
export interface SparklineId {
  deviceId: string
  key: string
}

/** A small chart of the last 24 hours. When fetching it again has failed, it keeps its line and `failure` says why. */
export interface Sparkline {
  key: string
  /** Averages of a quarter of an hour, as they were fetched; null until then. */
  fetched: Pick<Series, 'points' | 'gaps' | 'isTruncated'> | null
  /** The newest value of each minute that has arrived since. */
  recent: readonly SeriesPoint[]
  failure: string | null
}

export type SparklinesByDevice = ReadonlyMap<string, Sparkline>

/** What is drawn, oldest first, with the pairs of neighbours that no line may connect. */
export interface DrawnSparkline {
  points: readonly SeriesPoint[]
  gaps: readonly Gap[]
}

const MINUTE = 60_000
const SPAN: Milliseconds = 24 * 60 * MINUTE
const WINDOW_MINUTES = 15
const QUARTER: Milliseconds = WINDOW_MINUTES * MINUTE

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

/** The range starts on a whole quarter of an hour, so that the buckets are the same from call to call. */
export function sparklineQuestion({deviceId, key}: SparklineId, now: EpochMs, zone: string): SeriesQuestion {
  const start = Math.floor((now - SPAN) / QUARTER) * QUARTER
  return {deviceId, key, start, end: now + CLOCK_TOLERANCE, aggregation: 'average', windowMinutes: WINDOW_MINUTES, zone}
}

export function fetchedSparkline(key: string, {points, gaps, isTruncated}: Series): Sparkline {
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
): SparklinesByDevice {
  const extended = [...sparklines].flatMap(([deviceId, before]) => {
    const after = extendedSparkline(before, readings.get(deviceId)?.get(before.key), now)
    return after === before ? [] : [[deviceId, after] as const]
  })
  return extended.length === 0 ? sparklines : new Map([...sparklines, ...extended])
}

/** Keeps what lies within the 24 hours before `now`. */
export function drawnSparkline({fetched, recent}: Sparkline, now: EpochMs): DrawnSparkline {
  const isShown = ({ts}: SeriesPoint) => ts >= now - SPAN
  const averages = (fetched?.points ?? []).filter(isShown)
  const arrived = recent.filter(isShown)
  const gaps = [...(fetched?.gaps ?? []), ...silences([...averages.slice(-1), ...arrived])]
  return {points: [...averages, ...arrived], gaps}
}

export const sparklineRange = (now: EpochMs) => ({start: now - SPAN, end: now})

/** Adds one value that has arrived. Returns `sparkline` itself when nothing changes. */
export function extendedSparkline(sparkline: Sparkline, reading: Reading | null | undefined, now: EpochMs): Sparkline {
  const {fetched, recent} = sparkline
  const ts = reading?.ts ?? reading?.receivedAt ?? null
  if (fetched === null || ts === null || typeof reading?.value !== 'number') return sparkline
  const last = recent.at(-1) ?? fetched.points.at(-1)
  if (ts > now + CLOCK_TOLERANCE || (last !== undefined && ts <= last.ts)) return sparkline
  const before = minuteOf(recent.at(-1)?.ts) === minuteOf(ts) ? recent.slice(0, -1) : recent
  const kept = before.filter(point => point.ts >= now - SPAN)
  return {...sparkline, recent: [...kept, {ts, value: reading.value}]}
}

const minuteOf = (ts: EpochMs = Number.NaN): number => Math.floor(ts / MINUTE)

/** An average carries the start of its quarter of an hour; the next value may come at the end of the next quarter. */
function silences(points: readonly SeriesPoint[]): Gap[] {
  return points.flatMap(({ts: from}, index): Gap[] => {
    const to = points[index + 1]?.ts ?? from
    return to - from > 2 * QUARTER ? [[from, to]] : []
  })
}
