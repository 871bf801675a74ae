import {TZDate} from '@date-fns/tz'
import {addDays, startOfDay, startOfISOWeek, subDays, subWeeks} from 'date-fns'
import type {EpochMs} from '../../contract/wire/common'

const HOUR = 3_600_000

export interface CalendarWindow {
  from: EpochMs
  /** Not included. */
  to: EpochMs
}

export type WindowName = 'lastHour' | 'today' | 'yesterday' | 'thisWeek' | 'lastWeek'

/** The windows of the tiles as the viewer's calendar has them; those that run end after `now`. */
export function tileWindows(now: EpochMs, timeZone: string): Record<WindowName, CalendarWindow> {
  const here = new TZDate(now, timeZone)
  const today = startOfDay(here)
  const week = startOfISOWeek(here)
  const running = now + 1
  return {
    lastHour: {from: now - HOUR, to: running},
    today: {from: today.getTime(), to: running},
    yesterday: {from: startOfDay(subDays(today, 1)).getTime(), to: today.getTime()},
    thisWeek: {from: week.getTime(), to: running},
    lastWeek: {from: startOfISOWeek(subWeeks(week, 1)).getTime(), to: week.getTime()},
  }
}

/**
 * Starts of the viewer's days, `step` days apart, from the day of `from` to that of `to`. The step grows until at most
 * `limit` starts remain.
 */
export function dayStarts(
  from: EpochMs,
  to: EpochMs,
  timeZone: string,
  limit: number,
): {starts: EpochMs[]; step: number} {
  const first = startOfDay(new TZDate(from, timeZone))
  const step = Math.max(1, Math.ceil((to - first.getTime() + 1) / (24 * HOUR) / limit))
  const starts: EpochMs[] = []
  for (let day = first; day.getTime() <= to; day = startOfDay(addDays(day, step))) starts.push(day.getTime())
  return {starts, step}
}
