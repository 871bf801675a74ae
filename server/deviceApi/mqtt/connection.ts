import type {Socket} from 'node:net'
import {generate, type IConnectPacket, type IPublishPacket, type Packet, parser} from 'mqtt-packet'
import {DEVICE_BODY_BYTES} from '../../../contract/limits'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Scheduler} from '../../scheduler'
import {REASONS, type Reason, returnCodeOf} from './reasons'
import {violationIn} from './violations'

/** A client's packets, whole and one after another, and the way back to it. */
export interface Connection {
  readonly address: string
  /** Undefined until the client has told its version. */
  version(): 3 | 4 | 5 | undefined
  send(packet: Packet): Sent
  /** Reads nothing more until `resume`, nor does it count the time. */
  pause(): void
  resume(): void
  /** Ends a connection after what has been sent. MQTT 5 is told why; a CONNECT is refused with the reason. */
  end(reason?: Reason): void
  /** From now on, no packet may be larger. */
  boundPackets(bytes: number): void
  /** From now on, a packet must come within one and a half times as many seconds. 0 is for ever. */
  keepAlive(seconds: number): void
  /** Ends it when it has been silent for too long. */
  check(): void
}

/** `lost`: the client can't be reached any more. `tooLarge`: a message has not been sent, since the client takes none of its size. */
export type Sent = 'sent' | 'lost' | 'tooLarge'

export interface ConnectionHandlers {
  onConnect(packet: IConnectPacket): void
  onPublish(packet: IPublishPacket): void
  onPacket(packet: Packet): void
  /** Nothing more is read or sent, though the socket may be open for a while. */
  onOver(): void
  onClosed(): void
  /** `unread`: the client does not read what it is sent. */
  onRefused(why: Reason | 'unread'): void
}

export const MOST_PACKET_BYTES = DEVICE_BODY_BYTES + 1024
const MOST_FIRST_BYTES = 64 * 1024
/** A client that reads nothing is cut off when so much waits for it. */
const MOST_UNREAD_BYTES = 1024 * 1024
const SECOND: Milliseconds = 1000
const CONNECT_WITHIN = 10 * SECOND
const PACKET_WITHIN = 60 * SECOND
const GOODBYE_WITHIN = 2 * SECOND
const KEEP_ALIVE_FACTOR = 1.5

export function openConnection(
  socket: Socket,
  {elapsed, after}: Pick<Scheduler, 'elapsed' | 'after'>,
  handlers: ConnectionHandlers,
): Connection {
  const options: {protocolVersion?: 3 | 4 | 5} = {}
  const read = parser(options)
  const address = socket.remoteAddress ?? ''
  let mostSilence = CONNECT_WITHIN
  let heardAt = elapsed()
  let packetBytes = MOST_FIRST_BYTES
  let sentBytes = Number.POSITIVE_INFINITY
  let halfSince: Milliseconds | undefined
  let isConnected = false
  let isEnded = false
  let pauses = 0

  function send(packet: Packet): Sent {
    const sent = write(packet)
    if (sent === 'tooLarge' && packet.cmd !== 'publish') end('tooLarge')
    return sent
  }

  function write(packet: Packet): Sent {
    if (isEnded || socket.destroyed) return 'lost'
    if (socket.writableLength > MOST_UNREAD_BYTES) {
      drop('unread')
      return 'lost'
    }
    const bytes = generate(packet, options)
    if (bytes.length > sentBytes) {
      const plain = withoutReason(packet)
      return plain === undefined ? 'tooLarge' : write(plain)
    }
    if (packet.cmd === 'connack') isConnected = true
    const isRoomy = socket.write(bytes)
    if (!isRoomy && pauses++ === 0) socket.pause()
    if (!isRoomy) socket.once('drain', resume)
    return 'sent'
  }

  function resume() {
    if (--pauses > 0) return
    heardAt = elapsed()
    socket.resume()
  }

  function end(reason?: Reason) {
    if (isEnded) return
    if (reason !== undefined) {
      handlers.onRefused(reason)
      const {protocolVersion} = options
      if (protocolVersion === 5 && isConnected) write({cmd: 'disconnect', reasonCode: REASONS[reason]})
      else if (protocolVersion === 5) write({cmd: 'connack', sessionPresent: false, reasonCode: REASONS[reason]})
      else if (!isConnected) write({cmd: 'connack', sessionPresent: false, returnCode: returnCodeOf(reason)})
    }
    over()
    socket.end()
    after(GOODBYE_WITHIN, () => socket.destroy())
  }

  function over() {
    if (isEnded) return
    isEnded = true
    handlers.onOver()
  }

  /** Without an answer. */
  function drop(why: Reason | 'unread') {
    handlers.onRefused(why)
    over()
    socket.destroy()
  }

  function take(packet: Packet) {
    if (isEnded) return
    heardAt = elapsed()
    const violation = sizeOf(packet) > packetBytes ? 'tooLarge' : violationIn(packet)
    if (packet.cmd === 'connect') {
      if (options.protocolVersion !== undefined) return end('protocolError')
      // MQTT 3.1.1 answers nothing to what is no CONNECT.
      if (violation !== undefined && packet.protocolVersion !== 5) return drop(violation)
      options.protocolVersion = packet.protocolVersion ?? 4
      sentBytes = packet.properties?.maximumPacketSize || sentBytes
      return violation === undefined ? handlers.onConnect(packet) : end(violation)
    }
    if (options.protocolVersion === undefined) return drop('protocolError')
    if (violation !== undefined) return end(violation)
    if (packet.cmd === 'publish') return handlers.onPublish(packet)
    handlers.onPacket(packet)
  }

  read.on('packet', take)
  read.on('error', (error: Error) => {
    if (isEnded) return
    if (error.message === 'Invalid protocol version') return end('unsupportedVersion')
    if (options.protocolVersion !== undefined) return end('malformed')
    drop('malformed')
  })
  socket.on('data', chunk => {
    if (isEnded) return
    let left: number
    try {
      left = read.parse(chunk)
    } catch {
      return end('malformed')
    }
    halfSince = left > 0 ? (halfSince ?? elapsed()) : undefined
    if (left > packetBytes) end('tooLarge')
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    over()
    handlers.onClosed()
  })

  return {
    address,
    version: () => options.protocolVersion,
    send,
    pause() {
      if (pauses++ === 0) socket.pause()
    },
    resume,
    end,
    boundPackets(bytes) {
      packetBytes = bytes
    },
    keepAlive(seconds) {
      mostSilence = seconds * SECOND * KEEP_ALIVE_FACTOR || Number.POSITIVE_INFINITY
    },
    check() {
      if (isEnded || (pauses > 0 && !socket.writableNeedDrain)) return
      const now = elapsed()
      const isSilent = now - heardAt > mostSilence
      if (isSilent || (halfSince !== undefined && now - halfSince > PACKET_WITHIN)) {
        if (options.protocolVersion !== undefined) end('keepAlive')
        else drop('keepAlive')
      }
    },
  }
}

/** Of the whole packet, in bytes: one says what it is, and up to four how long the rest of it is. */
function sizeOf({length = 0}: Packet): number {
  return 2 + Math.floor(Math.log2(length || 1) / 7) + length
}

/** The reason in words is left out where it would make the packet too large. */
function withoutReason(packet: Packet): Packet | undefined {
  if (!('properties' in packet) || !packet.properties || !('reasonString' in packet.properties)) return undefined
  const {properties: _, ...plain} = packet
  return plain
}
