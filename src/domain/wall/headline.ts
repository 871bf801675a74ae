import {type Headlines, headlinesFor, NO_HEADLINES} from '../../../contract/rules/headlines'
import {DAY} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import {type Alarm, standsSince} from '../alarm'
import type {DeviceEntry} from '../telemetry/devices/device'
import {type Marks, NO_MARK, urgencyOf} from '../telemetry/devices/marks'
import {type KeySettings, namedOf} from '../telemetry/readings/keySettings'
import type {Reading, Readings} from '../telemetry/readings/reading'

interface Known {
  marks: Marks | undefined
  /** The alarms of the device that are not at rest. */
  alarms: readonly Alarm[]
  readings: Readings | undefined
  settings: KeySettings
}

/** What is the same for all keys of a device. */
interface Common {
  headlines: Headlines
  newest: EpochMs
}

/**
 * The keys of a device, first the one that speaks for it at a glance: the key in alarm, the worst and then the newest;
 * the headline key that its label, its type or its organisation names; a key with a threshold; a key that is still sent;
 * a number before true and false, and those before texts; a key with a unit. Where all of that is alike, the name decides.
 */
export function keysByImportance(device: DeviceEntry, known: Known): readonly string[] {
  const headlines = headlinesFor(known.settings.headlines.get(device.organisationId ?? '') ?? NO_HEADLINES, device)
  const newest = newestOf(known.readings)
  const ranks = new Map(device.keys.map(key => [key, rankOf(device, key, {...known, headlines, newest})]))
  return device.keys.toSorted((one, other) => compare(ranks.get(one) ?? [], ranks.get(other) ?? []))
}

/** The key in alarm that speaks for a device; null when there is none. */
export function keyInAlarm(device: DeviceEntry, known: Known): string | null {
  const [key] = keysByImportance(device, known)
  return key !== undefined && isInAlarm(key, known) ? key : null
}

const isInAlarm = (key: string, {marks}: Known): boolean => (marks?.get(key)?.severity ?? null) !== null

/** The lower number comes first, and of equal ones the next number decides. */
function rankOf(device: DeviceEntry, key: string, known: Known & Common): readonly number[] {
  const {marks, alarms, readings, settings, headlines, newest} = known
  const reading = readings?.get(key)
  const isAlarm = isInAlarm(key, known)
  const raised = alarms.filter(alarm => alarm.key === key).map(standsSince)
  const headline = headlines.findIndex(named => named.key === key)
  return [
    isAlarm ? -urgencyOf(marks?.get(key) ?? NO_MARK) : 0,
    isAlarm ? -Math.max(0, ...raised) : 0,
    headline === -1 ? headlines.length : headline,
    namedOf(settings.thresholds, device.id, key) === null ? 1 : 0,
    isStillSent(reading, newest) ? 0 : 1,
    KINDS.indexOf(typeof reading?.value),
    key === 'temperature' || namedOf(settings.units, device.id, key) !== null ? 0 : 1,
  ]
}

/** An unread value may be a number; texts and JSON come last. */
const KINDS: readonly string[] = ['number', 'undefined', 'boolean', 'object', 'string']

/** A key that a device sent once, such as its version, is older than the others by more than a day. */
const isStillSent = (reading: Reading | null | undefined, newest: EpochMs): boolean =>
  newest - (reading?.ts ?? newest) <= DAY

const newestOf = (readings: Readings | undefined): EpochMs =>
  Math.max(0, ...Array.from(readings?.values() ?? [], reading => reading?.ts ?? 0))

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [at, rank] of one.entries()) {
    const difference = rank - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
