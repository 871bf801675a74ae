import {thresholdsFrom} from '../../../contract/rules/thresholds'
import * as routes from '../../../contract/wire/alarm'
import type {InClientNames} from '../../../contract/wire/names'
import type {Alarm, AlarmCounts, AlarmReader, JournalEntry, Occurrence} from '../../domain/alarm'
import type {AlarmAction, AlarmCallKind} from '../../domain/alarms/action'
import type {AlarmFilter, Listed, RaisedBetween} from '../../domain/alarms/filter'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import {readBatch} from '../anyServer'
import type {Http, Options} from '../http'

export interface AlarmQuestion {
  filter: Omit<AlarmFilter, 'tab' | 'raised'>
  states: readonly string[]
  /** The time in which the alarms were raised; any, where there is none. */
  raised?: RaisedBetween | null
}

/** Loads a page of the alarms that a filter finds. `cursor` is the `next` of the page before. */
export async function listAlarms(
  http: Http,
  question: AlarmQuestion & {cursor: string | null},
  options: Options = {},
): Promise<Listed> {
  const {filter, states, raised = null, cursor} = question
  const query = {
    standing: states.join(','),
    raisedFrom: raised?.from ?? undefined,
    raisedUntil: raised?.to ?? undefined,
    severity: filter.severity ?? undefined,
    kind: filter.kind ?? undefined,
    q: filter.text.trim() || undefined,
    organisationId: filter.organisationId ?? undefined,
    deviceId: filter.deviceId ?? undefined,
    cursor: cursor ?? undefined,
  }
  const {items, next} = await http.call(routes.listAlarms, {query, ...options})
  return {alarms: items.map(alarmFrom), next, raised}
}

/** Loads the alarms that were raised in a range, each with its newest occurrence of that time. */
export async function loadRaised(http: Http, {start, end}: TimeRange, options: Options = {}): Promise<Listed> {
  const query = {standing: routes.ALARM_STANDINGS.join(','), raisedFrom: start, raisedUntil: end}
  const {items, next} = await http.call(routes.listAlarms, {query, ...options})
  return {alarms: items.map(alarmFrom), next}
}

export const countAlarms = (http: Http, options: Options = {}): Promise<AlarmCounts> =>
  http.call(routes.countAlarms, options)

export async function loadAlarm(http: Http, id: string, options: Options = {}): Promise<Alarm> {
  return alarmFrom(await http.call(routes.readAlarm, {params: {id}, ...options}))
}

/** Loads what has happened to an alarm, newest first. */
export async function loadJournal(
  http: Http,
  {id, cursor}: {id: string; cursor: string | null},
  options: Options = {},
): Promise<{entries: JournalEntry[]; next: string | null}> {
  return await http.call(routes.readJournal, {params: {id}, query: {cursor: cursor ?? undefined}, ...options})
}

/** Loads the newest occurrences of an alarm, newest first. */
export async function loadOccurrences(http: Http, id: string, options: Options = {}): Promise<Occurrence[]> {
  const {occurrences} = await http.call(routes.readOccurrences, {params: {id}, ...options})
  return occurrences.map(occurrenceFrom)
}

type AlarmCall = AlarmAction & {kind: AlarmCallKind}

/** Does something with an alarm as it was seen, and returns what has become of it. */
export async function doWithAlarm(
  http: Http,
  {alarm: {id, version}, action}: {alarm: Pick<Alarm, 'id' | 'version'>; action: AlarmCall},
  options: Options = {},
): Promise<Alarm> {
  return alarmFrom(await answered(http, action, {version, params: {id}, ...options}))
}

function answered(
  http: Http,
  {kind, note, until}: AlarmCall,
  {version, ...asked}: {version: number; params: {id: string}} & Options,
): Promise<InClientNames<routes.AlarmWire>> {
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

export const alarmFrom = ({standing, threshold, occurrence, ...wire}: InClientNames<routes.AlarmWire>): Alarm => ({
  ...wire,
  deviceLabel: wire.deviceLabel ?? null,
  state: standing,
  threshold: thresholdsFrom({[wire.key]: threshold}).thresholds.get(wire.key) ?? null,
  occurrence: occurrence && occurrenceFrom(occurrence),
})

const occurrenceFrom = ({
  acknowledgedAt,
  acknowledgedBy,
  endedAt,
  endedBy,
  peak,
  peakAt,
  ...wire
}: InClientNames<routes.AlarmOccurrenceWire>): Occurrence => ({
  ...wire,
  acknowledged: acknowledgedAt === null ? null : {at: acknowledgedAt, by: acknowledgedBy},
  ended: endedAt === null ? null : {at: endedAt, by: endedBy},
  peak: peak === null ? null : {value: peak, at: peakAt},
})
