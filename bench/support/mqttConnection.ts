import {connect} from 'node:net'
import {generate, type Packet, parser} from 'mqtt-packet'
import type {DeviceConnection} from './deviceConnection'

const SEND_AGAIN = 0

/** The server did not let a device in, and said why by the return code of CONNACK. */
export class ConnectRefused extends Error {
  constructor(readonly returnCode: number) {
    super(`CONNACK ${returnCode}`)
  }
}

/** A device's connection by MQTT 3.1.1, with as little work of its own as that by HTTP. Several calls may be under way. */
export function connectByMqtt(
  port: number,
  token: string,
  host = '127.0.0.1',
): DeviceConnection & {connected: Promise<void>} {
  const socket = connect({port, host, noDelay: true})
  const read = parser()
  const send = (packet: Packet) => socket.write(generate(packet))
  const answered = new Map<number, (status: number) => void>()
  let messageId = 0
  let isOpen = false
  let isClosed = false
  const connected = new Promise<void>((resolve, reject) => {
    read.on('packet', packet => {
      if (packet.cmd === 'connack' && packet.returnCode === 0) {
        isOpen = true
        resolve()
      }
      if (packet.cmd === 'connack' && packet.returnCode !== 0) reject(new ConnectRefused(packet.returnCode ?? 0))
      if (packet.cmd === 'puback') {
        const {messageId: acknowledged = 0} = packet
        answered.get(acknowledged)?.(200)
        answered.delete(acknowledged)
      }
    })
    socket.once('close', () => {
      isOpen = false
      isClosed = true
      for (const each of answered.values()) each(SEND_AGAIN)
      answered.clear()
      reject(new Error('The connection was closed.'))
    })
  })
  connected.catch(() => {})
  socket.on('error', () => {})
  socket.on('data', bytes => read.parse(bytes))
  send({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 600,
    clientId: token,
    username: token,
  })
  return {
    connected,
    post: payload =>
      new Promise(resolve => {
        if (isClosed) return resolve(SEND_AGAIN)
        messageId = (messageId % 65_535) + 1
        answered.set(messageId, resolve)
        send({cmd: 'publish', topic: 'v1/devices/me/telemetry', payload, qos: 1, messageId, dup: false, retain: false})
      }),
    isOpen: () => isOpen,
    close: () => socket.destroy(),
  }
}
