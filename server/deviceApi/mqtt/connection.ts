import type {Socket} from 'node:net'
import {setImmediate as nextTurn} from 'node:timers/promises'
import {generate, type IConnectPacket, type IPublishPacket, type Packet, parser} from 'mqtt-packet'
import {DEVICE_BODY_BYTES} from '../../../contract/limits'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Scheduler} from '../../scheduler'
import {CONNECT, cutPackets, kindOf, PUBLISH, propertyBytes} from './packets'
import {REASONS, type Reason, returnCodeOf} from './reasons'
import {violationIn} from './violations'

/** A client's packets, whole and one after another, and the way back to it. */
export interface Connection {
  readonly address: string
  /** Undefined until the client has sent its version. */
  version(): 3 | 4 | 5 | undefined
  send(packet: Packet): Sent
  /**
   * Pauses reading, and the clock of silence, until `resume`. What has come on a closed connection is taken at once.
   */
  pause(): void
  resume(): void
  /** As `pause`, but what has come waits for `release` even when the connection is closed. */
  hold(): void
  release(): void
  /** Ends a connection after what has been sent. MQTT 5 is sent the reason; so is a refused CONNECT. */
  end(reason?: Reason): void
  /** From now on, no packet may be larger. */
  boundPackets(bytes: number): void
  /** From now on, a packet must come within one and a half times as many seconds. 0 is for ever. */
  keepAlive(seconds: number): void
  /** Ends it when it has been silent for too long. */
  check(): void
}

/** `lost`: the client can't be reached any more. `tooLarge`: the client takes no message of this size. */
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
/** Of a packet without a message. */
const MOST_OTHER_BYTES = 16 * 1024
/** Of one list of properties: some tens of those that users make up. */
const MOST_PROPERTY_BYTES = 2 * 1024
/** So many packets are taken before others have their turn. */
const PACKETS_A_TURN = 64
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
  const packets = cutPackets()
  const address = socket.remoteAddress ?? ''
  let mostSilence = CONNECT_WITHIN
  let receivedAt = elapsed()
  let packetBytes = MOST_FIRST_BYTES
  let sentBytes = Number.POSITIVE_INFINITY
  let halfSince: Milliseconds | undefined
  let isConnected = false
  let isEnded = false
  let isOver = false
  let isClosed = false
  let hasLeft = false
  let isTaking = false
  let isHeld = false
  let isFull = false
  let pauses = 0

  function send(packet: Packet): Sent {
    const sent = write(packet)
    if (sent === 'tooLarge' && packet.cmd !== 'publish') end('tooLarge')
    return sent
  }

  function write(packet: Packet): Sent {
    if (isEnded || isOver || socket.destroyed) return 'lost'
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
    if (!socket.write(bytes) && !isFull) {
      isFull = true
      pause()
      socket.once('drain', () => {
        isFull = false
        resume()
      })
    }
    return 'sent'
  }

  function pause() {
    pauses++
    socket.pause()
  }

  function resume() {
    if (--pauses === 0) goOn()
  }

  function goOn() {
    if (pauses > 0 || isHeld) return
    receivedAt = elapsed()
    void takeWaiting()
  }

  function end(reason?: Reason) {
    if (isEnded || isOver) return
    if (reason !== undefined) {
      handlers.onRefused(reason)
      const {protocolVersion} = options
      if (protocolVersion === 5 && isConnected) write({cmd: 'disconnect', reasonCode: REASONS[reason]})
      else if (protocolVersion === 5) write({cmd: 'connack', sessionPresent: false, reasonCode: REASONS[reason]})
      else if (!isConnected) write({cmd: 'connack', sessionPresent: false, returnCode: returnCodeOf(reason)})
    }
    isEnded = true
    over()
    socket.end()
    after(GOODBYE_WITHIN, () => socket.destroy())
  }

  function over() {
    if (isOver) return
    isOver = true
    handlers.onOver()
  }

  /** Without an answer. */
  function drop(why: Reason | 'unread') {
    if (isEnded || isOver) return
    handlers.onRefused(why)
    isEnded = true
    over()
    socket.destroy()
  }

  /** Who has not said how it wants to be told gets no answer. */
  function refuse(why: Reason) {
    if (options.protocolVersion === undefined) drop(why)
    else end(why)
  }

  function take(packet: Packet) {
    if (isEnded) return
    receivedAt = elapsed()
    const violation = violationIn(packet)
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
    refuse('malformed')
  })

  function parse(packet: Buffer) {
    if (propertyBytes(packet, options.protocolVersion) > MOST_PROPERTY_BYTES) {
      // There are none in a CONNECT of another version.
      options.protocolVersion = 5
      return end('tooLarge')
    }
    try {
      read.parse(packet)
    } catch {
      refuse('malformed')
    }
  }

  const mayTake = () => !isEnded && !isHeld && (pauses === 0 || isClosed)

  async function takeWaiting() {
    if (isTaking) return
    isTaking = true
    for (let taken = 1; mayTake(); taken++) {
      const packet = next()
      if (packet === undefined) break
      parse(packet)
      if (taken % PACKETS_A_TURN === 0) {
        socket.pause()
        await nextTurn()
      }
    }
    isTaking = false
    if (mayTake()) socket.resume()
    if (isClosed && !isHeld) leave()
  }

  function leave() {
    if (hasLeft) return
    hasLeft = true
    over()
    handlers.onClosed()
  }

  function next(): Buffer | undefined {
    try {
      if (options.protocolVersion === undefined && (packets.kind() ?? CONNECT) !== CONNECT)
        return void refuse('malformed')
      const packet = packets.next()
      const size = packet?.length ?? packets.begun()
      if (size > mostBytes(packet)) return void refuse('tooLarge')
      halfSince = packet === undefined && size > 0 ? (halfSince ?? elapsed()) : undefined
      return packet
    } catch {
      return void refuse('malformed')
    }
  }

  const mostBytes = (packet: Buffer | undefined) =>
    packet !== undefined && isConnected && kindOf(packet) !== PUBLISH ? MOST_OTHER_BYTES : packetBytes

  socket.on('data', chunk => {
    if (isEnded) return
    packets.add(chunk)
    void takeWaiting()
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    isClosed = true
    if (isHeld || isEnded) leave()
    else void takeWaiting()
  })

  return {
    address,
    version: () => options.protocolVersion,
    send,
    pause,
    resume,
    hold() {
      isHeld = true
      socket.pause()
    },
    release() {
      isHeld = false
      goOn()
    },
    end,
    boundPackets(bytes) {
      packetBytes = bytes
    },
    keepAlive(seconds) {
      mostSilence = seconds * SECOND * KEEP_ALIVE_FACTOR || Number.POSITIVE_INFINITY
    },
    check() {
      if (isEnded || isHeld || (pauses > 0 && !socket.writableNeedDrain)) return
      const now = elapsed()
      const isSilent = now - receivedAt > mostSilence
      if (isSilent || (halfSince !== undefined && now - halfSince > PACKET_WITHIN)) refuse('keepAlive')
    },
  }
}

/** The reason in words is left out where it would make the packet too large. */
function withoutReason(packet: Packet): Packet | undefined {
  if (!('properties' in packet) || !packet.properties || !('reasonString' in packet.properties)) return undefined
  const {properties: _, ...plain} = packet
  return plain
}
