import type {EpochMs} from '../../../contract/wire/common'
import {type DeviceEntry, type KeysByDevice, withKeys} from './device'
import {mergeReadings, type ReadingsByDevice, withSeenArrivals} from './reading'
import {keysOf, readingsOf, type TelemetryUpdate} from './update'

/** Devices with their latest values. Neither the list nor the map changes without news. */
export interface Latest {
  devices: readonly DeviceEntry[]
  readings: ReadingsByDevice
}

/** What a server answered that was asked for latest values: those, and all keys of each device that it tells of. */
export interface LatestAnswer {
  readings: ReadingsByDevice
  keys: KeysByDevice
}

/** Takes in what was pushed. */
export function withUpdates({devices, readings}: Latest, updates: readonly TelemetryUpdate[]): Latest {
  const news = readingsOf(updates)
  return {readings: mergeReadings(readings, news), devices: withKeys(devices, keysOf(news))}
}

/** Takes in what was asked for. */
export function withAnswer({devices, readings}: Latest, answer: LatestAnswer, now: EpochMs): Latest {
  return {
    readings: mergeReadings(readings, withSeenArrivals(readings, answer.readings, now)),
    devices: withKeys(devices, answer.keys),
  }
}
