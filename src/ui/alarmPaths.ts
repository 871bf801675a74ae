import type {Alarm, Occurrence} from '../domain/alarm'
import {EVERY_ALARM, searchFromFilter} from '../domain/alarms/filter'
import {searchFromBefore} from '../domain/alarms/history'
import {DEFAULT_VIEW, searchFromView} from '../domain/telemetry/view'
import type {TimeRange} from '../domain/timeRange/timeRange'

export const alarmsPath = '/alarms'
export const shiftPath = '/alarms/shift'
export const reportPath = '/alarms/report'
export const availabilityPath = '/alarms/availability'
export const maintenancePath = '/alarms/maintenance'
/** The page of maintenance, which begins to plan it for a device. */
export const maintenancePathOf = ({id, organisationId}: {id: string; organisationId: string}): string =>
  `${maintenancePath}${searchFromFilter({...EVERY_ALARM, organisationId, deviceId: id})}`

export const onCallPath = '/alarms/on-call'

/** The list with all alarms of a key, of one device or of all. */
export const alarmsOfPath = (key: string, deviceId: string | null): string =>
  `${alarmsPath}${searchFromFilter({...EVERY_ALARM, tab: 'all', text: key, deviceId})}`

/** The parameter of the page of an alarm that names one of its occurrences. */
export const OCCURRENCE = 'occurrence'

/** The page of an alarm, about one of its occurrences or the newest. */
export const alarmPath = (id: string, occurrence: Pick<Occurrence, 'id'> | null = null): string =>
  `${alarmsPath}/${encodeURIComponent(id)}${occurrence === null ? '' : `?${new URLSearchParams({[OCCURRENCE]: occurrence.id})}`}`

/** The dashboard with the series of an alarm, as it was in the range; without one as it is. */
export function dashboardPath({deviceId, key}: Pick<Alarm, 'deviceId' | 'key'>, moment: TimeRange | null): string {
  const range = moment === null ? {} : {range: {from: moment.start, to: moment.end}}
  return `/dashboard${searchFromView({...DEFAULT_VIEW, deviceId, key, ...range})}`
}

/** The dashboard with the series of an alarm, as it comes to pass from before one of its occurrences on. */
export function replayPath({deviceId, key}: Pick<Alarm, 'deviceId' | 'key'>, occurrence: Occurrence): string {
  return `/dashboard${searchFromBefore(searchFromView({...DEFAULT_VIEW, deviceId, key}), occurrence)}`
}
