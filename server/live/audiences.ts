import type {LiveTelemetry} from '../../contract/wire/live'
import {deviceRoom} from './rooms'

/** Sockets that get exactly the same telemetry. They are grouped so that it is encoded only once. */
export interface Audience {
  socketIds: string[]
  telemetry: LiveTelemetry[]
}

/**
 * Groups the sockets by what they get of `batch`. `rooms` holds the ids of the sockets in each room. Each socket is in
 * at most one audience, so it gets one packet for a batch.
 */
export function audiencesOf(
  batch: readonly LiveTelemetry[],
  rooms: ReadonlyMap<string, ReadonlySet<string>>,
): Audience[] {
  const heardBy = new Map<string, Heard>()
  for (const telemetry of batch) {
    const continued = new Map<Heard | undefined, Heard>()
    for (const socketId of rooms.get(deviceRoom(telemetry.device_id)) ?? []) {
      const before = heardBy.get(socketId)
      const heard = continued.get(before) ?? {before, telemetry}
      continued.set(before, heard)
      heardBy.set(socketId, heard)
    }
  }
  const audiences = new Map<Heard, Audience>()
  for (const [socketId, heard] of heardBy) {
    const audience = audiences.get(heard) ?? {socketIds: [], telemetry: inOrder(heard)}
    if (audience.socketIds.push(socketId) === 1) audiences.set(heard, audience)
  }
  return [...audiences.values()]
}

/** A linked list from the newest item to the oldest. Sockets that have got the same so far share one list. */
interface Heard {
  before: Heard | undefined
  telemetry: LiveTelemetry
}

function inOrder(newest: Heard): LiveTelemetry[] {
  const telemetry: LiveTelemetry[] = []
  for (let heard: Heard | undefined = newest; heard !== undefined; heard = heard.before) telemetry.push(heard.telemetry)
  return telemetry.reverse()
}
