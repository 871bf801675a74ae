import {KEY_LENGTH, RUNBOOK_LENGTH, SEVERITIES} from '../limits'
import type {Json, Milliseconds} from '../wire/common'
import {trimmed} from '../wire/text'
import {isRecord} from './json'
import {DAY, SECOND} from './time/durations'

/**
 * The shared attribute of a device, customer or organisation: `{key: {warning: {above, below}, critical, …}}`. Null for
 * a key switches an inherited threshold off.
 */
export const THRESHOLDS_ATTRIBUTE = 'thresholds'

export {SEVERITIES}
export type Severity = (typeof SEVERITIES)[number]

/** The severity of a silent series. */
export const SILENCE_SEVERITY: Severity = 'critical'

/** A value is beyond them when it is greater than `above` or less than `below`. Null means: no limit on this side. */
export interface Limits {
  above: number | null
  below: number | null
}

export interface UnusualRule {
  severity: Severity
  delay: Threshold['delay']
}

/** The normal values of a key. Null means that the threshold has no such rule. */
export interface Threshold {
  warning: Limits | null
  critical: Limits | null
  /** The distance from a limit at which a value counts as normal again, in the values' own unit. */
  clear: number
  /** The time that a value must be beyond a limit, and the time that it must be back again (`off`). */
  delay: {on: Milliseconds; off: Milliseconds}
  /** The time without any value after which the series counts as silent. */
  silentAfter: Milliseconds | null
  /** Whether an alarm stays until someone resets it. */
  isLatching: boolean
  /** The severity of an unusual series, by what has been learned of it, and the time for which it must be unusual. */
  unusual?: UnusualRule
  /** The instructions for its alarms: an address that begins with `https://`, or a text. */
  runbook?: string
}

export type Thresholds = ReadonlyMap<string, Threshold>

/** A threshold by which every value is normal, and no series is silent. It replaces an inherited one. */
export const OFF: Threshold = {
  warning: null,
  critical: null,
  clear: 0,
  delay: {on: 0, off: 0},
  silentAfter: null,
  isLatching: false,
}

export const isOff = ({warning, critical, silentAfter, unusual}: Threshold): boolean =>
  warning === null && critical === null && silentAfter === null && unusual === undefined

/** The reason why the threshold of a key can't be applied. */
export type ThresholdFault = 'shape' | 'nothing' | 'order' | 'severity' | 'clear'

/** The content of an attribute, which anybody may have written. */
export interface StoredThresholds {
  thresholds: Thresholds
  faults: ReadonlyMap<string, ThresholdFault>
}

export const NO_THRESHOLDS: StoredThresholds = {thresholds: new Map(), faults: new Map()}

/**
 * Reads the value of the attribute. Times are in seconds there: `for`, `offFor`, `silentAfter`, and those in `unusual`.
 * A key whose threshold can't be applied is listed with its fault, and the others are applied.
 */
export function thresholdsFrom(json: Json | undefined): StoredThresholds {
  const thresholds = new Map<string, Threshold>()
  const faults = new Map<string, ThresholdFault>()
  if (!isRecord(json)) return NO_THRESHOLDS
  for (const [key, value] of Object.entries(json)) {
    // No series has a longer key, and none could be stored for it.
    const read = key.length > KEY_LENGTH ? 'shape' : thresholdFrom(value)
    if (typeof read === 'string') faults.set(key, read)
    else thresholds.set(key, read)
  }
  return {thresholds, faults}
}

/** The value to write into the attribute. */
export function thresholdsValue(thresholds: Thresholds): Record<string, Json> {
  return Object.fromEntries([...thresholds].map(([key, threshold]) => [key, thresholdValue(threshold)]))
}

/**
 * The nearest one wins, key by key: given from the farthest (the organisation's) to the nearest (the device's).
 * Thresholds that are off are left out.
 */
export const nearestThresholds = (...byDistance: readonly Thresholds[]): Thresholds => {
  const nearest = new Map(byDistance.flatMap(thresholds => [...thresholds]))
  return new Map([...nearest].filter(([, threshold]) => !isOff(threshold)))
}

/**
 * Evaluates a value. `before` is how severe the value before it was; null when that was normal. A value is raised when
 * it is beyond a limit (`>` or `<`), and stays so until it is back by `clear` at least (`≤ above − clear`, `≥ below +
 * clear`). Only finite numbers are evaluated.
 */
export function judge({warning, critical, clear}: Threshold, value: number, before: Severity | null): Severity | null {
  if (!Number.isFinite(value)) return before
  if (isBeyond(critical, value, before === 'critical' ? clear : 0)) return 'critical'
  return isBeyond(warning, value, before === null ? 0 : clear) ? 'warning' : null
}

/** The value to which a series must come back. Its digits are those of the two, without a double's error. */
export const backFrom = ({side, value}: CrossedLimit, clear: number): number =>
  Number((side === 'above' ? value - clear : value + clear).toPrecision(12))

/** The distance of a value beyond the first limit that it meets; negative within the limits. */
export function excessOf({warning, critical}: Threshold, value: number): number {
  const {low, high} = narrowest(warning, critical)
  return Math.max(value - high, low - value)
}

export interface CrossedLimit {
  side: 'above' | 'below'
  value: number
}

/** The limit of a severity that a value is beyond; null when it is beyond none of it. */
export function crossedLimit(threshold: Threshold, severity: Severity, value: number): CrossedLimit | null {
  const {above = null, below = null} = threshold[severity] ?? {}
  if (above !== null && value > above) return {side: 'above', value: above}
  return below !== null && value < below ? {side: 'below', value: below} : null
}

