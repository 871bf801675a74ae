import type {EpochMs} from '../../../../contract/wire/common'
import {type DeviceEntry, type KeysByDevice, withKeys} from '../devices/device'
import {mergeReadings, type ReadingsByDevice, withSeenArrivals} from './reading'
import {keysOf, readingsOf, type TelemetryUpdate} from './update'

/** Devices with their latest values. The list and the map stay the same objects as long as nothing changes. */
export interface Latest {
  devices: readonly DeviceEntry[]
  readings: ReadingsByDevice
}

/** The server's answer to a question for latest values: the readings, and all keys of each device that it mentions. */
export interface LatestAnswer {
  readings: ReadingsByDevice
  keys: KeysByDevice
}

/** Adds values that were pushed. */
export function withUpdates({devices, readings}: Latest, updates: readonly TelemetryUpdate[]): Latest {
  const arrived = readingsOf(updates)
  return {readings: mergeReadings(readings, arrived), devices: withKeys(devices, keysOf(arrived))}
}

/** Adds values that were asked for. */
export function withAnswer({devices, readings}: Latest, answer: LatestAnswer, answeredAt: EpochMs): Latest {
  return {
    readings: mergeReadings(readings, withSeenArrivals(readings, answer.readings, answeredAt), answeredAt),
    devices: withKeys(devices, answer.keys),
  }
}
