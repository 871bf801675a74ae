import type {Axis} from 'highcharts'
import type {EpochMs, Milliseconds} from '../../../../../contract/wire/common'
import {axisUnit} from '../../../../domain/telemetry/axisUnit'
import {wholeExtent} from './drawing'

/**
 * Labels a tick in the unit that is specified for the whole range. When zooming in would give neighbours equal labels,
 * the label also shows hours and minutes, or seconds.
 */
export function tickLabel(ts: EpochMs, axis: Axis): string {
  const {min: start, max: end} = wholeExtent(axis)
  const {time} = axis.chart
  const step = stepOf(axis.tickPositions)
  const clock = step < MINUTE ? '%H:%M:%S' : '%H:%M'
  switch (axisUnit({start, end})) {
    case 'day':
      return time.dateFormat(step < DAY ? `%e %b<br/>${clock}` : '%e %b', ts)
    case 'hour':
      // The label has two lines, because neighbouring labels would overlap in one line.
      return time.dateFormat(`%e %b<br/>${clock}`, ts)
    case 'minute':
      return time.dateFormat(time.dateFormat('%H:%M:%S', ts) === '00:00:00' ? '%e %b' : clock, ts)
  }
}

const MINUTE: Milliseconds = 60_000
const DAY: Milliseconds = 24 * 60 * MINUTE

/** Two midnights can be 23 hours apart when daylight saving begins, so 23 hours and more count as a day. */
function stepOf([first, second]: readonly EpochMs[] = []): Milliseconds {
  if (first === undefined || second === undefined) return DAY
  return Math.round((second - first) / HALF_HOUR) >= 46 ? DAY : second - first
}
const HALF_HOUR: Milliseconds = 30 * MINUTE