const isBeyond = (limits: Limits | null, value: number, slack: number): boolean =>
  limits !== null &&
  ((limits.above !== null && value > limits.above - slack) || (limits.below !== null && value < limits.below + slack))

/** Reads the threshold of one key. */
export function thresholdFrom(value: Json): Threshold | ThresholdFault {
  if (value === null) return OFF
  if (!isRecord(value)) return 'shape'
  const [warning, critical] = [limitsFrom(value.warning), limitsFrom(value.critical)]
  const [clear, on, off] = [amountFrom(value.clear), timeFrom(value.for), timeFrom(value.offFor)]
  const silent = timeFrom(value.silentAfter)
  const runbook = runbookFrom(value.runbook)
  const unusual = unusualFrom(value.unusual)
  const isWrong = [warning, critical, clear, on, off, silent].includes(undefined)
  if (isWrong || warning === undefined || critical === undefined || unusual === undefined) return 'shape'
  const threshold: Threshold = {
    warning,
    critical,
    clear: clear ?? 0,
    delay: {on: on ?? 0, off: off ?? 0},
    silentAfter: silent || null,
    isLatching: value.latching === true,
    ...(unusual !== null && {unusual}),
    ...(runbook !== null && {runbook}),
  }
  return faultOf(threshold) ?? threshold
}

/** Undefined when it is wrong, and null when nothing is said. */
function unusualFrom(value: Json | undefined): UnusualRule | null | undefined {
  if (value === undefined || value === null) return null
  if (!isRecord(value)) return undefined
  const severity = SEVERITIES.find(each => each === value.severity)
  const [on, off] = [timeFrom(value.for), timeFrom(value.offFor)]
  if (severity === undefined || on === undefined || off === undefined) return undefined
  return {severity, delay: {on: on ?? 0, off: off ?? 0}}
}

/** Returns null for an unreadable runbook: no alarm depends on it. */
function runbookFrom(value: Json | undefined): string | null {
  const text = typeof value === 'string' ? trimmed(value) : ''
  return text !== '' && isRunbook(text) ? text : null
}

export const isRunbook = (text: string): boolean => text.length <= RUNBOOK_LENGTH && !text.includes('\0')

/** The address that a runbook is; null when it is a text. */
export function runbookAddress(runbook: string): string | null {
  if (!/^https:\/\/\S+$/i.test(runbook) || !URL.canParse(runbook)) return null
  return new URL(runbook).href
}

/** No time of a threshold is longer: a moment that far ahead can still be stored. */
export const LONGEST_THRESHOLD_TIME: Milliseconds = 366 * DAY

/** Returns why a threshold makes no sense; null for one that does. */
export function faultOf(threshold: Threshold): ThresholdFault | null {
  if (isOff(threshold)) return 'nothing'
  const {warning, critical, clear} = threshold
  const {low, high} = narrowest(warning, critical)
  if (low >= high) return 'order'
  // Critical values would not be a warning.
  if (isNearer(critical?.above, warning?.above) || isNearer(warning?.below, critical?.below)) return 'severity'
  // A value that has to come back further than the other limit could never be normal again.
  return 2 * clear >= high - low ? 'clear' : null
}

/** The limits that a value meets first. */
const narrowest = (...limits: readonly (Limits | null)[]) => ({
  low: Math.max(...limits.map(each => each?.below ?? Number.NEGATIVE_INFINITY)),
  high: Math.min(...limits.map(each => each?.above ?? Number.POSITIVE_INFINITY)),
})

const isNearer = (limit: number | null = null, other: number | null = null): boolean =>
  limit !== null && other !== null && limit < other

/** Undefined when it is wrong, and null when nothing is said. */
function limitsFrom(value: Json | undefined): Limits | null | undefined {
  if (value === undefined || value === null) return null
  if (!isRecord(value)) return undefined
  const {above = null, below = null} = value
  if (!isLimit(above) || !isLimit(below)) return undefined
  return above === null && below === null ? null : {above, below}
}

const isLimit = (value: Json): value is number | null => value === null || Number.isFinite(value)

/** Undefined when it is wrong, and null when nothing is said. */
function amountFrom(value: Json | undefined): number | null | undefined {
  if (value === undefined || value === null) return null
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** Whole milliseconds of a time in seconds. Undefined when it is wrong, and null when nothing is said. */
function timeFrom(value: Json | undefined): Milliseconds | null | undefined {
  const seconds = amountFrom(value)
  if (seconds === null || seconds === undefined) return seconds
  const time = Math.round(seconds * SECOND)
  return time > LONGEST_THRESHOLD_TIME ? undefined : time
}

/** The value to write for one key. */
export function thresholdValue(threshold: Threshold): Json {
  if (isOff(threshold)) return null
  const {warning, critical, clear, delay, silentAfter, isLatching, unusual, runbook} = threshold
  return {
    ...(warning && {warning: sidesOf(warning)}),
    ...(critical && {critical: sidesOf(critical)}),
    ...(clear > 0 && {clear}),
    ...delayValue(delay),
    ...(silentAfter !== null && {silentAfter: silentAfter / SECOND}),
    ...(isLatching && {latching: true}),
    ...(unusual && {unusual: {severity: unusual.severity, ...delayValue(unusual.delay)}}),
    ...(runbook !== undefined && {runbook}),
  }
}

const delayValue = ({on, off}: Threshold['delay']): Record<string, Json> => ({
  ...(on > 0 && {for: on / SECOND}),
  ...(off > 0 && {offFor: off / SECOND}),
})

const sidesOf = ({above, below}: Limits): Record<string, Json> => ({
  ...(above !== null && {above}),
  ...(below !== null && {below}),
})
