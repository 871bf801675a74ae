import type {SeriesPoint} from '../../../contract/rules/point'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {ChosenRange} from './view'
import {effectiveRange, type TimeRange} from './windows'

/** Everything that decides the range of a chart. Times are on the server's clock. */
export interface RangeChoice {
  /** The viewer's IANA time zone. */
  zone: string
  now: EpochMs
  startChosen: EpochMs | null
  endChosen: EpochMs | null
  /** The end of a paused chart that has no chosen end; null while the chart follows now. */
  pausedAt: EpochMs | null
}

export interface Ranged extends RangeChoice {
  /** The time that the drawing covers. */
  range: TimeRange
}

/** Points that lie further ahead are not drawn. The server's clock is only known up to this tolerance. */
const CLOCK_TOLERANCE: Milliseconds = 60_000

export const chosenRange = (choice: RangeChoice): ChosenRange => ({start: choice.startChosen, end: choice.endChosen})

export const wantedRange = (choice: RangeChoice): TimeRange =>
  effectiveRange(chosenRange(choice), choice.pausedAt ?? choice.now, choice.zone)

export const isEmpty = ({start, end}: TimeRange): boolean => start >= end

/** Moves the end of a chart that follows now. The start, which takes a calendar, stays until the next fetch. */
export const withEnd = ({range}: Ranged, now: EpochMs) => ({now, range: {start: range.start, end: now}})

/** The default start lies some days back from the present day, so a new day moves it. */
export const hasNewDayBegun = (chart: Ranged, now: EpochMs): boolean =>
  wantedRange({...chart, now}).start !== chart.range.start

/**
 * Points up to this far beyond the range are accepted, because the end of a chart that follows now may already have
 * passed.
 */
export const aheadOf = ({endChosen, pausedAt}: RangeChoice): Milliseconds =>
  endChosen === null && pausedAt === null ? CLOCK_TOLERANCE : 0

export function drawable(chart: Ranged, points: readonly SeriesPoint[]): SeriesPoint[] {
  const {start, end} = chart.range
  return points.filter(({ts}) => ts >= start && ts <= end + aheadOf(chart))
}
