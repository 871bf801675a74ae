import type {Axis, AxisTickPositionsArray} from 'highcharts'
import {DAY, HOUR, MINUTE, SECOND} from '../../../../../../contract/rules/time/durations'
import type {Milliseconds} from '../../../../../../contract/wire/common'

export interface TickInterval {
  unitRange: Milliseconds
  count: number
}

/**
 * Highcharts chooses the interval by the width between the axes before it knows the width of the value labels, so its
 * ticks can change from one redraw to the next. The interval is chosen here by the width of the whole chart instead.
 */
export function timeTicks(axis: Axis, min: number, max: number): AxisTickPositionsArray {
  // Highcharts changes the interval that it is given, so it gets a copy.
  return axis.chart.time.getTimeTicks({...tickInterval(max - min, axis.chart.chartWidth)}, min, max)
}

const TICK_PX = 100
const VALUE_LABELS_PX = 80

/** Returns the interval that comes nearest to one tick every 100 pixels; `chartWidth` is in pixels. */
export function tickInterval(span: Milliseconds, chartWidth: number): TickInterval {
  const desired = (span * TICK_PX) / Math.max(TICK_PX, chartWidth - VALUE_LABELS_PX)
  return INTERVALS.find((interval, at) => desired <= (lengthOf(interval) + lengthOf(INTERVALS[at + 1])) / 2) ?? LONGEST
}

const lengthOf = ({unitRange, count}: TickInterval = LONGEST): Milliseconds => unitRange * count

const YEAR = 364 * DAY
const LONGEST: TickInterval = {unitRange: YEAR, count: 50}

/** Highcharts recognises a month by the length of 28 days and a year by that of 364 days. */
const UNITS: readonly [Milliseconds, readonly number[]][] = [
  [SECOND, [1, 2, 5, 10, 15, 30]],
  [MINUTE, [1, 2, 5, 10, 15, 30]],
  [HOUR, [1, 2, 3, 4, 6, 8, 12]],
  [DAY, [1, 2]],
  [7 * DAY, [1, 2]],
  [28 * DAY, [1, 2, 3, 4, 6]],
  [YEAR, [1, 2, 5, 10, 25]],
]
const INTERVALS = UNITS.flatMap(([unitRange, counts]) => counts.map(count => ({unitRange, count})))
