import type {EpochMs} from '../../../contract/wire/common'
import {absoluteFrom, type TimeProblem} from './absoluteTime'
import {QUICK_RANGES} from './quickRanges'
import {isRelative} from './relativeTime'
import {type RawRange, type RawTime, rangeFromParameters, rawTimeFrom, resolveRange} from './timeRange'

export type RangeProblem = TimeProblem | 'startAfterEnd'
export type TypedRange = {range: RawRange; problem?: never} | {problem: RangeProblem; range?: never}

interface Present {
  now: EpochMs
  zone: string
}

/**
 * Reads what a user types or pastes for a range: `5m`, `3 days`, `now-1d/d`, `yesterday`, `2026-11-01`, `2026-11-01 –
 * 2026-11-03 14:00`, `now-2d to now-1d`, the text that `copiedRange` writes, or an address with a range.
 */
export function typedRange(text: string, present: Present): TypedRange {
  const copied = copiedFrom(text.trim())
  if (copied !== null) return checked(copied, present)
  const typed = spanFrom(text.trim(), present.zone) ?? singleFrom(text.trim(), present.zone)
  return typed.range === undefined ? typed : checked(typed.range, present)
}

/** Reads the two fields of a range. Each holds a time on the zone's clock, or a relative text such as `now-6h`. */
export function typedTimes(start: string, end: string, present: Present): TypedRange {
  const {range, problem} = between(start, end, present.zone)
  return range === undefined ? {problem} : checked(range, present)
}

/** Writes a range for the clipboard, raw, so that one that moves with the present still does elsewhere. */
export const copiedRange = ({from, to}: RawRange): string => JSON.stringify({from, to})

function checked(range: RawRange, {now, zone}: Present): TypedRange {
  const {start, end} = resolveRange(range, now, zone)
  return start < end ? {range} : {problem: 'startAfterEnd'}
}

function copiedFrom(text: string): RawRange | null {
  if (text.startsWith('{')) return jsonFrom(text)
  const question = text.indexOf('?')
  if (question === -1 || /\s/.test(text)) return null
  return rangeFromParameters(new URLSearchParams(text.slice(question).replace(/#.*$/, '')))
}

function jsonFrom(text: string): RawRange | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return rangeFromUnknown(parsed)
  } catch {
    return null
  }
}

/** Reads a range that was stored outside the program. */
export function rangeFromUnknown(value: unknown): RawRange | null {
  if (typeof value !== 'object' || value === null || !('from' in value && 'to' in value)) return null
  const [from, to] = [rawTimeFrom(String(value.from)), rawTimeFrom(String(value.to))]
  return from === null || to === null ? null : {from, to}
}

const BETWEEN = /\s+(?:-|to|bis|until)\s+|\s*(?:[–—…]|\.\.+)\s*/

function spanFrom(text: string, zone: string): TypedRange | null {
  const [start, end, ...rest] = text.split(BETWEEN)
  if (start === undefined || end === undefined || rest.length > 0) return null
  return between(start, end, zone)
}

function between(start: string, end: string, zone: string): TypedRange {
  const [from, to] = [timeFrom(start, 'start', zone), timeFrom(end, 'end', zone)]
  if (from.at === undefined) return from
  return to.at === undefined ? to : {range: {from: from.at, to: to.at}}
}

const NAMED: Readonly<Record<string, RawRange>> = {
  today: QUICK_RANGES.today,
  heute: QUICK_RANGES.today,
  yesterday: QUICK_RANGES.yesterday,
  gestern: QUICK_RANGES.yesterday,
  'this week': QUICK_RANGES.thisWeek,
  'diese woche': QUICK_RANGES.thisWeek,
  'last week': QUICK_RANGES.lastWeek,
  'letzte woche': QUICK_RANGES.lastWeek,
}

function singleFrom(text: string, zone: string): TypedRange {
  const named = NAMED[text.toLowerCase()]
  if (named !== undefined) return {range: named}
  const length = lengthFrom(text)
  if (length !== null) return {range: {from: `now-${length}`, to: 'now'}}
  // A rounded time in the past names its whole unit; the present unit goes until now, so that it can follow.
  if (isRelative(text)) return {range: {from: text, to: /^now[+-].*\/\w$/.test(text) ? text : 'now'}}
  const from = absoluteFrom(text, 'start', zone)
  if (from.at === undefined) return from
  return {range: {from: from.at, to: /[: T]|^\d+$/.test(text) ? 'now' : (absoluteFrom(text, 'end', zone).at ?? 'now')}}
}

const LENGTH = /^(?:last\s+|-)?(\d{1,6})\s*([a-z]+)$/i
const UNIT_WORDS: readonly [RegExp, string][] = [
  [/^(s|secs?|seconds?|sek|sekunden?)$/i, 's'],
  [/^(m|mins?|minutes?|minuten?)$/, 'm'],
  [/^(h|hrs?|hours?|std|stunden?)$/i, 'h'],
  [/^(d|days?|t|tage?)$/i, 'd'],
  [/^(w|weeks?|wochen?)$/i, 'w'],
  [/^(M|mo|months?|monate?)$/, 'M'],
  [/^(y|years?|jahre?)$/i, 'y'],
]

function lengthFrom(text: string): string | null {
  const [, count, word = ''] = LENGTH.exec(text) ?? []
  const unit = UNIT_WORDS.find(([words]) => words.test(word))?.[1]
  return count === undefined || unit === undefined || Number(count) === 0 ? null : `${Number(count)}${unit}`
}

type TypedTime = {at: RawTime; problem?: never} | {problem: TimeProblem; at?: never}

function timeFrom(text: string, edge: 'start' | 'end', zone: string): TypedTime {
  const trimmed = text.trim()
  return isRelative(trimmed) ? {at: trimmed} : absoluteFrom(trimmed, edge, zone)
}
