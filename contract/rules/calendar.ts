import type {EpochMs, Milliseconds} from '../wire/common'
import type {TileStatistics} from '../wire/telemetry'
import {offsetsOf} from './localTime'

/** `end` does not belong to it. */
export interface CalendarWindow {
  start: EpochMs
  end: EpochMs
}

export type StatisticsWindow = keyof TileStatistics

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** 1970-01-01 was a Thursday. */
const MONDAY_OFFSET = 3

/** A zone's days by their numbers: 0 is 1970-01-01 there. Days that the zone skipped start together with the next one. */
interface Days {
  startOf(day: number): EpochMs
  /** The last day that has started. */
  dayOf(at: EpochMs): number
}

/** The start of the day in `zone`, or of one `daysBack`; where daylight saving lets a day begin at one o'clock, that. */
export function dayStart(at: EpochMs, zone: string, daysBack = 0): EpochMs {
  const {startOf, dayOf} = daysIn(zone)
  return startOf(dayOf(at) - daysBack)
}

/** The windows of the tiles in the viewer's zone; weeks are ISO weeks. Those that run hold a point of `now` itself. */
export function statisticsWindows(now: EpochMs, zone: string): Record<StatisticsWindow, CalendarWindow> {
  const {startOf, dayOf} = daysIn(zone)
  const day = dayOf(now)
  const monday = day - modulo(day + MONDAY_OFFSET, 7)
  const [today, thisWeek] = [startOf(day), startOf(monday)]
  const end = now + 1
  return {
    lastHour: {start: now - HOUR, end},
    today: {start: today, end},
    yesterday: {start: startOf(day - 1), end: today},
    thisWeek: {start: thisWeek, end},
    lastWeek: {start: startOf(monday - 7), end: thisWeek},
  }
}

/**
 * Starts of the viewer's days, `step` days apart, from the day of `from` to that of `to`; each is later than the one
 * before. The step is the least that leaves at most `limit` starts.
 */
export function dayStarts(from: EpochMs, to: EpochMs, zone: string, limit: number): {starts: EpochMs[]; step: number} {
  const {startOf, dayOf} = daysIn(zone)
  const [first, last] = [dayOf(from), dayOf(to)]
  const step = Math.max(1, Math.ceil((last - first + 1) / limit))
  const count = Math.max(0, Math.floor((last - first) / step) + 1)
  const starts = Array.from({length: count}, (_, index) => startOf(first + index * step))
  return {starts: starts.filter((start, index) => start !== starts[index + 1]), step}
}

/** The day in `zone` that a moment falls into, by its start. Days are looked up once as long as moments stay within one. */
export function dayBuckets(zone: string): (ts: EpochMs) => EpochMs {
  const {startOf, dayOf} = daysIn(zone)
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  return ts => {
    if (ts < from || ts >= to) {
      const day = dayOf(ts)
      from = startOf(day)
      to = startOf(day + 1)
    }
    return from
  }
}

/**
 * Days are counted by their numbers, so that no walk through them can stand still. A moment that a clock set back shows as
 * the day before again belongs to the day that had started.
 */
function daysIn(zone: string): Days {
  const offsetAt = offsetsOf(zone)

  function startOf(day: number): EpochMs {
    const midnight = day * DAY
    const before = offsetAt(midnight - DAY)
    const early = midnight - before
    if (offsetAt(early) === before) return early
    const after = offsetAt(midnight + DAY)
    const late = midnight - after
    return offsetAt(late) === after ? late : changeBetween(late, early, before)
  }

  /** The clock was set forward over midnight: the first moment after `low`, and not after `high`, of another offset. */
  function changeBetween(low: EpochMs, high: EpochMs, offset: Milliseconds): EpochMs {
    let [before, after] = [low, high]
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (offsetAt(middle) === offset) before = middle
      else after = middle
    }
    return after
  }

  return {
    startOf,
    dayOf(at) {
      const day = Math.floor((at + offsetAt(at)) / DAY)
      return startOf(day + 1) <= at ? day + 1 : day
    },
  }
}

const modulo = (dividend: number, divisor: number): number => ((dividend % divisor) + divisor) % divisor
