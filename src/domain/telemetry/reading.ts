import {isNewest} from '../../../contract/rules/newest'
import type {PlainValue} from '../../../contract/rules/typedValue'
import type {EpochMs} from '../../../contract/wire/common'

export type TelemetryValue = PlainValue

/**
 * A key's latest value. `ts` is the device's time, null when the server doesn't tell. `receivedAt` is its arrival on the
 * server, on the client's clock; null when the server doesn't tell.
 */
export interface Reading {
  value: TelemetryValue
  ts: EpochMs | null
  receivedAt: EpochMs | null
}

/** The latest reading of each key. A key without a value has none. */
export type Readings = ReadonlyMap<string, Reading>
export type ReadingsByDevice = ReadonlyMap<string, Readings>

export const NO_READINGS: Readings = new Map()

/** Newer readings over older ones, key by key; devices without news keep their own map. Returns `known` itself when nothing is newer. */
export function mergeReadings(known: ReadingsByDevice, news: ReadingsByDevice): ReadingsByDevice {
  const changed = [...news].flatMap(([deviceId, readings]) => {
    const before = known.get(deviceId) ?? NO_READINGS
    const newer = [...readings].filter(([key, reading]) => isNewer(reading, before.get(key)))
    return newer.length === 0 ? [] : [[deviceId, new Map([...before, ...newer])] as const]
  })
  return changed.length === 0 ? known : new Map([...known, ...changed])
}

/**
 * For a server that doesn't tell when a value arrived: one seen to have changed since it was last asked for has arrived
 * in between, and counts from now. A value seen for the first time stays unknown, whatever its device says of its time.
 */
export function withSeenArrivals(known: ReadingsByDevice, news: ReadingsByDevice, seenAt: EpochMs): ReadingsByDevice {
  const seen =
    (deviceId: string) =>
    ([key, reading]: [string, Reading]): [string, Reading] =>
      isSeenToChange(known.get(deviceId)?.get(key), reading) ? [key, {...reading, receivedAt: seenAt}] : [key, reading]
  return new Map([...news].map(([deviceId, readings]) => [deviceId, new Map([...readings].map(seen(deviceId)))]))
}

function isSeenToChange(before: Reading | undefined, {ts, receivedAt}: Reading): boolean {
  return receivedAt === null && ts !== null && before !== undefined && before.ts !== null && ts > before.ts
}

/**
 * An answer asked for earlier may come in after a pushed value and must not replace it: the server's rule decides. Of
 * values whose arrival the server doesn't tell none is pushed, so each answer is news; so is one of unknown time.
 */
export function isNewer(reading: Reading, before: Reading | undefined): boolean {
  if (before === undefined || before.ts === null || reading.ts === null) return true
  if (reading.ts !== before.ts) {
    const {receivedAt} = reading
    return (
      receivedAt === null ||
      isNewest({ts: reading.ts, receivedAt}, {ts: before.ts, receivedAt: before.receivedAt ?? before.ts})
    )
  }
  if (reading.receivedAt !== before.receivedAt) return (reading.receivedAt ?? 0) > (before.receivedAt ?? 0)
  return reading.value !== before.value
}
