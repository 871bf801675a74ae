import {createHash} from 'node:crypto'
import type {Milliseconds} from '../../contract/wire/common'
import type {LiveTelemetry} from '../../contract/wire/live'
import type {Scheduler} from '../scheduler'
import {createNewest, type Newest} from './newest'
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
export function createPacedUpdates({roomsOf, isReady, send}: PacedSockets, {after}: Pick<Scheduler, 'after'>) {
  const crowds = new Map<string, Crowd>()
  const crowdOf = new Map<string, string>()
  const moved = new Set<string>()
  const behind = new Map<string, Newest>()
  let newest = createNewest()
  let replaced = 0
  let isResting = false

  function show() {
    isResting = false
    for (const socketId of moved) regroup(socketId)
    moved.clear()
    const present = newest
    newest = createNewest()
    for (const {deviceIds, socketIds} of crowds.values()) {
      const items = present.of(deviceIds)
      if (items.length > 0) sendTo(socketIds, items)
    }
    for (const [socketId, waiting] of behind) catchUp(socketId, waiting)
    if (present.size === 0 && behind.size === 0) return
    isResting = true
    after(PACE, show)
  }

  function sendTo(socketIds: ReadonlySet<string>, items: LiveTelemetry[]) {
    const ready: string[] = []
    for (const socketId of socketIds) {
      const waiting = behind.get(socketId)
      if (waiting === undefined && isReady(socketId)) ready.push(socketId)
      else behind.set(socketId, add(waiting ?? createNewest(), items))
    }
    if (ready.length > 0) send(ready, items)
  }

  function catchUp(socketId: string, waiting: Newest) {
    const crowd = crowds.get(crowdOf.get(socketId) ?? '')
    if (crowd !== undefined && !isReady(socketId)) return
    behind.delete(socketId)
    // It may have lost devices in the meantime.
    const items = crowd === undefined ? [] : waiting.of(crowd.deviceIds)
    if (items.length > 0) send([socketId], items)
  }

  function add(newest: Newest, items: readonly LiveTelemetry[]): Newest {
    replaced += newest.add(items)
    return newest
  }

  function regroup(socketId: string) {
    const before = crowdOf.get(socketId) ?? ''
    crowds.get(before)?.socketIds.delete(socketId)
    if (crowds.get(before)?.socketIds.size === 0) crowds.delete(before)
    crowdOf.delete(socketId)
    const rooms = [...roomsOf(socketId)].filter(isPacedRoom)
    if (rooms.length === 0) return
    const name = createHash('sha256').update(rooms.sort().join()).digest('base64')
    const crowd = crowds.get(name) ?? {deviceIds: new Set(rooms.map(devicePaced)), socketIds: new Set()}
    crowds.set(name, crowd)
    crowd.socketIds.add(socketId)
    crowdOf.set(socketId, name)
  }

  return {
    /** Call it when a socket has entered or left a room. */
    move(room: string, socketId: string) {
      if (isPacedRoom(room)) moved.add(socketId)
    },
    /** Shows them at once when nothing was shown for a while. */
    push(batch: readonly LiveTelemetry[]) {
      if (crowdOf.size === 0 && moved.size === 0) return
      add(newest, batch)
      if (!isResting) show()
    },
    counts: (): PacedCounts => ({
      sockets: crowdOf.size,
      behind: behind.size,
      waiting: [...behind.values()].reduce((sum, {size}) => sum + size, 0),
      replaced,
    }),
  }
}
