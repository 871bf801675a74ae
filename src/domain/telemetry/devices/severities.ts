import {isHistory} from '../../../../contract/rules/series/newest'
import {countedValue} from '../../../../contract/rules/series/point'
import {judge, SEVERITIES, type Severity} from '../../../../contract/rules/thresholds'
import type {EpochMs} from '../../../../contract/wire/common'
import {type KeySettings, namedOf} from '../readings/keySettings'
import type {Reading, ReadingsByDevice, TelemetryValue} from '../readings/reading'
import type {TelemetryUpdate} from '../readings/update'

/** The severities of the values of keys, by device. Normal values and values without a threshold are missing. */
export type Severities = ReadonlyMap<string, ReadonlyMap<string, Severity>>

export const NO_SEVERITIES: Severities = new Map()

interface Evaluated {
  thresholds: KeySettings['thresholds']
  /** The state before. */
  readings: ReadingsByDevice
  severities: Severities
}

interface Value {
  deviceId: string
  key: string
  value: TelemetryValue
  /** Whether it is filled in from the past: then it may end a severity, but begins none. */
  isPast: boolean
}

/** The worst severity of a device's values; null when all are normal. */
export function worstOf(severities: ReadonlyMap<string, Severity> | undefined): Severity | null {
  const found = new Set(severities?.values())
  return SEVERITIES.findLast(severity => found.has(severity)) ?? null
}

/** Evaluates the latest values of devices, each by the state before. */
export function evaluatedReadings(before: Evaluated, deviceIds: Iterable<string>): Severities {
  if (isNothing(before.thresholds)) return NO_SEVERITIES
  return evaluated(
    before,
    [...deviceIds].flatMap(deviceId =>
      [...(before.readings.get(deviceId) ?? [])].flatMap(([key, reading]) =>
        reading === null ? [] : [{deviceId, key, value: reading.value, isPast: isPast(reading)}],
      ),
    ),
  )
}

const isPast = ({ts, receivedAt}: Reading): boolean => ts !== null && receivedAt !== null && isHistory({ts, receivedAt})

/** Evaluates each pushed value, in the order of their arrival, so that none between two frames is missed. */
export function evaluatedUpdates(before: Evaluated, updates: readonly TelemetryUpdate[]): Severities {
  if (isNothing(before.thresholds)) return NO_SEVERITIES
  const newest = new Map<string, EpochMs>()
  return evaluated(
    before,
    updates.flatMap(({deviceId, receivedAt, points}) =>
      points.flatMap(({key, ts, value}): Value[] => {
        if (namedOf(before.thresholds, deviceId, key) === null) return []
        const name = `${deviceId} ${key}`
        const last = newest.get(name) ?? before.readings.get(deviceId)?.get(key)?.ts ?? ts
        if (ts < last) return []
        newest.set(name, ts)
        return [{deviceId, key, value, isPast: isHistory({ts, receivedAt})}]
      }),
    ),
  )
}

/** Returns the severities themselves as long as none of them changes. */
function evaluated({thresholds, severities}: Evaluated, values: readonly Value[]): Severities {
  let next: Map<string, ReadonlyMap<string, Severity>> | null = null
  for (const {deviceId, key, value, isPast} of values) {
    const counted = value === null ? null : countedValue(value)
    const threshold = namedOf(thresholds, deviceId, key)
    const ofDevice = (next ?? severities).get(deviceId)
    const before = ofDevice?.get(key) ?? null
    const severity = threshold === null ? null : judge(threshold, counted ?? Number.NaN, before)
    if (severity === before || (isPast && severity !== null)) continue
    next ??= new Map(severities)
    const after = withSeverity(ofDevice, key, severity)
    if (after.size > 0) next.set(deviceId, after)
    else next.delete(deviceId)
  }
  return next ?? severities
}

function withSeverity(before: ReadonlyMap<string, Severity> = new Map(), key: string, severity: Severity | null) {
  const others = [...before].filter(([name]) => name !== key)
  return new Map(severity === null ? others : [...others, [key, severity] as const])
}

const isNothing = ({ofAll, byDevice}: KeySettings['thresholds']): boolean => ofAll.size === 0 && byDevice.size === 0
