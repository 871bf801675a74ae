import type {DeviceWire} from '../../../contract/wire/entities/device'
import type {Viewer} from '../../access/viewer'
import type {LiveSocket, LiveSocketServer} from '../socket'
import {roomsOfDevice} from './rooms'
import {stopWatching, watchesStatisticsOf} from './statistics'
import {followInto, type VisibleIds} from './subscriptions'

export interface Devices {
  visibleIds: VisibleIds
  readDevices: ReadDevices
}

/** Resolves to the devices with these ids as they are now. Those that are gone are left out. */
export type ReadDevices = (ids: readonly string[]) => Promise<DeviceWire[]>

/**
 * Removes devices from the subscriptions of viewers who may no longer see them, and adds those that have come into
 * reach to sockets that follow it, which receive all. When the database can't be asked, the connection is closed,
 * and its client connects and subscribes again.
 */
export async function recheckDevices(
  io: LiveSocketServer,
  deviceIds: string[],
  {visibleIds, readDevices}: Devices,
): Promise<void> {
  for (const sockets of groupByReach(concerned(io, deviceIds))) {
    const {viewer, following: asked} = sockets[0].data
    try {
      const visible = await visibleIds(viewer, deviceIds, asked?.organisationId)
      const hidden = deviceIds.filter(id => !visible.has(id))
      const isFollowed = sockets.some(({data}) => data.following !== undefined)
      const devices = isFollowed && visible.size > 0 ? await readDevices([...visible]) : []
      for (const socket of sockets) {
        const gone = hidden.filter(id => roomsOfDevice(id).some(room => socket.rooms.has(room)))
        for (const room of gone.flatMap(roomsOfDevice)) socket.leave(room)
        stopWatching(socket, hidden)
        const {following} = socket.data
        if (following === undefined) continue
        followInto(socket, following, [...visible])
        if (devices.length > 0 || gone.length > 0) socket.emit('devices', {devices, gone})
      }
    } catch {
      for (const {conn} of sockets) conn.close(true)
    }
  }
}

function concerned({sockets}: LiveSocketServer, deviceIds: readonly string[]): LiveSocket[] {
  const {rooms} = sockets.adapter
  const ids = new Set(deviceIds.flatMap(roomsOfDevice).flatMap(room => [...(rooms.get(room) ?? [])]))
  const devices = new Set(deviceIds)
  return [...sockets.sockets.values()].filter(
    socket => socket.data.following !== undefined || ids.has(socket.id) || watchesStatisticsOf(socket, devices),
  )
}

/** Viewers of equal reach see the same devices, so the database is asked once for each group. */
export function groupByReach(sockets: readonly LiveSocket[]): [LiveSocket, ...LiveSocket[]][] {
  const groups = new Map<string, [LiveSocket, ...LiveSocket[]]>()
  for (const socket of sockets) {
    const reach = reachOf(socket.data.viewer, socket.data.following?.organisationId)
    const group = groups.get(reach)
    if (group === undefined) groups.set(reach, [socket])
    else group.push(socket)
  }
  return [...groups.values()]
}

const reachOf = ({authority, organisationId, customerId, shown}: Viewer, asked: string | undefined) =>
  JSON.stringify([authority, organisationId, customerId, shown, asked])
