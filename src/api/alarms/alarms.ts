import {thresholdsFrom} from '../../../contract/rules/thresholds'
import * as routes from '../../../contract/wire/alarm'
import type {AlarmAction} from '../../domain/alarms/action'
import type {Alarm, AlarmCounts, AlarmReader, JournalEntry, Occurrence} from '../../domain/alarms/alarm'
import type {AlarmFilter, Listed} from '../../domain/alarms/filter'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import {readBatch} from '../anyServer'
import type {Http, Options} from '../http'

/** Loads a page of the alarms that a filter finds. `cursor` is the `next` of the page before. */
export async function listAlarms(
  http: Http,
  question: {filter: Omit<AlarmFilter, 'tab'>; standings: readonly string[]; cursor: string | null},
  options: Options = {},
): Promise<Listed> {
  const {filter, standings, cursor} = question
  const query = {
    standing: standings.join(','),
    severity: filter.severity ?? undefined,
    kind: filter.kind ?? undefined,
    q: filter.text.trim() || undefined,
    organisation_id: filter.organisationId ?? undefined,
    device_id: filter.deviceId ?? undefined,
    cursor: cursor ?? undefined,
  }
  const {items, next} = await http.call(routes.listAlarms, {query, ...options})
  return {alarms: items.map(alarmFrom), next}
}

/** Loads the alarms that were raised in a range, each with its newest occurrence of that time. */
export async function loadRaised(http: Http, {start, end}: TimeRange, options: Options = {}): Promise<Listed> {
  const query = {standing: routes.ALARM_STANDINGS.join(','), raised_from: start, raised_until: end}
  const {items, next} = await http.call(routes.listAlarms, {query, ...options})
  return {alarms: items.map(alarmFrom), next}
}

export async function countAlarms(http: Http, options: Options = {}): Promise<AlarmCounts> {
  const {unacknowledged, active, shelved, out_of_service} = await http.call(routes.countAlarms, options)
  return {unacknowledged, active, shelved, outOfService: out_of_service}
}

export async function loadAlarm(http: Http, id: string, options: Options = {}): Promise<Alarm> {
  return alarmFrom(await http.call(routes.readAlarm, {params: {id}, ...options}))
}

/** Loads what has happened to an alarm, newest first. */
export async function loadJournal(
  http: Http,
  {id, cursor}: {id: string; cursor: string | null},
  options: Options = {},
): Promise<{entries: JournalEntry[]; next: string | null}> {
  const asked = {params: {id}, query: {cursor: cursor ?? undefined}, ...options}
  const {entries, next} = await http.call(routes.readJournal, asked)
  return {entries: entries.map(entryFrom), next}
}

/** Loads the newest occurrences of an alarm, newest first. */
export async function loadOccurrences(http: Http, id: string, options: Options = {}): Promise<Occurrence[]> {
  const {occurrences} = await http.call(routes.readOccurrences, {params: {id}, ...options})
  return occurrences.map(occurrenceFrom)
}

/** Does something with an alarm as it was seen, and returns what has become of it. */
export async function doWithAlarm(
  http: Http,
  {alarm: {id, version}, action}: {alarm: Pick<Alarm, 'id' | 'version'>; action: AlarmAction},
  options: Options = {},
): Promise<Alarm> {
  return alarmFrom(await answered(http, action, {version, params: {id}, ...options}))
}

function answered(
  http: Http,
  {kind, note, until}: AlarmAction,
  {version, ...asked}: {version: number; params: {id: string}} & Options,
): Promise<routes.AlarmWire> {
  switch (kind) {
    case 'acknowledge':
      return http.call(routes.acknowledgeAlarm, {body: note === '' ? {version} : {note, version}, ...asked})
    case 'shelve':
      return http.call(routes.shelveAlarm, {body: {until, reason: note}, ...asked})
    case 'leaveService':
      return http.call(routes.takeOutOfService, {body: {reason: note}, ...asked})
    case 'comment':
      return http.call(routes.commentAlarm, {body: {note}, ...asked})
    case 'reset':
      return http.call(routes.resetAlarm, {body: {}, ...asked})
    case 'unshelve':
      return http.call(routes.unshelveAlarm, {body: {}, ...asked})
    case 'returnToService':
      return http.call(routes.returnToService, {body: {}, ...asked})
    default:
      return kind satisfies never
  }
}

export const alarmsFromBatch: AlarmReader = batch => readBatch(batch, routes.alarm, alarmFrom)

export function alarmFrom(wire: routes.AlarmWire): Alarm {
  const {
    _id: id,
    device_id,
    device_name,
    device_label,
    organisation_id,
    customer_id,
    is_flapping,
    is_chattering,
    changed_at,
    ...rest
  } = wire
  const {key, kind, standing, severity, shelf, version} = rest
  return {
    id,
    deviceId: device_id,
    deviceName: device_name,
    deviceLabel: device_label ?? null,
    organisationId: organisation_id,
    customerId: customer_id,
    key,
    kind,
    standing,
    severity,
    shelf,
    version,
    isFlapping: is_flapping,
    isChattering: is_chattering,
    ...(rest.maintenance_until !== undefined && {maintenanceUntil: rest.maintenance_until}),
    changedAt: changed_at,
    threshold: thresholdsFrom({[key]: rest.threshold}).thresholds.get(key) ?? null,
    occurrence: rest.occurrence && occurrenceFrom(rest.occurrence),
  }
}

function occurrenceFrom({_id: id, severity, value, peak, ...wire}: routes.AlarmOccurrenceWire): Occurrence {
  const {acknowledged_at, acknowledged_by, ended_at, ended_by} = wire
  return {
    id,
    severity,
    value,
    raisedAt: wire.raised_at,
    returnedAt: wire.returned_at,
    acknowledged: acknowledged_at === null ? null : {at: acknowledged_at, by: acknowledged_by},
    ended: ended_at === null ? null : {at: ended_at, by: ended_by},
    peak: peak === null ? null : {value: peak, at: wire.peak_at},
  }
}

const entryFrom = ({_id: id, at, kind, severity, value, by, note, until}: routes.JournalEntryWire): JournalEntry => ({
  id,
  at,
  kind,
  severity,
  value,
  by,
  note,
  until,
})
