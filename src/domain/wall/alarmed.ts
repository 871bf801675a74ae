import type {Severity} from '../../../contract/rules/thresholds'
import {type Alarm, isUnacknowledged, newerAlarm, shownSeverity} from '../alarms/alarm'

/** What an alarm asks for, or why it asks for nothing. The most urgent first. */
export const ATTENTIONS = ['unacknowledged', 'returned', 'acknowledged', 'shelved', 'outOfService'] as const
export type Attention = (typeof ATTENTIONS)[number]

/** How a series stands. Attention is null where no alarm says anything of it. */
export interface Mark {
  /** Null for what is hidden. */
  severity: Severity | null
  attention: Attention | null
}

export type Marks = ReadonlyMap<string, Mark>
export type MarksByDevice = ReadonlyMap<string, Marks>

/** The alarms that are not at rest, by their ids. */
export type Alarms = ReadonlyMap<string, Alarm>

/** All alarms that stand, or some that have changed since. */
export interface AlarmsTold {
  type: 'alarms.told'
  alarms: readonly Alarm[]
  isAll: boolean
}

/** News may have come before the list that is older than they are, so that versions decide. */
export function alarmsAfter(known: Alarms, {alarms, isAll}: AlarmsTold): Alarms {
  const after = new Map(isAll ? [] : known)
  for (const alarm of alarms) {
    const newer = newerAlarm(known.get(alarm.id) ?? alarm, alarm)
    if (isStanding(newer)) after.set(alarm.id, newer)
    else after.delete(alarm.id)
  }
  return after
}

const isStanding = ({standing}: Alarm): boolean => standing !== 'normal'

/** The marks of each device by key: of the alarms of one key the most urgent counts. */
export function marksOf(alarms: Alarms): MarksByDevice {
  const byDevice = new Map<string, Map<string, Mark>>()
  for (const alarm of alarms.values()) {
    const ofDevice = byDevice.get(alarm.deviceId) ?? new Map<string, Mark>()
    byDevice.set(alarm.deviceId, ofDevice)
    ofDevice.set(alarm.key, worstMark([markOf(alarm), ...(ofDevice.get(alarm.key) ? [ofDevice.get(alarm.key)] : [])]))
  }
  return byDevice
}

function markOf(alarm: Alarm): Mark {
  if (alarm.standing === 'shelved' || alarm.standing === 'outOfService')
    return {severity: null, attention: alarm.standing}
  const severity = shownSeverity(alarm)
  if (alarm.severity === null) return {severity, attention: 'returned'}
  return {severity, attention: isUnacknowledged(alarm) ? 'unacknowledged' : 'acknowledged'}
}

/** What the thresholds say, where no server keeps alarms. */
export const judgedMarks = (severities: ReadonlyMap<string, ReadonlyMap<string, Severity>>): MarksByDevice =>
  new Map(
    Array.from(severities, ([deviceId, ofDevice]) => [
      deviceId,
      new Map(Array.from(ofDevice, ([key, severity]) => [key, {severity, attention: null}])),
    ]),
  )

export const NO_MARK: Mark = {severity: null, attention: null}

/** The mark that speaks for several: the most severe, and of those the one that asks for the most. */
export function worstMark(marks: Iterable<Mark | undefined>): Mark {
  let worst = NO_MARK
  for (const mark of marks) if (mark !== undefined && rankOf(mark) > rankOf(worst)) worst = mark
  return worst
}

const SEVERITY_RANKS = {critical: 20, warning: 10} as const

const rankOf = ({severity, attention}: Mark): number =>
  (severity === null ? 0 : SEVERITY_RANKS[severity]) +
  (attention === null ? 0 : ATTENTIONS.length - ATTENTIONS.indexOf(attention))
