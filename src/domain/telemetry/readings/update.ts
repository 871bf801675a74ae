import {isNewest} from '../../../../contract/rules/series/newest'
import {countedPoints, type SeriesPoint} from '../../../../contract/rules/series/point'
import type {TextPoint} from '../../../../contract/rules/series/states'
import type {EpochMs} from '../../../../contract/wire/common'
import type {KeysByDevice} from '../devices/device'
import {textsAmong} from '../series/states'
import {isNewer, type Reading, type ReadingsByDevice, type TelemetryValue} from './reading'

/** The content of one message of a device, oldest point first. `receivedAt` is its arrival on the server's clock. */
export interface TelemetryUpdate {
  deviceId: string
  receivedAt: EpochMs
  points: readonly {key: string; ts: EpochMs; value: TelemetryValue}[]
}

/** Pushed values, oldest first. */
export type TelemetryReceived = {type: 'telemetry.received'; updates: readonly TelemetryUpdate[]}

/** Pushed points of one device and key. The last of them arrived on the server at `at`, on its clock. */
export type PointsReceived = {
  type: 'points.received'
  points: readonly SeriesPoint[]
  /** Missing when there are numbers only. */
  texts?: readonly TextPoint[]
  at: EpochMs
}

/** Takes one device and key out of updates as points of a series; values that are not numbers are left out. */
export const pointsOf = (updates: readonly TelemetryUpdate[], deviceId: string, key: string): SeriesPoint[] =>
  countedPoints(receivedOf(updates, deviceId, key))

/** Takes the texts of one device and key out of updates. */
export const textsOfSeries = (updates: readonly TelemetryUpdate[], deviceId: string, key: string): TextPoint[] =>
  textsAmong(receivedOf(updates, deviceId, key))

const receivedOf = (updates: readonly TelemetryUpdate[], deviceId: string, key: string) =>
  updates
    .filter(update => update.deviceId === deviceId)
    .flatMap(({points}) => points.filter(point => point.key === key))

/** The newest reading of each key in the updates, which are in the order of their arrival. */
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

/** The newest value of each key, so that there are never more than keys, however many have arrived. */
export function newestUpdates(updates: readonly TelemetryUpdate[]): TelemetryUpdate[] {
  const newest = new Map<string, {deviceId: string; receivedAt: EpochMs; point: TelemetryUpdate['points'][number]}>()
  for (const {deviceId, receivedAt, points} of updates) {
    for (const point of points) {
      const name = `${deviceId} ${point.key}`
      const known = newest.get(name)
      const isOlder = known && !isNewest({ts: point.ts, receivedAt}, {ts: known.point.ts, receivedAt: known.receivedAt})
      if (point.value !== null && isOlder !== true) newest.set(name, {deviceId, receivedAt, point})
    }
  }
  return Array.from(newest.values(), ({deviceId, receivedAt, point}) => ({deviceId, receivedAt, points: [point]}))
}

export function keysOf(readings: ReadingsByDevice): KeysByDevice {
  return new Map([...readings].map(([deviceId, byKey]) => [deviceId, [...byKey.keys()]]))
}
