import {TZDate} from '@date-fns/tz'
import {dayStart} from '../../../contract/rules/calendar'
import {localTimes} from '../../../contract/rules/localTime'
import {isValidTime} from '../../../contract/rules/validTime'
import type {EpochMs} from '../../../contract/wire/common'

/** Writes a time on the zone's clock of 24 hours, such as '2026-11-01 14:05:00'. */
export const absoluteText = (at: EpochMs, zone: string): string =>
  localTimes(zone)(at).slice(0, 'yyyy-MM-ddTHH:mm:ss'.length).replace('T', ' ')

const DATE_FIRST = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,?[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const WITH_OFFSET = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/

/**
 * Reads a date, with or without a time of day, on the zone's clock, an ISO time with an offset, or epoch ms or s. A
 * date alone is the start of its day, or the end of it as the `end` of a range. Null when it is none of them.
 */
export function absoluteFrom(text: string, edge: 'start' | 'end', zone: string): EpochMs | null {
  const at = timeFrom(text.trim(), edge, zone)
  return at !== null && isValidTime(at) ? at : null
}

function timeFrom(text: string, edge: 'start' | 'end', zone: string): EpochMs | null {
  if (/^\d{9,13}$/.test(text)) return text.length > 10 ? Number(text) : Number(text) * 1000
  if (WITH_OFFSET.test(text)) return Date.parse(text)
  const [, year = '', month = '', day = '', ...time] = DATE_FIRST.exec(text) ?? dayFirst(text) ?? []
  if (year === '') return null
  const date = {year: Number(year), month: Number(month), day: Number(day)}
  const [hour, minute = '0', second = '0'] = time
  if (hour === undefined) return dayEdge(date, edge, zone)
  return onClock(date, {hour: Number(hour), minute: Number(minute), second: Number(second)}, zone)
}

function dayFirst(text: string): (string | undefined)[] | null {
  const [whole, day, month, year, ...time] = DAY_FIRST.exec(text) ?? []
  return whole === undefined ? null : [whole, year, month, day, ...time]
}

interface CalendarDate {
  year: number
  month: number
  day: number
}

function dayEdge(date: CalendarDate, edge: 'start' | 'end', zone: string): EpochMs | null {
  // Noon is on every day, while midnight may be skipped by a change of clocks.
  const noon = onClock(date, {hour: 12, minute: 0, second: 0}, zone)
  if (noon === null) return null
  return edge === 'start' ? dayStart(noon, zone) : dayStart(noon, zone, -1) - 1
}

/** A time that a change of clocks skips becomes the one after it. */
function onClock(
  {year, month, day}: CalendarDate,
  {hour, minute, second}: {hour: number; minute: number; second: number},
  zone: string,
): EpochMs | null {
  const isDate = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month >= 1 && month <= 12
  if (!isDate || hour > 23 || minute > 59 || second > 59) return null
  return new TZDate(year, month - 1, day, hour, minute, second, zone).getTime()
}
