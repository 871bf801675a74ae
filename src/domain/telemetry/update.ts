import {countedPoints, type SeriesPoint} from '../../../contract/rules/point'
import type {EpochMs} from '../../../contract/wire/common'
import type {KeysByDevice} from './device'
import {isNewer, type Reading, type ReadingsByDevice, type TelemetryValue} from './reading'

/** What one message of a device brought. `receivedAt`: its arrival on the server, on its clock. Points are oldest first. */
export interface TelemetryUpdate {
  deviceId: string
  receivedAt: EpochMs
  points: readonly {key: string; ts: EpochMs; value: TelemetryValue}[]
}

/** The updates of one device and key as points of its series; texts have no place in it. */
export function pointsOf(updates: readonly TelemetryUpdate[], deviceId: string, key: string): SeriesPoint[] {
  const received = updates.filter(update => update.deviceId === deviceId)
  return countedPoints(received.flatMap(({points}) => points.filter(point => point.key === key)))
}

/** The newest reading of each key that the updates bring, in the order of their arrival. */
export function readingsOf(updates: readonly TelemetryUpdate[]): ReadingsByDevice {
  const byDevice = new Map<string, Map<string, Reading>>()
  for (const {deviceId, receivedAt, points} of updates) {
    const readings = byDevice.get(deviceId) ?? new Map<string, Reading>()
    byDevice.set(deviceId, readings)
    for (const {key, ts, value} of points) {
      const reading = {value, ts, receivedAt}
      if (value !== null && isNewer(reading, readings.get(key))) readings.set(key, reading)
    }
  }
  return byDevice
}

export function keysOf(readings: ReadingsByDevice): KeysByDevice {
  return new Map([...readings].map(([deviceId, byKey]) => [deviceId, [...byKey.keys()]]))
}
