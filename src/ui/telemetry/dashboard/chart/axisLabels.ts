import type {Axis} from 'highcharts'
import type {EpochMs, Milliseconds} from '../../../../../contract/wire/common'
import {axisUnit} from '../../../../domain/telemetry/axisUnit'
import {wholeExtent} from './drawing'

/** In the unit that the chosen range asks for, and finer where zooming in lets neighbours read the same. */
export function tickLabel(ts: EpochMs, axis: Axis): string {
  const {min: start, max: end} = wholeExtent(axis)
  const {time} = axis.chart
  const step = stepOf(axis.tickPositions)
  const clock = step < MINUTE ? '%H:%M:%S' : '%H:%M'
  switch (axisUnit({start, end})) {
    case 'day':
      return time.dateFormat(step < DAY ? `%e %b<br/>${clock}` : '%e %b', ts)
    case 'hour':
      // In two lines, because neighbours would run into each other in one.
      return time.dateFormat(`%e %b<br/>${clock}`, ts)
    case 'minute':
      return time.dateFormat(time.dateFormat('%H:%M:%S', ts) === '00:00:00' ? '%e %b' : clock, ts)
  }
}

const MINUTE: Milliseconds = 60_000
const DAY: Milliseconds = 24 * 60 * MINUTE

/** Days of daylight saving are an hour shorter. */
function stepOf([first, second]: readonly EpochMs[] = []): Milliseconds {
  if (first === undefined || second === undefined) return DAY
  return Math.round((second - first) / HALF_HOUR) >= 46 ? DAY : second - first
}
const HALF_HOUR: Milliseconds = 30 * MINUTE
