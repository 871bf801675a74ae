import type {Axis} from 'highcharts'
import {DAY, MINUTE} from '../../../../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../../../../contract/wire/common'
import type {Formats} from '../../../../../domain/format/formats'
import {axisUnit} from '../../../../../domain/telemetry/series/chartRange'
import {wholeExtent} from './timeAxis'

/**
 * Labels a tick in the unit that is specified for the whole range. When zooming in would give neighbours equal labels,
 * the label also shows hours and minutes, or seconds.
 */
export function tickLabel(ts: EpochMs, axis: Axis, formats: Formats): string {
  const {min: start, max: end} = wholeExtent(axis)
  const step = stepOf(axis.tickPositions)
  const clock = () => formats.time(ts, step < MINUTE ? 'second' : 'minute')
  const day = formats.day(ts)
  switch (axisUnit({start, end})) {
    case 'day':
      return step < DAY ? `${day}<br/>${clock()}` : day
    case 'hour':
      // The label has two lines, because neighbouring labels would overlap in one line.
      return `${day}<br/>${clock()}`
    case 'minute':
      return formats.isMidnight(ts) ? day : clock()
  }
}

/** Two midnights can be 23 hours apart when daylight saving begins, so 23 hours and more count as a day. */
function stepOf([first, second]: readonly EpochMs[] = []): Milliseconds {
  if (first === undefined || second === undefined) return DAY
  return Math.round((second - first) / HALF_HOUR) >= 46 ? DAY : second - first
}
const HALF_HOUR: Milliseconds = 30 * MINUTE
