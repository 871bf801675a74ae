import {thresholdsFrom} from '../../../contract/rules/thresholds'
import {
  type AlarmOccurrenceWire,
  type AlarmWire,
  alarm,
  alarmCounts,
  alarmPage,
  type JournalEntryWire,
  journalPage,
  occurrencePage,
} from '../../../contract/wire/alarm'
import type {AlarmAction, AlarmActionKind} from '../../domain/alarms/action'
import type {Alarm, AlarmCounts, AlarmReader, JournalEntry, Occurrence} from '../../domain/alarms/alarm'
import type {AlarmFilter, Listed} from '../../domain/alarms/filter'
import type {Http, Options} from '../http'
import {readBatch} from '../readBatch'

const PATH = '/api/v0/alarm'

/** Loads a page of the alarms that a filter finds. `cursor` is the `next` of the page before. */
export async function listAlarms(
  http: Http,
  question: {filter: Omit<AlarmFilter, 'tab'>; standings: readonly string[]; cursor: string | null},
  options: Options = {},
): Promise<Listed> {
  const {filter, standings, cursor} = question
  const params = {
    standing: standings.join(','),
    severity: filter.severity ?? undefined,
    kind: filter.kind ?? undefined,
    q: filter.text.trim() || undefined,
    organisation_id: filter.organisationId ?? undefined,
    cursor: cursor ?? undefined,
  }
  const {items, next} = await http.get(PATH, alarmPage, {params, ...options})
  return {alarms: items.map(alarmFrom), next}
}

export async function countAlarms(http: Http, options: Options = {}): Promise<AlarmCounts> {
  const {unacknowledged, active, shelved, out_of_service} = await http.get(`${PATH}/counts`, alarmCounts, options)
  return {unacknowledged, active, shelved, outOfService: out_of_service}
}

export async function loadAlarm(http: Http, id: string, options: Options = {}): Promise<Alarm> {
  return alarmFrom(await http.get(pathOf(id), alarm, options))
}

/** Loads what has happened to an alarm, newest first. */
export async function loadJournal(
  http: Http,
  {id, cursor}: {id: string; cursor: string | null},
  options: Options = {},
): Promise<{entries: JournalEntry[]; next: string | null}> {
  const params = {cursor: cursor ?? undefined}
  const {entries, next} = await http.get(`${pathOf(id)}/journal`, journalPage, {params, ...options})
  return {entries: entries.map(entryFrom), next}
}

/** Loads the newest occurrences of an alarm, newest first. */
export async function loadOccurrences(http: Http, id: string, options: Options = {}): Promise<Occurrence[]> {
  const {occurrences} = await http.get(`${pathOf(id)}/occurrences`, occurrencePage, options)
  return occurrences.map(occurrenceFrom)
}

/** Does something with an alarm as it was seen, and returns what has become of it. */
export async function doWithAlarm(
  http: Http,
  {alarm: {id, version}, action}: {alarm: Pick<Alarm, 'id' | 'version'>; action: AlarmAction},
  options: Options = {},
): Promise<Alarm> {
  const body = bodyOf(action, version)
  return alarmFrom(await http.post(`${pathOf(id)}/${CALLS[action.kind]}`, alarm, {body, ...options}))
}

const CALLS: Readonly<Record<AlarmActionKind, string>> = {
  acknowledge: 'acknowledge',
  reset: 'reset',
  shelve: 'shelve',
  unshelve: 'unshelve',
  comment: 'comment',
  leaveService: 'out-of-service',
  returnToService: 'return-to-service',
}

function bodyOf({kind, note, until}: AlarmAction, version: number) {
  switch (kind) {
    case 'acknowledge':
      return note === '' ? {version} : {note, version}
    case 'shelve':
      return {until, reason: note}
    case 'leaveService':
      return {reason: note}
    case 'comment':
      return {note}
    case 'reset':
    case 'unshelve':
    case 'returnToService':
      return {}
    default:
      return kind satisfies never
  }
}

const pathOf = (id: string): string => `${PATH}/${encodeURIComponent(id)}`

export const alarmsFromBatch: AlarmReader = batch => readBatch(batch, alarm, alarmFrom)

export function alarmFrom(wire: AlarmWire): Alarm {
  const {_id: id, device_id, device_name, organisation_id, is_flapping, is_chattering, changed_at, ...rest} = wire
  const {key, kind, standing, severity, shelf, version} = rest
  return {
    ...{id, deviceId: device_id, deviceName: device_name, organisationId: organisation_id},
    ...{key, kind, standing, severity, shelf, version},
    ...{isFlapping: is_flapping, isChattering: is_chattering, changedAt: changed_at},
    threshold: thresholdsFrom({[key]: rest.threshold}).thresholds.get(key) ?? null,
    occurrence: rest.occurrence && occurrenceFrom(rest.occurrence),
  }
}

function occurrenceFrom({_id: id, severity, value, peak, ...wire}: AlarmOccurrenceWire): Occurrence {
  const {acknowledged_at, acknowledged_by, ended_at, ended_by} = wire
  return {
    ...{id, severity, value, raisedAt: wire.raised_at, returnedAt: wire.returned_at},
    acknowledged: acknowledged_at === null ? null : {at: acknowledged_at, by: acknowledged_by},
    ended: ended_at === null ? null : {at: ended_at, by: ended_by},
    peak: peak === null ? null : {value: peak, at: wire.peak_at},
  }
}

const entryFrom = ({_id: id, at, kind, severity, value, by, note, until}: JournalEntryWire): JournalEntry => ({
  ...{id, at, kind, severity, value, by, note, until},
})
