import type {Axis} from 'highcharts'
import type {EpochMs} from '../../../../../contract/wire/common'
import {axisUnit} from '../../../../domain/telemetry/axisUnit'

/** In the unit that the visible range asks for. */
export function tickLabel(ts: EpochMs, axis: Axis): string {
  const {min, max} = axis.getExtremes()
  const {time} = axis.chart
  switch (axisUnit({start: min, end: max})) {
    case 'day':
      return time.dateFormat('%e %b', ts)
    case 'hour':
      return time.dateFormat('%e %b %H:%M', ts)
    case 'minute':
      return time.dateFormat('%H:%M:%S', ts) === '00:00:00'
        ? time.dateFormat('%e %b', ts)
        : time.dateFormat('%H:%M', ts)
  }
}
