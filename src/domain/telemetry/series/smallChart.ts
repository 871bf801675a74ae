import {CLOCK_TOLERANCE} from '../../../../contract/limits'
import type {Gap} from '../../../../contract/rules/series/gaps'
import {countedValue} from '../../../../contract/rules/series/point'
import {MINUTE} from '../../../../contract/rules/time/durations'
import type {EpochMs} from '../../../../contract/wire/common'
import {followsNow, type RawRange, resolveRange, type TimeRange} from '../../timeRange/timeRange'
import type {Reading, Readings} from '../readings/reading'
import {kindOf, type ValueKind} from './chartKind'
import type {SeriesQuestion} from './seriesAnswer'
import type {DrawnSparkline, Sparkline, SparklineId} from './sparkline'

/** A small chart of any key over the range of the chart: averages of a number, and each change of a switch. */
export interface SmallChartId extends SparklineId {
  kind: Exclude<ValueKind, 'text'>
}

/** A small chart has room for about this many averages. */
const BUCKETS = 120

/** Returns the keys in view that can be drawn. Texts can't, and the type of a key without a value isn't known. */
export function smallChartsOf(deviceId: string, keys: readonly string[], readings: Readings): SmallChartId[] {
  return keys.flatMap(key => {
    const kind = kindOf(readings.get(key)?.value)
    return readings.get(key) && kind !== 'text' ? [{deviceId, key, kind}] : []
  })
}

/** Buckets start on whole multiples of their length, so that they are the same from call to call. */
export function smallChartQuestion(
  {deviceId, key, kind}: SmallChartId,
  range: RawRange,
  now: EpochMs,
  zone: string,
): SeriesQuestion {
  const {start, end} = resolveRange(range, now, zone)
  const windowMinutes = windowOf({start, end})
  const step = windowMinutes * MINUTE
  const times = {start: Math.floor(start / step) * step, end: followsNow(range) ? end + CLOCK_TOLERANCE : end}
  return {deviceId, key, ...times, aggregation: kind === 'boolean' ? 'none' : 'average', windowMinutes, zone}
}

/** Adds a value that has arrived. Returns `chart` itself when nothing changes. */
export function extendedSmallChart(chart: Sparkline, reading: Reading | null | undefined, now: EpochMs): Sparkline {
  const {fetched, recent} = chart
  const ts = reading?.ts ?? reading?.receivedAt ?? null
  if (fetched === null || ts === null || reading === null || reading === undefined) return chart
  const value = countedValue(reading.value)
  const last = recent.at(-1) ?? fetched.points.at(-1)
  if (value === null || ts > now + CLOCK_TOLERANCE || (last !== undefined && ts <= last.ts)) return chart
  const isSameMinute = Math.floor((recent.at(-1)?.ts ?? Number.NaN) / MINUTE) === Math.floor(ts / MINUTE)
  const remaining = isSameMinute && recent.at(-1)?.value === value ? recent.slice(0, -1) : recent
  return {...chart, recent: [...remaining, {ts, value}]}
}

/** The drawn line of a number breaks where several averages in a row are missing; a switch keeps its state. */
export function drawnSmallChart(
  {fetched, recent}: Pick<Sparkline, 'fetched' | 'recent'>,
  range: TimeRange,
  kind: ValueKind,
): DrawnSparkline {
  const points = [...(fetched?.points ?? []), ...recent].filter(({ts}) => ts >= range.start && ts <= range.end)
  if (kind === 'boolean') return {points, gaps: []}
  const arrived = [...(fetched?.points ?? []).slice(-1), ...recent]
  const silence = 2 * windowOf(range) * MINUTE + MINUTE
  const silences = arrived.flatMap(({ts: from}, index): Gap[] => {
    const to = arrived[index + 1]?.ts ?? from
    return to - from > silence ? [[from, to]] : []
  })
  return {points, gaps: [...(fetched?.gaps ?? []), ...silences]}
}

/** The value that holds at a time: that of the last point before, unless nothing is known from there on. */
export function valueAt({points, gaps}: DrawnSparkline, at: EpochMs): number | null {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.ts ?? 0) <= at) low = middle + 1
    else high = middle
  }
  const point = points[low - 1]
  if (point === undefined) return null
  return gaps.some(([from, to]) => from === point.ts && at > from && at < to) ? null : point.value
}

function windowOf({start, end}: TimeRange): number {
  return Math.max(1, Math.ceil((end - start) / BUCKETS / MINUTE))
}
