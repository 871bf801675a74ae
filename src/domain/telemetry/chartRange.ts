import type {SeriesPoint} from '../../../contract/rules/point'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {effectiveRange, type TimeRange} from './windows'

/** What the range of a chart follows from. Times are on the server's clock. */
export interface RangeChoice {
  /** The viewer's. */
  zone: string
  now: EpochMs
  startChosen: EpochMs | null
  endChosen: EpochMs | null
  /** The end of a paused chart for which none is chosen; null while the chart follows now. */
  pausedAt: EpochMs | null
}

interface Ranged extends RangeChoice {
  range: TimeRange
}

/** What is known of the server's clock may be so far behind; points beyond carry a wrong time and are not drawn. */
const CLOCK_TOLERANCE: Milliseconds = 60_000

export function wantedRange({startChosen, endChosen, pausedAt, now, zone}: RangeChoice): TimeRange {
  return effectiveRange({start: startChosen, end: endChosen}, pausedAt ?? now, zone)
}

export const isEmpty = ({start, end}: TimeRange): boolean => start >= end

/** Of a chart that follows now. Its start stays until it asks again, because to work it out takes a calendar. */
export const withEnd = ({range}: Ranged, now: EpochMs) => ({now, range: {start: range.start, end: now}})

/** The default start lies some days back from then on. */
export const hasNewDayBegun = (chart: Ranged, now: EpochMs): boolean =>
  wantedRange({...chart, now}).start !== chart.range.start

/** How far beyond the end of the range points are taken: while the chart follows now, its end may already be over. */
export const aheadOf = ({endChosen, pausedAt}: RangeChoice): Milliseconds =>
  endChosen === null && pausedAt === null ? CLOCK_TOLERANCE : 0

export function drawable(chart: Ranged, points: readonly SeriesPoint[]): SeriesPoint[] {
  const {start, end} = chart.range
  return points.filter(({ts}) => ts >= start && ts <= end + aheadOf(chart))
}
