import {
  type CrossedLimit,
  crossedLimit,
  judge,
  type Limits,
  type Severity,
  type Threshold,
} from '../../contract/rules/thresholds'
import type {ALARM_KINDS, ALARM_STANDINGS, JOURNAL_KINDS} from '../../contract/wire/alarm'
import type {EpochMs} from '../../contract/wire/common'

/** A value beyond its limits, none at all for too long, unusual values, or a screen that shows something else than planned. */
export type AlarmKind = (typeof ALARM_KINDS)[number]
/** The states of ISA-18.2. */
export type AlarmState = (typeof ALARM_STANDINGS)[number]
export type JournalKind = (typeof JOURNAL_KINDS)[number]

/** From the moment at which an alarm was raised. `severity` is the highest so far. */
export interface Occurrence {
  id: string
  severity: Severity
  raisedAt: EpochMs
  returnedAt: EpochMs | null
  acknowledged: {at: EpochMs; by: string | null} | null
  ended: {at: EpochMs; by: 'returned' | 'reset' | 'ruleChanged' | 'ruleRemoved' | null} | null
  value: number | null
  /** The value farthest beyond the limit. */
  peak: {value: number; at: EpochMs | null} | null
}

export interface Shelf {
  until: EpochMs
  by: string
  reason: string
}

/** What is, or was last, wrong with a screen. `last` is the name of the video that it showed last. */
export interface ScreenTrouble {
  kind: 'dark' | 'fallback' | 'partly' | 'silent'
  why: 'nothingAssigned' | 'outsideHours' | 'allBroken' | 'fetching' | 'unsaid' | null
  last: string | null
  since: EpochMs | null
}

export interface Alarm {
  id: string
  deviceId: string
  deviceName: string
  deviceLabel: string | null
  organisationId: string
  customerId: string | null
  key: string
  kind: AlarmKind
  /** Of an alarm of a screen alone. */
  screen?: ScreenTrouble | undefined
  state: AlarmState
  /** The present one; null while its condition is normal. */
  severity: Severity | null
  /** Null when the server keeps one that this program can't read. */
  threshold: Threshold | null
  /** The newest occurrence that is active or needs attention. */
  occurrence: Occurrence | null
  shelf: Shelf | null
  isFlapping: boolean
  isChattering: boolean
  /** The end of its device's maintenance; only present while it lasts. */
  maintenanceUntil?: EpochMs | undefined
  changedAt: EpochMs
  version: number
}

export interface JournalEntry {
  id: string
  at: EpochMs
  kind: JournalKind
  severity: Severity | null
  value: number | null
  by: string | null
  note: string | null
  until: EpochMs | null
}

/** The numbers of alarms. The first two leave hidden alarms out. */
export interface AlarmCounts {
  unacknowledged: Readonly<Record<Severity, number>>
  active: Readonly<Record<Severity, number>>
  shelved: number
  outOfService: number
}

export const isUnacknowledged = ({state}: Alarm): boolean => UNACKNOWLEDGED.includes(state)

const UNACKNOWLEDGED: readonly AlarmState[] = ['unacknowledged', 'returnedUnacknowledged', 'latchedUnacknowledged']

/** The severity that an alarm is shown with: of what has returned to normal the one that it had. */
export const shownSeverity = ({severity, occurrence}: Alarm): Severity | null =>
  severity ?? occurrence?.severity ?? null

/** A value of an occurrence: the one that raised it, or the worst so far. */
export interface NamedValue {
  is: 'raised' | 'worst'
  value: number
}

/**
 * The values of an alarm, first the one that belongs to the severity that is shown: that is the worst so far, unless
 * the alarm has become less severe since.
 */
export function shownValues(alarm: Alarm): readonly NamedValue[] {
  const {occurrence} = alarm
  if (occurrence === null || occurrence.value === null) return []
  const raised: NamedValue = {is: 'raised', value: occurrence.value}
  if (occurrence.peak === null || occurrence.peak.value === raised.value) return [raised]
  const worst: NamedValue = {is: 'worst', value: occurrence.peak.value}
  return shownSeverity(alarm) === occurrence.severity ? [worst, raised] : [raised, worst]
}

/** Returns the severity of a value of an alarm by itself; null when it is normal, or when the threshold is not known. */
export const severityOf = ({threshold}: Alarm, value: number): Severity | null =>
  threshold && judge(threshold, value, null)

/** The value to show beside the severity of an alarm: one that is as severe. */
export const valueOfSeverity = (alarm: Alarm): NamedValue | null =>
  shownValues(alarm).find(({value}) => (severityOf(alarm, value) ?? shownSeverity(alarm)) === shownSeverity(alarm)) ??
  null

/** The limit that was crossed, at the level of the severity that is shown; null when the threshold doesn't tell. */
export function limitOf(alarm: Alarm): CrossedLimit | null {
  const {kind, threshold} = alarm
  const severity = shownSeverity(alarm)
  if (kind !== 'value' || threshold === null || severity === null) return null
  const [crossed] = shownValues(alarm).flatMap(({value}) => crossedLimit(threshold, severity, value) ?? [])
  return crossed ?? onlyLimit(threshold[severity])
}

function onlyLimit(limits: Limits | null): CrossedLimit | null {
  const {above = null, below = null} = limits ?? {}
  if (above !== null) return below === null ? {side: 'above', value: above} : null
  return below === null ? null : {side: 'below', value: below}
}

/** Returns the time of the present state. */
export const standsSince = ({occurrence, changedAt}: Alarm): EpochMs => occurrence?.raisedAt ?? changedAt

/** Sorts alarms that need attention first: unacknowledged, then by severity, then the newest. */
export function compareAlarms(one: Alarm, other: Alarm): number {
  return (
    Number(isUnacknowledged(other)) - Number(isUnacknowledged(one)) ||
    rankOf(other) - rankOf(one) ||
    standsSince(other) - standsSince(one) ||
    (one.id < other.id ? -1 : Number(one.id > other.id))
  )
}

const RANKS: Readonly<Record<Severity, number>> = {warning: 1, critical: 2}

function rankOf(alarm: Alarm): number {
  const severity = shownSeverity(alarm)
  return severity === null ? 0 : RANKS[severity]
}

/** Reads pushed alarms. The parts that watch alarms pass it in, so that no other part loads its code. */
export type AlarmReader = (batch: unknown) => readonly Alarm[]

/** Returns the newer of two states of one alarm. */
export const newerAlarm = (one: Alarm, other: Alarm): Alarm => (other.version >= one.version ? other : one)
