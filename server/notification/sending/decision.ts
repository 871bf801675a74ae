import {type AlarmRoute, isRouted, type RoutedKind} from '../../../contract/rules/alarmRoutes'
import {type CrossedLimit, crossedLimit, type Severity, type Threshold} from '../../../contract/rules/thresholds'
import type {ScreenTroubleWire} from '../../../contract/wire/alarm'
import type {EpochMs} from '../../../contract/wire/common'
import type {NoticeChange, NoticeWire} from '../../../contract/wire/notification'

/** An alarm as it is now. `isHidden`: it is shelved, out of service or in maintenance. */
export interface NotifiedAlarm {
  id: string
  deviceId: string
  organisationId: string
  deviceName: string
  type: string | null
  label: string | null
  customerName: string | null
  key: string
  unit: string | null
  threshold: Threshold | null
  version: number
  kind: RoutedKind
  screen?: ScreenTroubleWire | undefined
  isHidden: boolean
  isUnacknowledged: boolean
  isFlapping: boolean
  severity: Severity | null
  occurrences: readonly NotifiedOccurrence[]
}

/** `severity` is the highest so far. */
export interface NotifiedOccurrence {
  id: string
  severity: Severity
  raisedAt: EpochMs
  acknowledgedAt: EpochMs | null
  endedAt: EpochMs | null
  endedBy: string | null
  value: number | null
  peak: number | null
}

/** The notified properties of an alarm or occurrence, whatever has become of it. */
export type Facts = Omit<NoticeWire, 'id' | 'change' | 'after_maintenance'>

/** The state of a group's notifications on a subject: an occurrence, or the flapping of an alarm. */
export interface Thread {
  about: 'occurrence' | 'flapping'
  step: number
  subjectId: string
  createdAt: EpochMs
  /** The time at which it came back from a shelf, into service or from maintenance after it was notified. */
  backAt: EpochMs | null
  backFrom: 'maintenance' | null
  /** The channels that were notified. */
  toldTo: readonly string[]
  /** The channels from which something is held back, because their readers have quiet hours. */
  heldFrom: readonly string[]
  /** The highest severity that was notified. */
  toldSeverity: Severity | null
  toldAt: EpochMs | null
  facts: Facts
}

export interface Decision {
  /** The notice for recipients who were notified of the subject before. */
  again: NoticeWire | null
  /** The notice for recipients who were not. */
  first: NoticeWire | null
  /** The notice for recipients who were notified before, but from whom something was held back since. */
  late: NoticeWire | null
  /** There will be no further notice of the subject. */
  isOver: boolean
  /** The time at which there may be another notice although nothing happens. */
  dueAt: EpochMs | null
}

export interface Moment {
  route: AlarmRoute | undefined
  now: EpochMs
  /** Whether quiet hours have ended for which something was held back. */
  isReleased?: boolean
}

/** Decides what to send of a subject now. `alarm` is undefined when it was removed, `route` when it has been. */
export function decide(thread: Thread, alarm: NotifiedAlarm | undefined, moment: Moment): Decision {
  const {route, now} = moment
  if (thread.about === 'flapping') return decideFlapping(thread, alarm, moment)
  const occurrence = alarm?.occurrences.find(({id}) => id === thread.subjectId)
  if (alarm === undefined || occurrence === undefined) return decideEnd(thread, goneFacts(thread, now), false)
  const facts = factsOf(alarm, occurrence)
  if (occurrence.endedAt !== null) return decideEnd(thread, facts, isNotifiable(thread, alarm, facts, route))
  if (alarm.isHidden) return thread.step > 0 && !isNotified(thread) ? OVER : QUIET
  if (!isNotified(thread)) return decideBeginning(thread, alarm, facts, route)
  return decideUpdate(thread, alarm, facts, moment)
}

const QUIET: Decision = {again: null, first: null, late: null, isOver: false, dueAt: null}
const OVER: Decision = {...QUIET, isOver: true}

export const isNotified = ({toldTo}: Pick<Thread, 'toldTo'>): boolean => toldTo.length > 0

/** An end is sent to all who were notified of the beginning, and to the others if nobody was yet. */
function decideEnd(thread: Thread, facts: Facts, mayPass: boolean): Decision {
  if (isNotified(thread)) return {...OVER, again: noticeOf(thread, 'ended', facts)}
  return mayPass ? {...OVER, first: noticeOf(thread, 'passed', facts)} : OVER
}

function isNotifiable({step}: Thread, alarm: NotifiedAlarm, facts: Facts, route: AlarmRoute | undefined): boolean {
  return step === 0 && !alarm.isHidden && !alarm.isFlapping && isRequested(alarm, facts, route)
}

export const isRequested = (
  alarm: NotifiedAlarm,
  {severity}: Pick<Facts, 'severity'>,
  route: AlarmRoute | undefined,
): boolean => route !== undefined && isRouted(route, {...alarm, severity: severity ?? 'warning'})

