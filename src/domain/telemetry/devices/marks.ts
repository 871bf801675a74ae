import type {Severity} from '../../../../contract/rules/thresholds'
import {type Alarm, isUnacknowledged, newerAlarm, shownSeverity} from '../../alarm'
import type {Freshness} from '../readings/freshness'
import {NO_SEVERITIES, type Severities} from './severities'

/** The attention that an alarm requires, or why it requires none. The most urgent first. */
export const ATTENTIONS = [
  'unacknowledged',
  'returned',
  'acknowledged',
  'shelved',
  'outOfService',
  'maintenance',
] as const
export type Attention = (typeof ATTENTIONS)[number]

/** The state of a series. Attention is null where no alarm covers it. */
export interface Mark {
  /** Null for a hidden alarm. */
  severity: Severity | null
  attention: Attention | null
}

export type Marks = ReadonlyMap<string, Mark>
export type MarksByDevice = ReadonlyMap<string, Marks>

/** The alarms that are not at rest, by their ids. */
export type Alarms = ReadonlyMap<string, Alarm>

/** The same by their devices. */
export type AlarmsByDevice = ReadonlyMap<string, readonly Alarm[]>

export function alarmsByDevice(alarms: Alarms): AlarmsByDevice {
  const byDevice = new Map<string, Alarm[]>()
  for (const alarm of alarms.values()) {
    const known = byDevice.get(alarm.deviceId)
    if (known === undefined) byDevice.set(alarm.deviceId, [alarm])
    else known.push(alarm)
  }
  return byDevice
}

/** All active alarms, or some that have changed since. */
export interface AlarmsReceived {
  type: 'alarms.received'
  alarms: readonly Alarm[]
  isAll: boolean
}

/** Changes may have come before the list that is older than they are, so that versions decide. */
export function alarmsAfter(known: Alarms, {alarms, isAll}: AlarmsReceived): Alarms {
  const after = new Map(isAll ? [] : known)
  for (const alarm of alarms) {
    const newer = newerAlarm(known.get(alarm.id) ?? alarm, alarm)
    if (isRaised(newer)) after.set(alarm.id, newer)
    else after.delete(alarm.id)
  }
  return after
}

const isRaised = ({state}: Alarm): boolean => state !== 'normal'

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
  if (alarm.state === 'shelved' || alarm.state === 'outOfService') return {severity: null, attention: alarm.state}
  if (alarm.maintenanceUntil !== undefined) return {severity: null, attention: 'maintenance'}
  const severity = shownSeverity(alarm)
  if (alarm.severity === null) return {severity, attention: 'returned'}
  return {severity, attention: isUnacknowledged(alarm) ? 'unacknowledged' : 'acknowledged'}
}

/** The known states of the series besides their values. */
export interface DeviceMarks {
  /** The severities that this program evaluates by the thresholds. */
  severities: Severities
  /** The server's alarms; null when it stores none, or they aren't read yet. */
  alarms: Alarms | null
  marks: MarksByDevice
}

export const NO_DEVICE_MARKS: DeviceMarks = {severities: NO_SEVERITIES, alarms: null, marks: new Map()}

/** The server's word goes before what this program says of the values itself, as it knows of delays and of people. */
export const marksWithSeverities = ({alarms, marks}: DeviceMarks, severities: Severities): DeviceMarks => ({
  alarms,
  severities,
  marks: alarms === null ? evaluatedMarks(severities) : marks,
})

export function marksWithAlarms({alarms: known, severities}: DeviceMarks, received: AlarmsReceived): DeviceMarks {
  const alarms = alarmsAfter(known ?? new Map(), received)
  return {severities, alarms, marks: marksOf(alarms)}
}

/** Marks by the thresholds, for servers that store no alarms. */
const evaluatedMarks = (severities: Severities): MarksByDevice =>
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
  for (const mark of marks) if (mark !== undefined && urgencyOf(mark) > urgencyOf(worst)) worst = mark
  return worst
}

const SEVERITY_RANKS = {critical: 20, warning: 10} as const

/** The most severe asks for the most; of equal ones the one that nobody has acknowledged. */
export const urgencyOf = ({severity, attention}: Mark): number =>
  (severity === null ? 0 : SEVERITY_RANKS[severity]) +
  (attention === null ? 0 : ATTENTIONS.length - ATTENTIONS.indexOf(attention))

/** Tells whether a value is beyond its limits, and no newer one says whether it still is. */
export const hasStopped = ({kind, severity}: Alarm, freshness: Freshness): boolean =>
  kind === 'value' && severity !== null && (freshness === 'late' || freshness === 'never')
