import {AXIS_DAY_UNIT_OVER_DAYS, AXIS_HOUR_UNIT_OVER_DAYS, CLOCK_TOLERANCE} from '../../../../contract/limits'
import {DAY} from '../../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../../contract/wire/common'
import {followsNow, type RawRange, resolveRange, type TimeRange} from '../../timeRange/timeRange'

/** Everything that decides the range of a chart. Times are on the server's clock. */
export interface RangeChoice {
  /** The viewer's IANA time zone. */
  zone: string
  now: EpochMs
  rangeChosen: RawRange
  /** The end of the range for a chart that is paused; null while it follows the present. */
  pausedAt: EpochMs | null
}

export interface Ranged extends RangeChoice {
  /** The time that the drawing covers. */
  range: TimeRange
}

export const requestedRange = (choice: RangeChoice): TimeRange =>
  resolveRange(choice.rangeChosen, choice.pausedAt ?? choice.now, choice.zone)

export const isEmpty = ({start, end}: TimeRange): boolean => start >= end

/** Moves the end of a chart that follows now. The start, which takes a calendar, stays until the next fetch. */
export const withEnd = ({range}: Ranged, now: EpochMs) => ({now, range: {start: range.start, end: now}})

/** A smaller part of the range is about a pixel, which is not worth another fetch. */
const VISIBLE_SHARE = 1 / 500

/** A start that moves with the present, by the day or steadily, has moved on by what can be seen. */
export function hasStartMoved({range, ...choice}: Ranged, now: EpochMs): boolean {
  const {start, end} = requestedRange({...choice, now})
  return Math.abs(start - range.start) > VISIBLE_SHARE * (end - start)
}

/**
 * Points up to this far beyond the range are accepted, because the end of a chart that follows now may already have
 * passed.
 */
export const aheadOf = ({rangeChosen, pausedAt}: RangeChoice): Milliseconds =>
  followsNow(rangeChosen) && pausedAt === null ? CLOCK_TOLERANCE : 0

export function drawable<Point extends {ts: EpochMs}>(chart: Ranged, points: readonly Point[]): Point[] {
  const {start, end} = chart.range
  return points.filter(({ts}) => ts >= start && ts <= end + aheadOf(chart))
}

export type AxisUnit = 'day' | 'hour' | 'minute'

/** The unit is a day over 30 days, an hour over 7 days, and otherwise a minute. */
export function axisUnit({start, end}: TimeRange): AxisUnit {
  const days = (end - start) / DAY
  if (days > AXIS_DAY_UNIT_OVER_DAYS) return 'day'
  return days > AXIS_HOUR_UNIT_OVER_DAYS ? 'hour' : 'minute'
}
