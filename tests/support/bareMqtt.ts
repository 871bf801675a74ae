import {once} from 'node:events'
import {connect, type Socket} from 'node:net'
import {generate, type IConnectPacket, type IPublishPacket, type Packet, parser} from 'mqtt-packet'
import {expect, onTestFinished} from 'vitest'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/entities/attribute'
import {seedDevice, type TestAppOptions} from './app'
import {onAnyPort} from './mqtt'
import {createWorld, type World} from './world'

export type Level = 4 | 5

/** The server with a port for MQTT, and with a device of the first organisation, whose access token is `pump-token`. */
export interface MqttWorld extends World {
  port: number
  pump: string
  /** Sets a shared attribute of the device. */
  share(key: string, value: object): Promise<void>
}

export async function createMqttWorld({mqtt, ...options}: TestAppOptions = {}): Promise<MqttWorld> {
  const any = onAnyPort()
  const world = await createWorld({
    ...{rateLimits: {device: '', organisation: ''}, ...options},
    mqtt: {...any.mqtt, ...mqtt},
  })
  const pump = (await seedDevice(world.database, {name: 'pump', organisationId: world.works})).id
  await world.app.listen({host: '127.0.0.1', port: 0})
  return {
    ...world,
    ...{port: await any.port, pump},
    async share(key, json_v) {
      const url = `/api/v0/attribute/device/${pump}/${ATTRIBUTE_SCOPES.shared}/${key}`
      expect((await world.call('plant', 'PUT', url, {json_v})).statusCode).toBeLessThan(300)
    },
  }
}

export interface BareMqtt {
  socket: Socket
  /** Packets, or bytes as they are, all at once. */
  send(...sent: (Packet | Buffer)[]): void
  /** The packets received so far. */
  heard: Packet[]
  /** The first packet of the kind that has come, from the given one on, or comes. Rejects when the connection is closed without one. */
  hear<Kind extends Packet['cmd']>(kind: Kind, from?: number): Promise<Extract<Packet, {cmd: Kind}>>
  closed: Promise<void>
}

/** A client down to its packets and bytes: a real one doesn't break the protocol. */
export async function openBareMqtt(port: number, protocolVersion: Level): Promise<BareMqtt> {
  const socket = connect(port, '127.0.0.1')
  const read = parser({protocolVersion})
  const heard: Packet[] = []
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  onTestFinished(() => void socket.destroy())
  // The server may close before it has read everything.
  socket.on('error', () => {})
  socket.on('data', bytes => read.parse(bytes))
  read.on('packet', packet => heard.push(packet))
  await once(socket, 'connect')
  return {
    ...{socket, heard, closed},
    send(...sent) {
      socket.write(Buffer.concat(sent.map(one => (Buffer.isBuffer(one) ? one : generate(one, {protocolVersion})))))
    },
    hear: (kind, from = 0) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = heard.slice(from).find(packet => isOf(packet, kind))
          if (found && isOf(found, kind)) resolve(found)
        }
        look()
        read.on('packet', look)
        void closed.then(() => reject(new Error(`Closed without a ${kind}`)))
      }),
    closed,
  }
}

/** The same with a session of the device. */
export async function openSession(port: number, protocolVersion: Level, given: Partial<IConnectPacket> = {}) {
  const bare = await openBareMqtt(port, protocolVersion)
  bare.send(connectPacket(protocolVersion, given))
  const connack = await bare.hear('connack')
  expect(connack.reasonCode ?? connack.returnCode).toBe(0)
  return {...bare, connack}
}

/** Returns the received packets, in short, and whether the connection is open then: it is, when it answers a ping. */
export async function answersTo(
  {send, hear, heard, closed}: BareMqtt,
  ...sent: (Packet | Buffer)[]
): Promise<string[]> {
  const before = heard.length
  send(...sent, {cmd: 'pingreq'})
  const end = await Promise.race([
    hear('pingresp', before).then(
      () => 'open',
      () => 'closed',
    ),
    closed.then(() => 'closed'),
  ])
  const answers = heard.slice(before).filter(({cmd}) => cmd !== 'pingresp')
  return [...answers.map(inShort), end]
}

export function inShort(packet: Packet): string {
  const codes =
    'granted' in packet
      ? packet.granted
      : [('returnCode' in packet && packet.returnCode) || ('reasonCode' in packet && packet.reasonCode) || 0]
  return [packet.cmd, ...codes.map(code => hex(Number(code)))].join(' ')
}

export const hex = (code: number) => `0x${code.toString(16).padStart(2, '0')}`

export const connectPacket = (protocolVersion: Level, given: Partial<IConnectPacket> = {}): IConnectPacket => ({
  ...{cmd: 'connect', protocolId: 'MQTT', protocolVersion, clean: true, keepalive: 0, clientId: ''},
  ...{username: 'pump-token', ...given},
})

export const publishPacket = (topic: string, payload: string, given: Partial<IPublishPacket> = {}): IPublishPacket => ({
  ...{cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false},
  ...given,
})

const isOf = <Kind extends Packet['cmd']>(packet: Packet, kind: Kind): packet is Extract<Packet, {cmd: Kind}> =>
  packet.cmd === kind
