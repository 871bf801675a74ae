import {LIVE_SUBSCRIPTION_DEVICES} from '../../../contract/limits'
import {subscribeBody, subscribeReachBody} from '../../../contract/wire/telemetry/live'
import {type Access, reachedKind} from '../../access/access'
import type {AllReached, ReachedAmong} from '../../access/reach'
import type {Viewer} from '../../access/viewer'
import type {LiveSocket} from '../socket'
import {deviceRoom, isDeviceRoom, pacedRoom} from './rooms'

export interface SubscriptionOptions {
  access: Access
  reachedAmong: ReachedAmong
  allReached: AllReached
}

/** Resolves to those of `deviceIds` that the viewer may see, in an organisation or in any. */
export type VisibleIds = (viewer: Viewer, deviceIds: string[], organisationId?: string) => Promise<Set<string>>

export function visibleBy({access, reachedAmong}: SubscriptionOptions): VisibleIds {
  const kind = reachedKind(access)
  return (viewer, deviceIds, organisationId) => reachedAmong(viewer, kind, deviceIds, organisationId)
}

/** Resolves to the devices that the viewer may see, of an organisation or of all; at most as many as a socket takes. */
type EveryVisibleId = (viewer: Viewer, organisationId: string | undefined) => Promise<string[]>

export function everyVisibleBy({access, allReached}: SubscriptionOptions): EveryVisibleId {
  const kind = reachedKind(access)
  return (viewer, organisationId) => allReached(viewer, kind, {organisationId, limit: LIVE_SUBSCRIPTION_DEVICES})
}

export interface Lookups {
  visibleIds: VisibleIds
  everyVisibleId: EveryVisibleId
  /** How often devices were removed, moved or created so far. */
  moves(): number
  /** Resolves when the values of what the sockets watch by now come from all servers. */
  untilConfirmed(): Promise<void>
}

export const UNAVAILABLE = {message: 'The devices can not be looked up right now.'}

export function acceptSubscriptions(socket: LiveSocket, {visibleIds, everyVisibleId, moves, untilConfirmed}: Lookups) {
  const {viewer} = socket.data
  let newest = 0

  socket.on('subscribe', async (body, acknowledge) => {
    if (typeof acknowledge !== 'function') return
    const parsed = subscribeBody.safeParse(body)
    if (!parsed.success) return acknowledge({message: 'device_ids must be a list of device ids.'})
    const {device_ids: deviceIds, continues = false, is_paced: isPaced = false} = parsed.data
    if (continues && deviceRooms(socket).length + deviceIds.length > LIVE_SUBSCRIPTION_DEVICES) {
      return acknowledge({message: `A socket takes at most ${LIVE_SUBSCRIPTION_DEVICES} devices.`})
    }
    const list = continues ? newest : ++newest
    try {
      const visible = await settled(moves, () => visibleIds(viewer, deviceIds))
      if (list === newest) {
        if (!continues) socket.data.following = undefined
        joinRooms(socket, [...visible].map(isPaced ? pacedRoom : deviceRoom), continues)
      }
      await untilConfirmed()
      acknowledge({refused: deviceIds.filter(id => !visible.has(id))})
    } catch {
      acknowledge(UNAVAILABLE)
    }
  })

  socket.on('subscribeReach', async (body, acknowledge) => {
    if (typeof acknowledge !== 'function') return
    const parsed = subscribeReachBody.safeParse(body)
    if (!parsed.success) return acknowledge({message: 'organisation_id must be an id.'})
    const {organisation_id: organisationId, is_paced: isPaced = false} = parsed.data
    const list = ++newest
    try {
      const visible = await settled(moves, () => everyVisibleId(viewer, organisationId))
      if (list === newest) {
        socket.data.following = {organisationId, isPaced}
        joinRooms(socket, visible.map(isPaced ? pacedRoom : deviceRoom), false)
      }
      await untilConfirmed()
      acknowledge({refused: []})
    } catch {
      acknowledge(UNAVAILABLE)
    }
  })
}

/**
 * Asks again when devices have moved in the meantime, since a socket that has not joined yet does not get that event.
 */
export async function settled<Found>(moves: () => number, lookUp: () => Promise<Found>): Promise<Found> {
  const before = moves()
  const found = await lookUp()
  return moves() === before ? found : settled(moves, lookUp)
}

/** Adds devices that have come into the reach of a socket which follows it, as long as it takes more. */
export function followInto(socket: LiveSocket, {isPaced}: {isPaced: boolean}, deviceIds: readonly string[]) {
  const rooms = deviceIds.map(isPaced ? pacedRoom : deviceRoom).filter(room => !socket.rooms.has(room))
  if (rooms.length > 0) void socket.join(rooms.slice(0, LIVE_SUBSCRIPTION_DEVICES - deviceRooms(socket).length))
}

function joinRooms(socket: LiveSocket, rooms: readonly string[], keepsFormer: boolean) {
  const requested = new Set(rooms)
  const outdated = keepsFormer ? [] : deviceRooms(socket).filter(room => !requested.has(room))
  for (const room of outdated) void socket.leave(room)
  void socket.join([...requested])
}

const deviceRooms = (socket: LiveSocket): string[] => [...socket.rooms].filter(isDeviceRoom)
