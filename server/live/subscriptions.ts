import {subscribeBody} from '../../contract/live'
import {createRateLimiter} from '../http/rateLimits'
import type {Viewer} from '../http/viewer'
import {deviceRoom, isDeviceRoom} from './rooms'
import type {LiveSocket} from './server'

export interface SubscriptionOptions {
  /** Those of `deviceIds` that the viewer may see. */
  visibleIds(viewer: Viewer, deviceIds: string[]): Promise<Set<string>>
}

const EVENTS = '10:1,100:60'

export function acceptSubscriptions(socket: LiveSocket, {visibleIds}: SubscriptionOptions) {
  const events = createRateLimiter(EVENTS)
  socket.use((_event, next) => {
    events.consume(socket.id).then(
      () => next(),
      () => socket.disconnect(true),
    )
  })

  let newest = 0
  socket.on('subscribe', async (body, acknowledge) => {
    if (typeof acknowledge !== 'function') return
    const parsed = subscribeBody.safeParse(body)
    if (!parsed.success) return acknowledge({message: 'device_ids must be a list of device ids.'})
    const deviceIds = parsed.data.device_ids
    const turn = ++newest
    try {
      const visible = await visibleIds(socket.data.viewer, deviceIds)
      if (turn === newest) replaceRooms(socket, visible)
      acknowledge({refused: deviceIds.filter(id => !visible.has(id))})
    } catch {
      acknowledge({message: 'The devices can not be looked up right now.'})
    }
  })
}

function replaceRooms(socket: LiveSocket, deviceIds: Set<string>) {
  const wanted = new Set([...deviceIds].map(deviceRoom))
  for (const room of socket.rooms) if (isDeviceRoom(room) && !wanted.has(room)) socket.leave(room)
  socket.join([...wanted])
}