function decideBeginning(thread: Thread, alarm: NotifiedAlarm, facts: Facts, route: AlarmRoute | undefined): Decision {
  if (!isRequested(alarm, facts, route)) return OVER
  if (thread.step > 0 && !alarm.isUnacknowledged) return OVER
  // A flapping alarm is notified as such, and its single occurrences are not.
  if (alarm.isFlapping) return thread.step > 0 ? OVER : QUIET
  return {...QUIET, first: noticeOf(thread, 'raised', facts)}
}

function decideUpdate(
  thread: Thread,
  alarm: NotifiedAlarm,
  facts: Facts,
  {route, now, isReleased = false}: Moment,
): Decision {
  if (alarm.isFlapping) return QUIET
  const first = isRequested(alarm, facts, route) ? noticeOf(thread, 'raised', facts) : null
  if (thread.toldSeverity === 'warning' && facts.severity === 'critical')
    return {...QUIET, first, again: noticeOf(thread, 'worsened', facts)}
  if (thread.backAt !== null) {
    const resumed = noticeOf(thread, 'resumed', facts, thread.backAt)
    return {...QUIET, first, again: thread.backFrom === null ? resumed : {...resumed, after_maintenance: true}}
  }
  const late = alarm.isUnacknowledged ? noticeOf(thread, 'reminded', facts, now) : null
  const released = isReleased ? {...QUIET, first, late} : QUIET
  if (!route?.repeat || !alarm.isUnacknowledged || thread.toldAt === null) return released
  const dueAt = thread.toldAt + route.repeat
  return now < dueAt ? {...released, dueAt} : {...QUIET, first, again: noticeOf(thread, 'reminded', facts, dueAt)}
}

function decideFlapping(
  thread: Thread,
  alarm: NotifiedAlarm | undefined,
  {route, isReleased = false}: Moment,
): Decision {
  const facts = {...(alarm === undefined ? thread.facts : factsOf(alarm, null)), severity: thread.facts.severity}
  if (!alarm?.isFlapping)
    return isNotified(thread) ? {...OVER, again: noticeOf(thread, 'settled', facts, thread.createdAt)} : OVER
  if (alarm.isHidden) return QUIET
  const first = isRequested(alarm, facts, route) ? noticeOf(thread, 'flapping', facts, thread.createdAt) : null
  if (thread.toldSeverity === 'warning' && facts.severity === 'critical')
    return {...QUIET, first, again: noticeOf(thread, 'worsened', facts, thread.createdAt)}
  if (isNotified(thread)) return isReleased ? {...QUIET, first} : QUIET
  return first === null ? OVER : {...QUIET, first}
}

/** `at` distinguishes a change from the same one at another time. */
function noticeOf({subjectId}: Thread, change: NoticeChange, facts: Facts, at?: EpochMs): NoticeWire {
  return {id: [subjectId, change, ...(at === undefined ? [] : [at])].join(':'), change, ...facts}
}

/** Without an occurrence, the facts of its flapping, which is as severe as the worst of what came and went. */
export function factsOf(alarm: NotifiedAlarm, occurrence: NotifiedOccurrence | null): Facts {
  return {
    alarm_id: alarm.id,
    occurrence_id: occurrence?.id ?? null,
    device_id: alarm.deviceId,
    device_name: alarm.deviceName,
    key: alarm.key,
    kind: alarm.kind,
    ...(alarm.screen && {screen: alarm.screen}),
    severity: occurrence === null ? worstOf(alarm) : severityOf(alarm, occurrence),
    value: occurrence?.value ?? null,
    peak: occurrence?.peak ?? null,
    raised_at: occurrence?.raisedAt ?? null,
    acknowledged_at: occurrence?.acknowledgedAt ?? null,
    ended_at: occurrence?.endedAt ?? null,
    ended_by: occurrence?.endedBy ?? null,
    unit: alarm.unit,
    limit: occurrence === null ? null : limitOf(alarm, occurrence),
    place: alarm.label,
    customer_name: alarm.customerName,
    alarm_version: alarm.version,
    ...(alarm.threshold?.runbook && {runbook: alarm.threshold.runbook}),
  }
}

function worstOf({severity, occurrences}: NotifiedAlarm): Severity | null {
  const known = [severity, ...occurrences.map(occurrence => occurrence.severity)]
  if (known.includes('critical')) return 'critical'
  return known.includes('warning') ? 'warning' : null
}

/** The limit of the notified severity. */
function limitOf(alarm: NotifiedAlarm, occurrence: NotifiedOccurrence): CrossedLimit | null {
  const worst = occurrence.peak ?? occurrence.value
  if (alarm.threshold === null || worst === null) return null
  return crossedLimit(alarm.threshold, severityOf(alarm, occurrence), worst)
}

/** A latched alarm is active although its value is normal. */
const severityOf = (alarm: NotifiedAlarm, {severity, endedAt}: NotifiedOccurrence): Severity =>
  endedAt === null ? (alarm.severity ?? severity) : severity

const goneFacts = ({facts}: Thread, now: EpochMs): Facts => ({...facts, ended_at: now, ended_by: 'removed'})
