import type {EpochMs, Milliseconds} from '../../wire/common'
import type {TileStatistics} from '../../wire/telemetry/telemetry'
import {DAY, HOUR} from './durations'
import {offsetsOf} from './localTime'

/** A piece of time from `start`, inclusive, to `end`, exclusive. */
export interface CalendarWindow {
  start: EpochMs
  end: EpochMs
}

export type StatisticsWindow = keyof TileStatistics

/** 1970-01-01 was a Thursday, three days after a Monday. */
const MONDAY_OFFSET = 3

/**
 * The days of a zone by number; day 0 is 1970-01-01. A day that the zone skipped has the same start as the next one.
 */
interface Days {
  startOf(day: number): EpochMs
  /** The number of the last day that has started at this time. */
  dayOf(at: EpochMs): number
}

/**
 * The start of the day in `zone`, or of the day `daysBack` days earlier. It is not always midnight: daylight saving
 * begins some days at one o'clock.
 */
export function dayStart(at: EpochMs, zone: string, daysBack = 0): EpochMs {
  const {startOf, dayOf} = daysIn(zone)
  return startOf(dayOf(at) - daysBack)
}

/** The windows of the tiles in the viewer's zone; weeks are ISO weeks. The running windows include a point at `now`. */
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
 * The starts of the days in `zone` from the day of `from` to the day of `to`, `step` days apart and each later than the
 * one before. `step` is the smallest number of days that gives at most `limit` starts.
 */
export function dayStarts(from: EpochMs, to: EpochMs, zone: string, limit: number): {starts: EpochMs[]; step: number} {
  const {startOf, dayOf} = daysIn(zone)
  const [first, last] = [dayOf(from), dayOf(to)]
  const step = Math.max(1, Math.ceil((last - first + 1) / limit))
  const count = Math.max(0, Math.floor((last - first) / step) + 1)
  const starts = Array.from({length: count}, (_, index) => startOf(first + index * step))
  return {starts: starts.filter((start, index) => start !== starts[index + 1]), step}
}

/**
 * Returns a function that gives the start of the day of a time in `zone`. It remembers one day, so it is fast for times
 * in order.
 */
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
 * Days are numbers here, because steps of 24 hours could skip a day or stay on one. When the clock is set back over
 * midnight and shows the previous day again, that time belongs to the day that had already started.
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

  /**
   * The first time after `low` and up to `high` with another offset: the day starts there when midnight was skipped.
   */
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
