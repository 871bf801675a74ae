import {DEFAULT_START_DAYS_BACK, MAX_TS, MIN_TS} from '../../../contract/limits'
import {isValidTime} from '../../../contract/rules/time/validTime'
import type {EpochMs} from '../../../contract/wire/common'
import {isRelative, type RelativeTime, relativeTimeAt} from './relativeTime'

/** A piece of time with both ends inclusive. */
export interface TimeRange {
  start: EpochMs
  end: EpochMs
}

/** A time as it was chosen: an absolute one, or a text such as `now-1d/d` that moves with the present. */
export type RawTime = EpochMs | RelativeTime

/** A range as it was chosen. It is stored and passed on like this, and resolved only where it is used. */
export interface RawRange {
  from: RawTime
  to: RawTime
}

/** From the start of the day some days back until now. */
export const DEFAULT_RANGE: RawRange = {from: `now-${DEFAULT_START_DAYS_BACK}d/d`, to: 'now'}

/** Rounding in `from` goes back to the start of its unit, and in `to` on to the end of it. */
export function resolveRange({from, to}: RawRange, now: EpochMs, zone: string): TimeRange {
  return {start: resolveTime(from, 'start', now, zone), end: resolveTime(to, 'end', now, zone)}
}

function resolveTime(time: RawTime, edge: 'start' | 'end', now: EpochMs, zone: string): EpochMs {
  const at = typeof time === 'number' ? time : relativeTimeAt(time, edge, now, zone)
  return Math.min(Math.max(at, MIN_TS), MAX_TS)
}

export const isSameRange = (one: RawRange, other: RawRange): boolean => one.from === other.from && one.to === other.to

/** Whether the end is always the present, so that a chart of this range can follow. */
export const followsNow = ({to}: RawRange): boolean => to === 'now'

export const isAbsolute = ({from, to}: RawRange): boolean => typeof from === 'number' && typeof to === 'number'

/** Writes a time for an address or a clipboard: ISO with milliseconds, or the relative text as it is. */
export const rawText = (time: RawTime): string => (typeof time === 'number' ? new Date(time).toISOString() : time)

/**
 * Reads what `rawText` writes, and epoch ms; null when it is neither. An ISO time without an offset is one of UTC,
 * because a link must mean the same in each zone. A space counts as the plus that it replaces in an address.
 */
export function rawTimeFrom(text: string): RawTime | null {
  const relative = text.replaceAll(' ', '+')
  if (isRelative(relative)) return relative
  const at = /^\d+$/.test(text) ? Number(text) : isoTimeFrom(relative)
  return isValidTime(at) ? at : null
}

function isoTimeFrom(text: string): EpochMs {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return Number.NaN
  return Date.parse(/T[^Z+-]*$/.test(text) ? `${text}Z` : text)
}

/**
 * Reads `from` and `to`, or the older `start` and `end`. A missing one is that of the default range; null when both are
 * missing, when one can't be read, and when two fixed times are not in order.
 */
export function rangeFromParameters(parameters: URLSearchParams): RawRange | null {
  const from = parameters.get('from') ?? parameters.get('start')
  const to = parameters.get('to') ?? parameters.get('end')
  if (from === null && to === null) return null
  const range = {
    from: from === null ? DEFAULT_RANGE.from : rawTimeFrom(from),
    to: to === null ? DEFAULT_RANGE.to : rawTimeFrom(to),
  }
  if (range.from === null || range.to === null) return null
  if (typeof range.from === 'number' && typeof range.to === 'number' && range.from >= range.to) return null
  return {from: range.from, to: range.to}
}

/** Writes a range into a search, whose other parameters stay; null removes it. */
export function searchWithRange(search: string, range: RawRange | null): string {
  const parameters = new URLSearchParams(search)
  for (const name of ['from', 'to', 'start', 'end']) parameters.delete(name)
  if (range !== null) {
    parameters.set('from', rawText(range.from))
    parameters.set('to', rawText(range.to))
  }
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** Tells the time `at` on the server's clock, once a minute. */
export type MinuteTicked = {type: 'minute.ticked'; at: EpochMs}
