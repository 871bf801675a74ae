import {CLOCK_TOLERANCE} from '../../../../contract/limits'
import {isNewest} from '../../../../contract/rules/series/newest'
import type {PlainValue} from '../../../../contract/rules/series/point'
import type {EpochMs} from '../../../../contract/wire/common'

export type TelemetryValue = PlainValue

/**
 * The latest value of a key. `ts` is the device's time, and `receivedAt` the time of arrival on the server's clock.
 * Either is null when the server doesn't say it.
 */
export interface Reading {
  value: TelemetryValue
  ts: EpochMs | null
  receivedAt: EpochMs | null
}

/** The latest reading of each key, null when the server has none. A key that was not read yet is missing. */
export type Readings = ReadonlyMap<string, Reading | null>
export type ReadingsByDevice = ReadonlyMap<string, Readings>

export const NO_READINGS: Readings = new Map()

/**
 * Puts newer readings over older ones. Devices without changes keep their map; without any, `known` itself returns. `at`
 * is the time of the server's answer; without it each was pushed when it arrived there.
 */
export function mergeReadings(known: ReadingsByDevice, arrived: ReadingsByDevice, at?: EpochMs): ReadingsByDevice {
  const changed = [...arrived].flatMap(([deviceId, readings]) => {
    const before = known.get(deviceId) ?? NO_READINGS
    const newer = [...readings].filter(([key, reading]) =>
      reading === null
        ? !before.has(key)
        : isNewer(reading, knownAt(before.get(key) ?? undefined, at ?? reading.receivedAt)),
    )
    return newer.length === 0 ? [] : [[deviceId, new Map([...before, ...newer])] as const]
  })
  return changed.length === 0 ? known : new Map([...known, ...changed])
}

/**
 * For a server that doesn't tell when a value arrived. A value that changed since the server was last asked has
 * arrived in between, and counts from now. Of a value seen for the first time only the device's own time is known.
 */
export function withSeenArrivals(
  known: ReadingsByDevice,
  arrived: ReadingsByDevice,
  seenAt: EpochMs,
): ReadingsByDevice {
  const seen =
    (before: Readings = NO_READINGS) =>
    ([key, reading]: [string, Reading | null]): [string, Reading | null] => [
      key,
      reading === null || reading.receivedAt !== null ? reading : seenAgain(reading, before.get(key), seenAt),
    ]
  return new Map(
    [...arrived].map(([deviceId, readings]) => [deviceId, new Map([...readings].map(seen(known.get(deviceId))))]),
  )
}

function seenAgain(reading: Reading, before: Reading | null | undefined, seenAt: EpochMs): Reading {
  if (before === undefined) return reading
  if (before === null) return {...reading, receivedAt: seenAt}
  if (reading.ts !== null && before.ts !== null)
    return reading.ts > before.ts ? {...reading, receivedAt: seenAt} : reading
  return {...reading, receivedAt: reading.value === before.value ? before.receivedAt : seenAt}
}

/**
 * An answer to an earlier question may come in after a pushed value and must not replace it, so the rule of the server
 * decides. A server that doesn't tell arrivals pushes nothing, so each of its answers is newer, and so is a value of
 * unknown time.
 */
export function isNewer(reading: Reading, before: Reading | undefined): boolean {
  if (before === undefined) return true
  const {ts, receivedAt} = reading
  if (before.ts === null || ts === null) return !isSame(reading, before)
  if (ts !== before.ts)
    return (
      receivedAt === null ||
      before.receivedAt === null ||
      isNewest({ts, receivedAt}, {ts: before.ts, receivedAt: before.receivedAt})
    )
  if (receivedAt !== before.receivedAt) return (receivedAt ?? 0) > (before.receivedAt ?? 0)
  return reading.value !== before.value
}

/**
 * Returns a known reading for comparison with an answer of a time. One that arrived later did so before the server's
 * clock was set back, and counts as having arrived then.
 */
const knownAt = (before: Reading | undefined, at: EpochMs | null): Reading | undefined =>
  before?.receivedAt && at !== null && before.receivedAt > at + CLOCK_TOLERANCE ? {...before, receivedAt: at} : before

const isSame = (one: Reading, other: Reading): boolean =>
  one.value === other.value && one.ts === other.ts && one.receivedAt === other.receivedAt
