import {type AlarmRoute, isRouted, type RoutedKind} from '../../contract/rules/alarmRoutes'
import type {Severity} from '../../contract/rules/thresholds'
import type {EpochMs} from '../../contract/wire/common'
import type {NoticeChange, NoticeWire} from '../../contract/wire/notification'

/** An alarm as it is now. `isHidden`: it is shelved or out of service. */
export interface ToldAlarm {
  id: string
  deviceId: string
  organisationId: string
  deviceName: string
  type: string | null
  label: string | null
  key: string
  kind: RoutedKind
  isHidden: boolean
  isUnacknowledged: boolean
  isFlapping: boolean
  severity: Severity | null
  occurrences: readonly ToldOccurrence[]
}

/** `severity` is the highest so far. */
export interface ToldOccurrence {
  id: string
  severity: Severity
  raisedAt: EpochMs
  acknowledgedAt: EpochMs | null
  endedAt: EpochMs | null
  endedBy: string | null
  value: number | null
  peak: number | null
}

/** What is told of an alarm or occurrence, whatever has become of it. */
export type Facts = Omit<NoticeWire, 'id' | 'change'>

/** What a group has been told of a subject: an occurrence, or the flapping of an alarm. */
export interface Thread {
  about: 'occurrence' | 'flapping'
  step: number
  subjectId: string
  createdAt: EpochMs
  /** When it came back from a shelf or into service after it was told. */
  backAt: EpochMs | null
  /** The channels that were told. */
  toldTo: readonly string[]
  /** The highest severity that was told. */
  toldSeverity: Severity | null
  toldAt: EpochMs | null
  facts: Facts
}

export interface News {
  /** For those who were told of the subject before. */
  again: NoticeWire | null
  /** For those who were not. */
  first: NoticeWire | null
  /** Nothing will ever be told of the subject any more. */
  isOver: boolean
  /** When there may be more to tell, although nothing happens. */
  dueAt: EpochMs | null
}

/** What is to be told of a subject now. `alarm` is undefined when it is no more, `route` when it is named no longer. */
export function newsOf(
  thread: Thread,
  alarm: ToldAlarm | undefined,
  {route, now}: {route: AlarmRoute | undefined; now: EpochMs},
): News {
  if (thread.about === 'flapping') return newsOfFlapping(thread, alarm, route)
  const occurrence = alarm?.occurrences.find(({id}) => id === thread.subjectId)
  if (alarm === undefined || occurrence === undefined) return endOf(thread, goneFacts(thread, now), false)
  const facts = factsOf(alarm, occurrence)
  if (occurrence.endedAt !== null) return endOf(thread, facts, isTellable(thread, alarm, facts, route))
  if (alarm.isHidden) return thread.step > 0 && !isTold(thread) ? OVER : QUIET
  if (!isTold(thread)) return beginningOf(thread, alarm, facts, route)
  return goingOn(thread, alarm, facts, {route, now})
}

const QUIET: News = {again: null, first: null, isOver: false, dueAt: null}
const OVER: News = {...QUIET, isOver: true}

export const isTold = ({toldTo}: Pick<Thread, 'toldTo'>): boolean => toldTo.length > 0

/** An end is told to all who were told of the beginning, and to the others if nobody was yet. */
function endOf(thread: Thread, facts: Facts, mayPass: boolean): News {
  if (isTold(thread)) return {...OVER, again: noticeOf(thread, 'ended', facts)}
  return mayPass ? {...OVER, first: noticeOf(thread, 'passed', facts)} : OVER
}

function isTellable({step}: Thread, alarm: ToldAlarm, facts: Facts, route: AlarmRoute | undefined): boolean {
  return step === 0 && !alarm.isHidden && !alarm.isFlapping && isWanted(alarm, facts, route)
}

/** `severity` is that of the facts: what flaps may be normal just now. */
export const isWanted = (
  alarm: ToldAlarm,
  {severity}: Pick<Facts, 'severity'>,
  route: AlarmRoute | undefined,
): boolean => route !== undefined && isRouted(route, {...alarm, severity: severity ?? 'warning'})

function beginningOf(thread: Thread, alarm: ToldAlarm, facts: Facts, route: AlarmRoute | undefined): News {
  if (!isWanted(alarm, facts, route)) return OVER
  if (thread.step > 0 && !alarm.isUnacknowledged) return OVER
  // What flaps is told as that, and its single occurrences are not.
  if (alarm.isFlapping) return thread.step > 0 ? OVER : QUIET
  return {...QUIET, first: noticeOf(thread, 'raised', facts)}
}

function goingOn(
  thread: Thread,
  alarm: ToldAlarm,
  facts: Facts,
  {route, now}: {route: AlarmRoute | undefined; now: EpochMs},
): News {
  if (alarm.isFlapping) return QUIET
  const first = isWanted(alarm, facts, route) ? noticeOf(thread, 'raised', facts) : null
  if (thread.toldSeverity === 'warning' && facts.severity === 'critical')
    return {...QUIET, first, again: noticeOf(thread, 'worsened', facts)}
  if (thread.backAt !== null) return {...QUIET, first, again: noticeOf(thread, 'resumed', facts, thread.backAt)}
  if (!route?.repeat || !alarm.isUnacknowledged || thread.toldAt === null) return QUIET
  const dueAt = thread.toldAt + route.repeat
  return now < dueAt ? {...QUIET, dueAt} : {...QUIET, first, again: noticeOf(thread, 'reminded', facts, dueAt)}
}

function newsOfFlapping(thread: Thread, alarm: ToldAlarm | undefined, route: AlarmRoute | undefined): News {
  const facts = alarm === undefined ? thread.facts : factsOf(alarm, null)
  if (!alarm?.isFlapping)
    return isTold(thread) ? {...OVER, again: noticeOf(thread, 'settled', facts, thread.createdAt)} : OVER
  if (alarm.isHidden || isTold(thread)) return QUIET
  return isWanted(alarm, thread.facts, route)
    ? {...QUIET, first: noticeOf(thread, 'flapping', facts, thread.createdAt)}
    : OVER
}

/** `at` tells a change from the same one at another time. */
function noticeOf({subjectId}: Thread, change: NoticeChange, facts: Facts, at?: EpochMs): NoticeWire {
  return {id: [subjectId, change, ...(at === undefined ? [] : [at])].join(':'), change, ...facts}
}

export function factsOf(alarm: ToldAlarm, occurrence: ToldOccurrence | null): Facts {
  return {
    alarm_id: alarm.id,
    occurrence_id: occurrence?.id ?? null,
    device_id: alarm.deviceId,
    device_name: alarm.deviceName,
    key: alarm.key,
    kind: alarm.kind,
    severity: occurrence === null ? alarm.severity : severityOf(alarm, occurrence),
    value: occurrence?.value ?? null,
    peak: occurrence?.peak ?? null,
    raised_at: occurrence?.raisedAt ?? null,
    acknowledged_at: occurrence?.acknowledgedAt ?? null,
    ended_at: occurrence?.endedAt ?? null,
    ended_by: occurrence?.endedBy ?? null,
  }
}

/** A latched alarm stands although its value is normal. */
const severityOf = (alarm: ToldAlarm, {severity, endedAt}: ToldOccurrence): Severity =>
  endedAt === null ? (alarm.severity ?? severity) : severity

const goneFacts = ({facts}: Thread, now: EpochMs): Facts => ({...facts, ended_at: now, ended_by: 'removed'})
