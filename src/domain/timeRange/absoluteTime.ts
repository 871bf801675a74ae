import {TZDate} from '@date-fns/tz'
import {dayStart} from '../../../contract/rules/time/calendar'
import {localTimes} from '../../../contract/rules/time/localTime'
import {isValidTime} from '../../../contract/rules/time/validTime'
import type {EpochMs} from '../../../contract/wire/common'

export interface Clock {
  /** An IANA time zone. */
  zone: string
  isTwelveHours: boolean
}

const SECONDS = 'yyyy-MM-ddTHH:mm:ss'.length
const MINUTES = 'yyyy-MM-ddTHH:mm'.length

/** Writes a time as the clock shows it, such as '2026-11-01 14:05:00' or '2026-11-01 2:05:00 pm'. */
export function absoluteText(
  at: EpochMs,
  {zone, isTwelveHours}: Clock,
  precision: 'second' | 'minute' = 'second',
): string {
  const [date = '', time = ''] = localTimes(zone)(at)
    .slice(0, precision === 'second' ? SECONDS : MINUTES)
    .split('T')
  if (!isTwelveHours) return `${date} ${time}`
  const hour = Number(time.slice(0, 2))
  return `${date} ${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'am' : 'pm'}`
}

/** The reason why a text is not a time. */
export type TimeProblem = 'notUnderstood' | 'noSuchDay' | 'skippedHour'
export type AbsoluteTime = {at: EpochMs; problem?: never} | {problem: TimeProblem; at?: never}

const TIME = String.raw`(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\.?)?`
const DATE_FIRST = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})(?:,?[T\s]+${TIME})?$`, 'i')
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,?[T\s]+${TIME})?$`, 'i')
const WITH_OFFSET = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/
const NOT_UNDERSTOOD = {problem: 'notUnderstood'} as const

/**
 * Reads a date, with or without a time of day in 12 or 24 hours, on the zone's clock, an ISO time with an offset, or
 * epoch ms or s. A date alone is the start of its day, or the end of it as the `end` of a range.
 */
export function absoluteFrom(text: string, edge: 'start' | 'end', zone: string): AbsoluteTime {
  const read = timeFrom(text.trim(), edge, zone)
  return read.at === undefined || isValidTime(read.at) ? read : NOT_UNDERSTOOD
}

function timeFrom(text: string, edge: 'start' | 'end', zone: string): AbsoluteTime {
  if (/^\d{9,13}$/.test(text)) return {at: text.length > 10 ? Number(text) : Number(text) * 1000}
  if (WITH_OFFSET.test(text)) return {at: Date.parse(text)}
  const [, year = '', month = '', day = '', ...time] = DATE_FIRST.exec(text) ?? dayFirst(text) ?? []
  if (year === '') return NOT_UNDERSTOOD
  const date = {year: Number(year), month: Number(month), day: Number(day)}
  if (!isDay(date)) return {problem: 'noSuchDay'}
  const [hour, minute = '0', second = '0', half] = time
  if (hour === undefined) return {at: dayEdge(date, edge, zone)}
  const hours = half === undefined ? Number(hour) : inTwentyFour(Number(hour), half)
  return onClock(date, {hour: hours, minute: Number(minute), second: Number(second)}, zone)
}

function dayFirst(text: string): (string | undefined)[] | null {
  const [whole, day, month, year, ...time] = DAY_FIRST.exec(text) ?? []
  return whole === undefined ? null : [whole, year, month, day, ...time]
}

/** Is not a number for an hour that a clock of twelve hours doesn't show. */
function inTwentyFour(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return Number.NaN
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

interface CalendarDate {
  year: number
  month: number
  day: number
}

const isDay = ({year, month, day}: CalendarDate): boolean =>
  month >= 1 && month <= 12 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day

function dayEdge({year, month, day}: CalendarDate, edge: 'start' | 'end', zone: string): EpochMs {
  // Noon is on every day, while midnight may be skipped by a change of clocks.
  const noon = new TZDate(year, month - 1, day, 12, zone).getTime()
  return edge === 'start' ? dayStart(noon, zone) : dayStart(noon, zone, -1) - 1
}

function onClock(
  {year, month, day}: CalendarDate,
  {hour, minute, second}: {hour: number; minute: number; second: number},
  zone: string,
): AbsoluteTime {
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return NOT_UNDERSTOOD
  const time = new TZDate(year, month - 1, day, hour, minute, second, zone)
  // A time that a change of clocks skips becomes another one.
  const isShown = time.getHours() === hour && time.getMinutes() === minute
  return isShown ? {at: time.getTime()} : {problem: 'skippedHour'}
}
