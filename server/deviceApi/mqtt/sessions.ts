import type {LiveAttribute} from '../../../contract/wire/telemetry/live'
import type {DeviceConnections} from '../../connection/repository'
import type {Metric} from '../../http/metrics/metrics'
import type {Peers} from '../../live/peers'
import type {Client} from '../../live/takeovers'
import {type AttributeUpdates, updatesByDevice} from '../attributes'
import type {Reason} from './reasons'

/** A device's connection, as others on the server see it. */
export interface OpenSession {
  deviceId: string
  clientId: string
  push(updates: AttributeUpdates): void
  end(reason: Reason): void
  /** Resolves when its messages, and its last will when it is over, are stored. */
  settled(): Promise<void>
  /** Asks again whether its token counts, and until when. */
  renew(): void
}

/** The sessions of all devices on this server. However many a device has, it is connected once. */
export interface MqttSessions {
  /**
   * An older session of the same device and client ends, and the oldest of too many. Resolves when those at other
   * servers have ended, too, or after a while. Call `leave` at the end.
   */
  enter(session: OpenSession): Promise<void>
  leave(session: OpenSession): void
  /** Call it when clients have connected to another server. Resolves when what their sessions leave is stored. */
  endTakenOver(clients: readonly Client[]): Promise<void>
  notify(batch: readonly LiveAttribute[]): void
  endDevices(deviceIds: string | readonly string[]): void
  renewDevices(deviceIds: readonly string[]): void
  size(): number
}

export const SESSIONS_PER_DEVICE = 20

export function createMqttSessions(connections: DeviceConnections, takeOver: Peers['takeOver']): MqttSessions {
  const byDevice = new Map<string, OpenSession[]>()
  /** Claims of other servers on these clients may still be older than these sessions. */
  const unordered = new Set<OpenSession>()
  let size = 0

  function leave(session: OpenSession) {
    const {deviceId} = session
    const others = (byDevice.get(deviceId) ?? []).filter(other => other !== session)
    if (others.length === (byDevice.get(deviceId)?.length ?? 0)) return
    size--
    if (others.length > 0) byDevice.set(deviceId, others)
    else {
      byDevice.delete(deviceId)
      connections.left(deviceId)
    }
  }

  return {
    async enter(session) {
      const {deviceId, clientId} = session
      const older = byDevice.get(session.deviceId) ?? []
      if (older.length === 0) connections.entered(session.deviceId)
      const [oldest] = older.length >= SESSIONS_PER_DEVICE ? older : []
      const replaced = older.find(({clientId}) => clientId === session.clientId) ?? oldest
      // It takes its place first, so that the device is not without a session in between.
      byDevice.set(session.deviceId, [...older, session])
      size++
      if (replaced !== undefined) {
        leave(replaced)
        replaced.end('takenOver')
      }
      unordered.add(session)
      await takeOver({deviceId, clientId}, () => unordered.delete(session))
    },
    leave,
    async endTakenOver(clients) {
      const ended = clients.flatMap(({deviceId, clientId}) =>
        (byDevice.get(deviceId) ?? []).filter(session => session.clientId === clientId && !unordered.has(session)),
      )
      for (const session of ended) session.end('takenOver')
      await Promise.all(ended.map(session => session.settled()))
    },
    notify(batch) {
      if (size === 0) return
      for (const [deviceId, updates] of updatesByDevice(batch)) {
        for (const session of byDevice.get(deviceId) ?? []) session.push(updates)
      }
    },
    endDevices(deviceIds) {
      for (const id of [deviceIds].flat()) for (const session of byDevice.get(id) ?? []) session.end('notAuthorized')
    },
    renewDevices(deviceIds) {
      for (const id of deviceIds) for (const session of byDevice.get(id) ?? []) session.renew()
    },
    size: () => size,
  }
}

export const mqttMetrics = ({size}: Pick<MqttSessions, 'size'>): readonly Metric[] => [
  {name: 'mqtt_connections', help: 'Open connections of devices by MQTT', value: size},
]
