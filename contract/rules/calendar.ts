import {tz} from '@date-fns/tz'
import {addDays, startOfDay, startOfISOWeek, subDays, subWeeks} from 'date-fns'
import type {EpochMs} from '../wire/common'
import type {TileStatistics} from '../wire/telemetry'

/** `end` does not belong to it. */
export interface CalendarWindow {
  start: EpochMs
  end: EpochMs
}

export type StatisticsWindow = keyof TileStatistics

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The start of the day in `zone`; where daylight saving lets a day begin at one o'clock, that. */
export function dayStart(at: EpochMs, zone: string): EpochMs {
  return startOfDay(at, {in: tz(zone)}).getTime()
}

/** The windows of the tiles in the viewer's zone; weeks are ISO weeks. Those that run hold a point of `now` itself. */
export function statisticsWindows(now: EpochMs, zone: string): Record<StatisticsWindow, CalendarWindow> {
  const inZone = {in: tz(zone)}
  const today = startOfDay(now, inZone).getTime()
  const yesterday = startOfDay(subDays(now, 1, inZone), inZone).getTime()
  const thisWeek = startOfISOWeek(now, inZone).getTime()
  const lastWeek = startOfISOWeek(subWeeks(now, 1, inZone), inZone).getTime()
  const end = now + 1
  return {
    lastHour: {start: now - HOUR, end},
    today: {start: today, end},
    yesterday: {start: yesterday, end: today},
    thisWeek: {start: thisWeek, end},
    lastWeek: {start: lastWeek, end: thisWeek},
  }
}

/**
 * Starts of the viewer's days, `step` days apart, from the day of `from` to that of `to`. The step grows until at most
 * `limit` starts remain.
 */
export function dayStarts(from: EpochMs, to: EpochMs, zone: string, limit: number): {starts: EpochMs[]; step: number} {
  const inZone = {in: tz(zone)}
  const first = startOfDay(from, inZone)
  const step = Math.max(1, Math.ceil((to - first.getTime() + 1) / DAY / limit))
  const starts: EpochMs[] = []
  for (let day = first; day.getTime() <= to; day = startOfDay(addDays(day, step))) starts.push(day.getTime())
  return {starts, step}
}

/** The day in `zone` that a moment falls into, by its start. Days are looked up once as long as moments stay within one. */
export function dayBuckets(zone: string): (ts: EpochMs) => EpochMs {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  return ts => {
    if (ts < from || ts >= to) {
      from = dayStart(ts, zone)
      to = dayStart(addDays(from, 1, {in: tz(zone)}).getTime(), zone)
    }
    return from
  }
}
