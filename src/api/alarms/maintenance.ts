import type {MaintenancePlan} from '../../../contract/rules/maintenance'
import type {EpochMs} from '../../../contract/wire/common'
import * as routes from '../../../contract/wire/maintenance'
import type {InClientNames} from '../../../contract/wire/names'
import type {MaintenanceEntry, MaintenanceWindow, TitledPeriod} from '../../domain/maintenance'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import type {Http, Options} from '../http'

/** Loads the windows of an organisation for devices that the caller sees, the newest first. */
export async function listMaintenance(
  http: Http,
  organisationId: string,
  options: Options = {},
): Promise<MaintenanceWindow[]> {
  return (await http.call(routes.listMaintenance, {params: {id: organisationId}, ...options})).map(windowFrom)
}

interface Ref {
  organisationId: string
  id: string
}

/** Writes a new window, or changes the version of one that was seen. */
export async function saveMaintenance(
  http: Http,
  {organisationId, entry, window}: {organisationId: string; entry: MaintenanceEntry; window: MaintenanceWindow | null},
  options: Options = {},
): Promise<MaintenanceWindow> {
  const {plan, ...rest} = entry
  const body = {...rest, ...plan}
  if (window === null) {
    return windowFrom(await http.call(routes.createMaintenance, {params: {id: organisationId}, body, ...options}))
  }
  const asked = {
    params: {id: organisationId, windowId: window.id},
    body: {...body, version: window.version},
    ...options,
  }
  return windowFrom(await http.call(routes.changeMaintenance, asked))
}

export async function removeMaintenance(http: Http, {organisationId, id}: Ref, options: Options = {}): Promise<void> {
  await http.call(routes.removeMaintenance, {params: {id: organisationId, windowId: id}, ...options})
}

/** Ends what runs, or lets it end so many minutes later. */
export async function steerMaintenance(
  http: Http,
  {organisationId, id, minutes}: Ref & {minutes: number | null},
  options: Options = {},
): Promise<MaintenanceWindow> {
  const params = {id: organisationId, windowId: id}
  const answer =
    minutes === null
      ? await http.call(routes.endMaintenance, {params, body: {}, ...options})
      : await http.call(routes.extendMaintenance, {params, body: {minutes}, ...options})
  return windowFrom(answer)
}

/** Loads the next three periods of a plan. */
export async function previewMaintenance(
  http: Http,
  plan: MaintenancePlan,
  options: Options = {},
): Promise<TimeRange[]> {
  const found = await http.call(routes.previewMaintenance, {body: plan, ...options})
  return found.map(rangeFrom)
}

/** Loads the periods that touch a range, both ends included: of all devices within reach, or of one. */
export async function loadMaintenancePeriods(
  http: Http,
  {deviceId, start, end}: TimeRange & {deviceId: string | null},
  options: Options = {},
): Promise<TitledPeriod[]> {
  const query = {startTs: start, endTs: end, ...(deviceId !== null && {deviceId})}
  return await http.call(routes.listMaintenancePeriods, {query, ...options})
}

const windowFrom = ({
  start,
  zone,
  minutes,
  rrule,
  period,
  last,
  ...wire
}: InClientNames<routes.MaintenanceWindowWire>): MaintenanceWindow => ({
  ...wire,
  plan: {start, zone, minutes, rrule},
  period: period && rangeFrom(period),
  last: last && rangeFrom(last),
})

const rangeFrom = ({startsAt, endsAt}: {startsAt: EpochMs; endsAt: EpochMs}): TimeRange => ({
  start: startsAt,
  end: endsAt,
})
