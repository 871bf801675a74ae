import {AXIS_DAY_UNIT_OVER_DAYS, AXIS_HOUR_UNIT_OVER_DAYS} from '../../../../contract/limits'
import type {TimeRange} from '../../timeRange/timeRange'

export type AxisUnit = 'day' | 'hour' | 'minute'

const DAY = 24 * 60 * 60_000

/** The unit is a day over 30 days, an hour over 7 days, and otherwise a minute. */
export function axisUnit({start, end}: TimeRange): AxisUnit {
  const days = (end - start) / DAY
  if (days > AXIS_DAY_UNIT_OVER_DAYS) return 'day'
  return days > AXIS_HOUR_UNIT_OVER_DAYS ? 'hour' : 'minute'
}
