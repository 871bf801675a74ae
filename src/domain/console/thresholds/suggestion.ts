import {OFF, type Threshold} from '../../../../contract/rules/thresholds'
import type {EpochMs, Milliseconds} from '../../../../contract/wire/common'
import type {SeriesQuestion} from '../../telemetry/series/seriesAnswer'
import type {UsualPart} from '../../telemetry/usual'
import type {TimeRange} from '../../timeRange/timeRange'
import type {Trial} from './trial'

/** Limits that the own past of a key suggests, and what they would have raised; null where no server says. */
export interface Suggestion extends SuggestedLimits {
  trial: Trial | null
}

export interface SuggestedLimits {
  threshold: Threshold
  /** The days of which there are values. */
  days: number
  /** Whether the limits go by what is usual in each hour of the week. */
  isUsual?: true
}

/** The least and the greatest value of each hour that has any. */
export interface HourlyExtremes {
  minima: readonly {ts: EpochMs; value: number}[]
  maxima: readonly {ts: EpochMs; value: number}[]
}

const HOUR: Milliseconds = 60 * 60_000
const DAY: Milliseconds = 24 * HOUR

/** A week has its weekend, and four of them tell it from a fault. */
export const lastWeeks = (now: EpochMs): TimeRange => ({start: now - 28 * DAY, end: now})

export const extremesQuestion = (
  {deviceId, key}: {deviceId: string; key: string},
  range: TimeRange,
  aggregation: 'min' | 'max',
): SeriesQuestion => ({deviceId, key, ...range, aggregation, windowMinutes: 60, zone: 'UTC'})

/** Fewer hours say nothing of what is usual: a machine that ran through one weekend has not shown a working day. */
const LEAST_HOURS = 72
/** Hours beyond this share of all are taken for faults. */
const USUAL_SHARE = 0.995
/** How far beyond what is usual a limit stands, as shares of the usual span. */
const MARGINS = {warning: 0.05, critical: 0.25} as const

/** Limits just beyond what is usual; null when too little is known. A limit that the key has never come near is left out. */
export function suggestedLimits(
  {minima, maxima}: HourlyExtremes,
  usual: readonly Pick<UsualPart, 'low' | 'high'>[] = [],
): SuggestedLimits | null {
  if (maxima.length < LEAST_HOURS || minima.length < LEAST_HOURS) return null
  const values = (points: HourlyExtremes['maxima']) => points.map(({value}) => value)
  const past = {high: quantile(values(maxima), USUAL_SHARE), low: quantile(values(minima), 1 - USUAL_SHARE)}
  // A key that has always had one value has no limits of its own.
  if (!(past.high > past.low)) return null
  const days = new Set(maxima.map(({ts}) => Math.floor(ts / DAY))).size
  if (usual.length < LEAST_HOURS) return {threshold: beyond(past), days}
  const highs = usual.map(({high}) => high)
  const lows = usual.map(({low}) => low)
  // The band of what has never been negative may reach below nothing.
  const low = quantile(lows, 1 - USUAL_SHARE)
  const band = {high: quantile(highs, USUAL_SHARE), low: past.low >= 0 ? Math.max(0, low) : low}
  return {threshold: beyond(band), days, isUsual: true}
}

function beyond({low, high}: {low: number; high: number}): Threshold {
  const span = high - low
  const digits = rounder(span)
  const above = (margin: number) => digits(high + margin * span)
  // What has never been negative, such as a load or a flow, never will be.
  const below = (margin: number) => (low >= 0 && low - margin * span <= 0 ? null : digits(low - margin * span))
  const limits = (margin: number) => ({above: above(margin), below: below(margin)})
  return {
    ...OFF,
    warning: limits(MARGINS.warning),
    critical: limits(MARGINS.critical),
    clear: digits(MARGINS.warning * span),
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
}

/** Rounds to a hundredth of the span, of which people think in tens. */
function rounder(span: number): (value: number) => number {
  const step = 10 ** Math.floor(Math.log10(span / 50))
  return value => Number((Math.round(value / step) * step).toPrecision(12))
}
