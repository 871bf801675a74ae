import type {Milliseconds} from '../../contract/wire/common'
import {connectDevice, type DeviceConnection} from '../support/deviceConnection'
import {ConnectRefused, connectByMqtt} from '../support/mqttConnection'
import {isPassing} from './register'
import type {Target} from './target'

export type Protocol = 'http' | 'mqtt'

/** Why the server did not take a message or a connection. */
export interface Refusal {
  /** A status of HTTP, what CONNACK says, or `cut`. */
  name: string
  /** It will never take it. */
  isFinal: boolean
}

export interface Connections {
  /** Resolves when the connection is open, or can't be. */
  open(protocol: Protocol, token: string): Promise<DeviceConnection | Refusal>
  /** Resolves to why the message was refused; undefined when it is acknowledged. */
  send(connection: DeviceConnection, body: string): Promise<Refusal | undefined>
  drop(connection: DeviceConnection): void
  count(protocol: Protocol): number
  dropAll(): void
}

const PATIENCE: Milliseconds = 30_000
const CUT: Refusal = {name: 'cut', isFinal: false}
/** MQTT 3.1.1: the server is unavailable. The device may be let in later. */
const UNAVAILABLE = 3

export function createConnections({host, httpPort, mqttPort = 0}: Target): Connections {
  const held = new Map<DeviceConnection, Protocol>()

  /** Closes a connection by which nothing comes back. */
  async function patiently<T>(connection: DeviceConnection, waiting: Promise<T>): Promise<T> {
    const timer = setTimeout(connection.close, PATIENCE)
    try {
      return await waiting
    } finally {
      clearTimeout(timer)
    }
  }

  async function openHttp(token: string): Promise<DeviceConnection | Refusal> {
    const connection = connectDevice(httpPort, token, host)
    return hold('http', connection, async () => ((await connection.open()) ? undefined : CUT))
  }

  async function openMqtt(token: string): Promise<DeviceConnection | Refusal> {
    const connection = connectByMqtt(mqttPort, token, host)
    return hold('mqtt', connection, () => connection.connected.then(() => undefined, refusalOf))
  }

  async function hold(
    protocol: Protocol,
    connection: DeviceConnection,
    open: () => Promise<Refusal | undefined>,
  ): Promise<DeviceConnection | Refusal> {
    held.set(connection, protocol)
    const refusal = await patiently(connection, open())
    if (refusal === undefined) return connection
    drop(connection)
    return refusal
  }

  function drop(connection: DeviceConnection) {
    connection.close()
    held.delete(connection)
  }

  return {
    open: (protocol, token) => (protocol === 'http' ? openHttp(token) : openMqtt(token)),
    async send(connection, body) {
      const status = await patiently(connection, connection.post(body))
      if (status === 200) return undefined
      return status === 0 ? CUT : {name: String(status), isFinal: !isPassing(status)}
    },
    drop,
    count: asked => [...held].filter(([connection, protocol]) => protocol === asked && connection.isOpen()).length,
    dropAll() {
      for (const connection of held.keys()) drop(connection)
    },
  }
}

const refusalOf = (error: unknown): Refusal =>
  error instanceof ConnectRefused ? {name: error.message, isFinal: error.returnCode !== UNAVAILABLE} : CUT
