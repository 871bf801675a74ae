import {isNewest} from '../../../contract/rules/series/newest'
import type {LiveTelemetry} from '../../../contract/wire/telemetry/live'

interface Known {
  point: LiveTelemetry['points'][number]
  receivedAt: number
}

/** The newest values of some devices, one for each key, however many come. */
export interface Newest {
  /** The number of values. */
  readonly size: number
  /** Returns how many values were replaced, or were no newer. */
  add(batch: readonly LiveTelemetry[]): number
  of(deviceIds: ReadonlySet<string>): LiveTelemetry[]
}

export function createNewest(): Newest {
  const byDevice = new Map<string, Map<string, Known>>()
  let size = 0

  return {
    get size() {
      return size
    },
    add(batch) {
      const before = size
      let added = 0
      for (const {device_id, received_at: receivedAt, points} of batch) {
        const ofDevice = byDevice.get(device_id) ?? new Map<string, Known>()
        byDevice.set(device_id, ofDevice)
        for (const point of points) {
          added++
          const known = ofDevice.get(point.key)
          if (known === undefined) size++
          else if (!isNewest({ts: point.ts, receivedAt}, {ts: known.point.ts, receivedAt: known.receivedAt})) continue
          ofDevice.set(point.key, {point, receivedAt})
        }
      }
      return added - (size - before)
    },
    of(deviceIds) {
      const found: LiveTelemetry[] = []
      for (const [deviceId, ofDevice] of byDevice) {
        if (deviceIds.has(deviceId)) found.push(...messagesOf(deviceId, ofDevice))
      }
      return found
    },
  }
}

/** Values that arrived together are sent together. */
function messagesOf(device_id: string, ofDevice: ReadonlyMap<string, Known>): LiveTelemetry[] {
  const byArrival = new Map<number, LiveTelemetry>()
  for (const {point, receivedAt} of ofDevice.values()) {
    const message = byArrival.get(receivedAt) ?? {device_id, received_at: receivedAt, points: []}
    byArrival.set(receivedAt, message)
    message.points.push(point)
  }
  return [...byArrival.values()].sort((one, other) => one.received_at - other.received_at)
}
