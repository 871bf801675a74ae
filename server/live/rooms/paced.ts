import {createHash} from 'node:crypto'
import {isNewest} from '../../../contract/rules/series/newest'
import type {Milliseconds} from '../../../contract/wire/common'
import type {LiveTelemetry} from '../../../contract/wire/telemetry/live'
import type {Scheduler} from '../../scheduler'
import {devicePaced, isPacedRoom} from './rooms'

/** The sockets, of which some watch at this pace. */
export interface PacedSockets {
  /** Nothing when there is no such socket any more. */
  roomsOf(socketId: string): Iterable<string>
  /** Whether all that it was sent has left the process. */
  isReady(socketId: string): boolean
  send(socketIds: string[], batch: LiveTelemetry[]): void
}

/** Values are shown this often at most. */
const PACE: Milliseconds = 250

/** Sockets that watch the same devices, so that what they get is encoded once. */
interface Crowd {
  deviceIds: ReadonlySet<string>
  socketIds: Set<string>
}

export interface PacedCounts {
  /** The sockets that watch at this pace. */
  sockets: number
  /** Those that have not read what they were sent last. The newest values wait for them, and no others. */
  behind: number
  /** The values that wait for them. */
  waiting: number
  /** All values so far in whose place a newer one was sent. */
  replaced: number
}

/**
 * Shows values to those who watch many devices, four times a second at most: of each key the newest. Who has not read
 * the packet before gets no other; the newest values wait until it has, so that never more waits than one value for
 * each key.
 */
export class PacedUpdates {
  readonly #sockets: PacedSockets
  readonly #after
  readonly #crowds = new Map<string, Crowd>()
  readonly #crowdOf = new Map<string, string>()
  readonly #moved = new Set<string>()
  readonly #behind = new Map<string, Newest>()
  #newest = createNewest()
  #replaced = 0
  #isResting = false

  constructor(sockets: PacedSockets, {after}: Pick<Scheduler, 'after'>) {
    this.#sockets = sockets
    this.#after = after
  }

  /** Call it when a socket has entered or left a room. */
  move(room: string, socketId: string) {
    if (isPacedRoom(room)) this.#moved.add(socketId)
  }

  /** Shows them at once when nothing was shown for a while. */
  push(batch: readonly LiveTelemetry[]) {
    if (this.#crowdOf.size === 0 && this.#moved.size === 0) return
    this.#add(this.#newest, batch)
    if (!this.#isResting) this.#show()
  }

  counts(): PacedCounts {
    return {
      sockets: this.#crowdOf.size,
      behind: this.#behind.size,
      waiting: [...this.#behind.values()].reduce((sum, {size}) => sum + size, 0),
      replaced: this.#replaced,
    }
  }

  #show() {
    this.#isResting = false
    for (const socketId of this.#moved) this.#regroup(socketId)
    this.#moved.clear()
    const present = this.#newest
    this.#newest = createNewest()
    for (const {deviceIds, socketIds} of this.#crowds.values()) {
      const items = present.of(deviceIds)
      if (items.length > 0) this.#sendTo(socketIds, items)
    }
    for (const [socketId, waiting] of this.#behind) this.#catchUp(socketId, waiting)
    if (present.size === 0 && this.#behind.size === 0) return
    this.#isResting = true
    this.#after(PACE, () => this.#show())
  }

  #sendTo(socketIds: ReadonlySet<string>, items: LiveTelemetry[]) {
    const ready: string[] = []
    for (const socketId of socketIds) {
      const waiting = this.#behind.get(socketId)
      if (waiting === undefined && this.#sockets.isReady(socketId)) ready.push(socketId)
      else this.#behind.set(socketId, this.#add(waiting ?? createNewest(), items))
    }
    if (ready.length > 0) this.#sockets.send(ready, items)
  }

  #catchUp(socketId: string, waiting: Newest) {
    const crowd = this.#crowds.get(this.#crowdOf.get(socketId) ?? '')
    if (crowd !== undefined && !this.#sockets.isReady(socketId)) return
    this.#behind.delete(socketId)
    // It may have lost devices in the meantime.
    const items = crowd === undefined ? [] : waiting.of(crowd.deviceIds)
    if (items.length > 0) this.#sockets.send([socketId], items)
  }

  #add(newest: Newest, items: readonly LiveTelemetry[]): Newest {
    this.#replaced += newest.add(items)
    return newest
  }

  #regroup(socketId: string) {
    const before = this.#crowdOf.get(socketId) ?? ''
    this.#crowds.get(before)?.socketIds.delete(socketId)
    if (this.#crowds.get(before)?.socketIds.size === 0) this.#crowds.delete(before)
    this.#crowdOf.delete(socketId)
    const rooms = [...this.#sockets.roomsOf(socketId)].filter(isPacedRoom)
    if (rooms.length === 0) return
    const name = createHash('sha256').update(rooms.sort().join()).digest('base64')
    const crowd = this.#crowds.get(name) ?? {deviceIds: new Set(rooms.map(devicePaced)), socketIds: new Set()}
    this.#crowds.set(name, crowd)
    crowd.socketIds.add(socketId)
    this.#crowdOf.set(socketId, name)
  }
}

interface Known {
  point: LiveTelemetry['points'][number]
  receivedAt: number
}

/** The newest values of some devices, one for each key, however many come. */
interface Newest {
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
