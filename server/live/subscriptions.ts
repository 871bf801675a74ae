import {LIVE_SUBSCRIPTION_DEVICES} from '../../contract/limits'
import {subscribeBody} from '../../contract/wire/live'
import {type Access, reachedKind} from '../access/access'
import type {ReachedAmong} from '../access/reach'
import type {Viewer} from '../access/viewer'
import {deviceRoom, isDeviceRoom, pacedRoom} from './rooms'
import type {LiveSocket} from './socket'

export interface SubscriptionOptions {
  access: Access
  reachedAmong: ReachedAmong
}

/** Resolves to those of `deviceIds` that the viewer may see. */
export type VisibleIds = (viewer: Viewer, deviceIds: string[]) => Promise<Set<string>>

export function visibleBy({access, reachedAmong}: SubscriptionOptions): VisibleIds {
  const kind = reachedKind(access)
  return (viewer, deviceIds) => reachedAmong(viewer, kind, deviceIds)
}

export function acceptSubscriptions(socket: LiveSocket, visibleIds: VisibleIds) {
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
      const visible = await visibleIds(socket.data.viewer, deviceIds)
      if (list === newest) joinRooms(socket, [...visible].map(isPaced ? pacedRoom : deviceRoom), continues)
      acknowledge({refused: deviceIds.filter(id => !visible.has(id))})
    } catch {
      acknowledge({message: 'The devices can not be looked up right now.'})
    }
  })
}

function joinRooms(socket: LiveSocket, rooms: readonly string[], keepsFormer: boolean) {
  const wanted = new Set(rooms)
  const unwanted = keepsFormer ? [] : deviceRooms(socket).filter(room => !wanted.has(room))
  for (const room of unwanted) void socket.leave(room)
  void socket.join([...wanted])
}

const deviceRooms = (socket: LiveSocket): string[] => [...socket.rooms].filter(isDeviceRoom)
