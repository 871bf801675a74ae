import type {Viewer} from '../access/viewer'
import {deviceRoom} from './rooms'
import type {LiveSocket, LiveSocketServer} from './socket'
import type {VisibleIds} from './subscriptions'

/** Takes devices out of the subscriptions of those who may see them no more. A socket that can't be judged is dropped: its client comes anew. */
export async function recheckDevices(io: LiveSocketServer, deviceIds: string[], visibleIds: VisibleIds): Promise<void> {
  for (const sockets of groupByReach(watching(io, deviceIds))) {
    try {
      const visible = await visibleIds(sockets[0].data.viewer, deviceIds)
      const rooms = deviceIds.filter(id => !visible.has(id)).map(deviceRoom)
      for (const socket of sockets) for (const room of rooms) socket.leave(room)
    } catch {
      for (const {conn} of sockets) conn.close(true)
    }
  }
}

function watching({sockets}: LiveSocketServer, deviceIds: readonly string[]): LiveSocket[] {
  const {rooms} = sockets.adapter
  const ids = new Set(deviceIds.flatMap(id => [...(rooms.get(deviceRoom(id)) ?? [])]))
  return [...sockets.sockets.values()].filter(({id}) => ids.has(id))
}

/** Those who see the same devices are asked for once. */
function groupByReach(sockets: readonly LiveSocket[]): [LiveSocket, ...LiveSocket[]][] {
  const groups = new Map<string, [LiveSocket, ...LiveSocket[]]>()
  for (const socket of sockets) {
    const reach = reachOf(socket.data.viewer)
    const group = groups.get(reach)
    if (group === undefined) groups.set(reach, [socket])
    else group.push(socket)
  }
  return [...groups.values()]
}

const reachOf = ({authority, organisationId, customerId}: Viewer) => [authority, organisationId, customerId].join()
