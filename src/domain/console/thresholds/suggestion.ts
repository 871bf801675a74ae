import {OFF, type Threshold} from '../../../../contract/rules/thresholds'
import {DAY} from '../../../../contract/rules/time/durations'
import type {EpochMs} from '../../../../contract/wire/common'
import {limitsOf, SIDES, type Side} from '../../telemetry/limits'
import type {SeriesQuestion} from '../../telemetry/series/seriesAnswer'
import type {UsualPart} from '../../telemetry/usual'
import type {TimeRange} from '../../timeRange/timeRange'
import type {PreviewDevice, Trial} from './trial'

/** The limits that the past of a key suggests for all devices that were looked at. */
export type Suggestion = (SuggestedLimits & {trial: Trial | null}) | Refusal

export interface SuggestedLimits {
  kind: 'limits'
  threshold: Threshold
  /** The number of days with values. */
  days: number
  /** Tells whether the limits follow the usual band of each hour of the week. */
  isUsual: boolean
  /** The sides that values cross as a habit. */
  leftOut: readonly Side[]
}

/** Why no limits are suggested: values cross each of them as a habit, or devices differ so much that none suit all. */
export type Refusal = {kind: 'habit'} | {kind: 'disagreeing'; lowest: DeviceRange; highest: DeviceRange}

/** Between which values a device usually is. */
export interface DeviceRange {
  device: PreviewDevice
  low: number
  high: number
}

/** The past of the key on one device. */
export interface DevicePast {
  device: PreviewDevice
  extremes: HourlyExtremes
  /** The usual band of each hour of the week, as far as it is known. */
  usual: readonly Pick<UsualPart, 'low' | 'high'>[]
}

/** The least and the greatest value of each hour that has any. */
export interface HourlyExtremes {
  minima: readonly {ts: EpochMs; value: number}[]
  maxima: readonly {ts: EpochMs; value: number}[]
}

/** A week has its weekend, and four of them tell it from a fault. */
export const lastWeeks = (now: EpochMs): TimeRange => ({start: now - 28 * DAY, end: now})

export const extremesQuestion = (
  {deviceId, key}: {deviceId: string; key: string},
  range: TimeRange,
  aggregation: 'min' | 'max',
): SeriesQuestion => ({deviceId, key, ...range, aggregation, windowMinutes: 60, zone: 'UTC'})

/** Fewer hours show no usual band: a machine that ran through one weekend has not shown a working day. */
const LEAST_HOURS = 72
/** Hours beyond this share of all are taken for faults. */
const USUAL_SHARE = 0.995
/** The distance of a limit from the usual span, as shares of the span. */
const MARGINS = {warning: 0.05, critical: 0.25} as const

/** Devices differ when all of them together span more than this many times the span of any of them. */
const AGREEING_SPANS = 1.5
/** A side that values of one device cross on this many days is crossed as a habit. */
const HABIT_DAYS = 3
/** Limits that would have raised this many alarms in the last week are not offered. */
export const TOO_MANY_RAISED = 3

/**
 * Returns limits just beyond the usual band of all devices; null when too little is known. A limit that the key has never
 * come near is left out, as is one that it crosses as a habit.
 */
export function suggestedLimits(pasts: readonly DevicePast[]): SuggestedLimits | Refusal | null {
  const known = pasts.flatMap(past => {
    const usual = usualOf(past)
    return usual === null ? [] : [{...usual, past}]
  })
  const [first, ...others] = known
  if (first === undefined) return null
  const lowest = others.reduce((one, other) => (other.range.low < one.range.low ? other : one), first)
  const highest = others.reduce((one, other) => (other.range.high > one.range.high ? other : one), first)
  const all = {low: lowest.range.low, high: highest.range.high}
  // A key that has always had one value has no limits of its own.
  if (!(all.high > all.low)) return null
  const widest = Math.max(...known.map(({range: {low, high}}) => high - low))
  if (all.high - all.low > AGREEING_SPANS * widest)
    return {kind: 'disagreeing', lowest: lowest.range, highest: highest.range}
  const threshold = beyond(all)
  const leftOut = SIDES.filter(side => known.some(({past}) => isHabit(past.extremes, threshold, side)))
  if (limitsOf(without(threshold, leftOut)).length === 0) return {kind: 'habit'}
  return {
    kind: 'limits',
    threshold: without(threshold, leftOut),
    days: Math.max(...known.map(({days}) => days)),
    isUsual: known.every(({isUsual}) => isUsual),
    leftOut,
  }
}

function usualOf({device, extremes: {minima, maxima}, usual}: DevicePast) {
  if (maxima.length < LEAST_HOURS || minima.length < LEAST_HOURS) return null
  const past = spanOf(minima.map(pointValue), maxima.map(pointValue))
  const days = daysOf(maxima).size
  // A key that has always had one value has no usual span.
  const isUsual = usual.length >= LEAST_HOURS && past.high > past.low
  if (!isUsual) return {range: {device, ...past}, days, isUsual}
  const {low, high} = spanOf(
    usual.map(part => part.low),
    usual.map(part => part.high),
  )
  // The band of what has never been negative may reach below nothing.
  return {range: {device, low: past.low >= 0 ? Math.max(0, low) : low, high}, days, isUsual}
}

const pointValue = ({value}: {value: number}): number => value

const spanOf = (lows: readonly number[], highs: readonly number[]) => ({
  low: quantile(lows, 1 - USUAL_SHARE),
  high: quantile(highs, USUAL_SHARE),
})

const daysOf = (points: HourlyExtremes['maxima']): ReadonlySet<number> =>
  new Set(points.map(({ts}) => Math.floor(ts / DAY)))

function isHabit({minima, maxima}: HourlyExtremes, {warning}: Threshold, side: Side): boolean {
  const limit = warning?.[side] ?? null
  if (limit === null) return false
  const crossing =
    side === 'above' ? maxima.filter(({value}) => value > limit) : minima.filter(({value}) => value < limit)
  return daysOf(crossing).size >= HABIT_DAYS
}

function without(threshold: Threshold, sides: readonly Side[]): Threshold {
  const left = Object.fromEntries(sides.map(side => [side, null]))
  return {
    ...threshold,
    warning: threshold.warning && {...threshold.warning, ...left},
    critical: threshold.critical && {...threshold.critical, ...left},
  }
}

function beyond({low, high}: {low: number; high: number}): Threshold {
  const span = high - low
  const digits = rounder(span)
  const above = (margin: number) => digits(high + margin * span)
  // A value that has never been negative, such as a load or a flow, never will be.
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

/** Rounds to a hundredth of the span, in steps of 1, 10, 100 …. */
function rounder(span: number): (value: number) => number {
  const step = 10 ** Math.floor(Math.log10(span / 50))
  return value => Number((Math.round(value / step) * step).toPrecision(12))
}
