import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {DeviceConnection} from '../support/deviceConnection'
import {type Sensor, walkingSensor} from '../support/sensors'
import type {Connections, Protocol, Refusal} from './connections'
import {type createSlots, nextDue, type Pauses, pauseAfter, phaseOf} from './pace'

export interface Device {
  /** Among all devices, from 0 on. */
  place: number
  token: string
  protocol: Protocol
}

/** The parts that all devices share. */
export interface Surroundings {
  connections: Connections
  /** They send no more once it is over. */
  pauses: Pauses
  /** Returns the time to wait before the next connection is opened. */
  turnToOpen: () => Milliseconds
  /** The number of connections opened at a time. A slow server has to answer some before others come. */
  opening: ReturnType<typeof createSlots>
  period: Milliseconds
  values: number
  onAcknowledged(token: string, ts: EpochMs, latency: Milliseconds): void
  onRefused(name: string): void
  onReconnect(): void
}

/**
 * Sends a message in each period, by one connection, and the same one again until it is acknowledged. Resolves to whether
 * it has given up, because the server will never accept it.
 */
export async function runDevice({place, token, protocol}: Device, surroundings: Surroundings): Promise<boolean> {
  const {connections, pauses, turnToOpen, opening, period, onAcknowledged, onRefused, onReconnect} = surroundings
  const sensors = Array.from({length: surroundings.values}, walkingSensor)
  let connection: DeviceConnection | undefined
  let hasConnected = false

  async function connect(): Promise<Refusal | undefined> {
    if (connection?.isOpen()) return undefined
    if (connection) connections.drop(connection)
    connection = undefined
    const opened = await opening(async () => {
      await pauses.pause(turnToOpen())
      if (pauses.isOver()) return undefined
      if (hasConnected) onReconnect()
      return connections.open(protocol, token)
    })
    if (opened === undefined || 'isFinal' in opened) return opened
    connection = opened
    hasConnected = true
    return undefined
  }

  async function attempt(ts: EpochMs, body: string): Promise<Refusal | undefined> {
    const refusal = await connect()
    if (refusal !== undefined || connection === undefined) return refusal
    const sentAt = performance.now()
    const answer = await connections.send(connection, body)
    if (answer === undefined) onAcknowledged(token, ts, performance.now() - sentAt)
    return answer
  }

  /** Tries until it goes well or the fleet has ended. Resolves to false when it never will. */
  async function persist(attempt: () => Promise<Refusal | undefined>): Promise<boolean> {
    for (let failures = 1; !pauses.isOver(); failures++) {
      const refusal = await attempt()
      if (refusal === undefined) return true
      onRefused(refusal.name)
      if (refusal.isFinal) return false
      await pauses.pause(pauseAfter(failures, Math.random()))
    }
    return true
  }

  // A server closes connections by which nothing comes for some seconds, so the first message follows at once.
  await pauses.pause(phaseOf(place) * period)
  let isServed = await persist(connect)
  let dueAt = performance.now()
  let ts = 0
  for (;;) {
    await pauses.pause(dueAt - performance.now())
    if (pauses.isOver() || !isServed) break
    ts = Math.max(ts + 1, Date.now())
    const body = messageOf(ts, sensors)
    const sent = ts
    isServed = await persist(() => attempt(sent, body))
    dueAt = nextDue(dueAt, period, performance.now())
  }
  if (connection) connections.drop(connection)
  return !isServed
}

function messageOf(ts: EpochMs, sensors: readonly Sensor[]): string {
  const values = sensors.map((next, at) => `"value${at + 1}":${next()}`)
  return `{"ts":${ts},"values":{${values.join(',')}}}`
}
