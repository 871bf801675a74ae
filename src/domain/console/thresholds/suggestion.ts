import {OFF, type Threshold} from '../../../../contract/rules/thresholds'
import type {EpochMs, Milliseconds} from '../../../../contract/wire/common'
import type {SeriesQuestion} from '../../telemetry/series/seriesAnswer'
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
export function suggestedLimits({minima, maxima}: HourlyExtremes): SuggestedLimits | null {
  if (maxima.length < LEAST_HOURS || minima.length < LEAST_HOURS) return null
  const high = quantile(maxima, USUAL_SHARE)
  const low = quantile(minima, 1 - USUAL_SHARE)
  const span = high - low
  // A key that has always had one value has no limits of its own.
  if (!(span > 0)) return null
  const digits = rounder(span)
  const above = (margin: number) => digits(high + margin * span)
  // What has never been negative, such as a load or a flow, never will be.
  const below = (margin: number) => (low >= 0 && low - margin * span <= 0 ? null : digits(low - margin * span))
  const limits = (margin: number) => ({above: above(margin), below: below(margin)})
  return {
    threshold: {
      ...OFF,
      warning: limits(MARGINS.warning),
      critical: limits(MARGINS.critical),
      clear: digits(MARGINS.warning * span),
    },
    days: new Set(maxima.map(({ts}) => Math.floor(ts / DAY))).size,
  }
}

function quantile(points: HourlyExtremes['maxima'], share: number): number {
  const values = points.map(({value}) => value).toSorted((one, other) => one - other)
  return values[Math.round(share * (values.length - 1))] ?? Number.NaN
}

/** Rounds to a hundredth of the span, of which people think in tens. */
function rounder(span: number): (value: number) => number {
  const step = 10 ** Math.floor(Math.log10(span / 50))
  return value => Number((Math.round(value / step) * step).toPrecision(12))
}
