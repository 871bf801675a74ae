import type {Alarm} from '../../domain/alarms/alarm'
import {DEFAULT_VIEW, searchFromView} from '../../domain/telemetry/view'
import type {TimeRange} from '../../domain/timeRange/timeRange'

export const alarmsPath = '/alarms'
export const reportPath = '/alarms/report'
export const availabilityPath = '/alarms/availability'
export const maintenancePath = '/alarms/maintenance'

export const alarmPath = (id: string): string => `${alarmsPath}/${encodeURIComponent(id)}`

/** The dashboard with the series of an alarm, as it was in the range; without one as it is. */
export function dashboardPath({deviceId, key}: Pick<Alarm, 'deviceId' | 'key'>, moment: TimeRange | null): string {
  const range = moment === null ? {} : {range: {from: moment.start, to: moment.end}}
  return `/dashboard${searchFromView({...DEFAULT_VIEW, deviceId, key, ...range})}`
}
