import type {Socket} from 'node:net'
import {setImmediate as nextTurn} from 'node:timers/promises'
import {generate, type IConnectPacket, type IPublishPacket, type Packet, parser} from 'mqtt-packet'
import {DEVICE_BODY_BYTES} from '../../../contract/limits'
import {MINUTE, SECOND} from '../../../contract/rules/time/durations'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Scheduler} from '../../scheduler'
import {CONNECT, cutPackets, kindOf, PUBLISH, propertyBytes} from './packets'
import {REASONS, type Reason, returnCodeOf} from './reasons'
import {violationIn} from './violations'

/** `lost`: the client can't be reached any more. `tooLarge`: the client takes no message of this size. */
export type Sent = 'sent' | 'lost' | 'tooLarge'

export interface ConnectionHandlers {
  onConnect(packet: IConnectPacket): void
  onPublish(packet: IPublishPacket): void
  onPacket(packet: Packet): void
  /** Nothing more is read or sent, though the socket may be open for a while. */
  onOver(): void
  onClosed(): void
  /** `unread`: the client does not read the server's packets. */
  onRefused(why: Reason | 'unread'): void
}

export const MAX_PACKET_BYTES = DEVICE_BODY_BYTES + 1024
const MAX_FIRST_BYTES = 64 * 1024
/** The maximum of a packet without a message. */
const MAX_OTHER_BYTES = 16 * 1024
/** The maximum of one list of properties: room for some tens of user properties. */
const MAX_PROPERTY_BYTES = 2 * 1024
/** The packets taken before others have their turn. */
const PACKETS_A_TURN = 64
/** A client that reads nothing is cut off when so much waits for it. */
const MAX_UNREAD_BYTES = 1024 * 1024
const CONNECT_WITHIN = 10 * SECOND
const PACKET_WITHIN = MINUTE
const GOODBYE_WITHIN = 2 * SECOND
const KEEP_ALIVE_FACTOR = 1.5

/** A client's packets, whole and one after another, and the way back to it. */
export class Connection {
  readonly #socket
  readonly #elapsed
  readonly #after
  readonly #handlers
  readonly #options: {protocolVersion?: 3 | 4 | 5} = {}
  readonly #read = parser(this.#options)
  readonly #packets = cutPackets()
  readonly address: string
  #mostSilence = CONNECT_WITHIN
  #receivedAt
  #packetBytes = MAX_FIRST_BYTES
  #sentBytes = Number.POSITIVE_INFINITY
  #halfSince: Milliseconds | undefined
  #isConnected = false
  #isEnded = false
  #isOver = false
  #isClosed = false
  #hasLeft = false
  #isTaking = false
  #isHeld = false
  #isFull = false
  #pauses = 0

  constructor(socket: Socket, {elapsed, after}: Pick<Scheduler, 'elapsed' | 'after'>, handlers: ConnectionHandlers) {
    this.#socket = socket
    this.#elapsed = elapsed
    this.#after = after
    this.#handlers = handlers
    this.address = socket.remoteAddress ?? ''
    this.#receivedAt = elapsed()
    this.#read.on('packet', packet => this.#take(packet))
    this.#read.on('error', (error: Error) => {
      if (this.#isEnded) return
      if (error.message === 'Invalid protocol version') return this.end('unsupportedVersion')
      this.#refuse('malformed')
    })
    socket.on('data', chunk => {
      if (this.#isEnded) return
      this.#packets.add(chunk)
      void this.#takeWaiting()
    })
    socket.on('error', () => {})
    socket.once('close', () => {
      this.#isClosed = true
      if (this.#isHeld || this.#isEnded) this.#leave()
      else void this.#takeWaiting()
    })
  }

  send(packet: Packet): Sent {
    const sent = this.#write(packet)
    if (sent === 'tooLarge' && packet.cmd !== 'publish') this.end('tooLarge')
    return sent
  }

  /** Pauses reading, and the clock of silence, until `resume`. The packets of a closed connection are taken at once. */
  pause(): void {
    this.#pauses++
    this.#socket.pause()
  }

  resume(): void {
    if (--this.#pauses === 0) this.#goOn()
  }

  /** Ends a connection after the packets that have been sent. MQTT 5 is sent the reason; so is a refused CONNECT. */
  end(reason?: Reason): void {
    if (this.#isEnded || this.#isOver) return
    if (reason !== undefined) {
      this.#handlers.onRefused(reason)
      const {protocolVersion} = this.#options
      if (protocolVersion === 5 && this.#isConnected) this.#write({cmd: 'disconnect', reasonCode: REASONS[reason]})
      else if (protocolVersion === 5) this.#write({cmd: 'connack', sessionPresent: false, reasonCode: REASONS[reason]})
      else if (!this.#isConnected)
        this.#write({cmd: 'connack', sessionPresent: false, returnCode: returnCodeOf(reason)})
    }
    this.#isEnded = true
    this.#over()
    this.#socket.end()
    this.#after(GOODBYE_WITHIN, () => this.#socket.destroy())
  }

  /** Undefined until the client has sent its version. */
  version(): 3 | 4 | 5 | undefined {
    return this.#options.protocolVersion
  }

  /** Pauses as `pause` does, but waiting packets wait for `release` even when the connection is closed. */
  hold(): void {
    this.#isHeld = true
    this.#socket.pause()
  }

  release(): void {
    this.#isHeld = false
    this.#goOn()
  }

  /** Sets the maximum size of the following packets. */
  boundPackets(bytes: number): void {
    this.#packetBytes = bytes
  }

  /** Requires a packet within one and a half times as many seconds from now on. 0 is for ever. */
  keepAlive(seconds: number): void {
    this.#mostSilence = seconds * SECOND * KEEP_ALIVE_FACTOR || Number.POSITIVE_INFINITY
  }

  /** Ends it when it has been silent for too long. */
  check(): void {
    if (this.#isEnded || this.#isHeld || (this.#pauses > 0 && !this.#socket.writableNeedDrain)) return
    const now = this.#elapsed()
    const isSilent = now - this.#receivedAt > this.#mostSilence
    if (isSilent || (this.#halfSince !== undefined && now - this.#halfSince > PACKET_WITHIN)) this.#refuse('keepAlive')
  }

  #write(packet: Packet): Sent {
    if (this.#isEnded || this.#isOver || this.#socket.destroyed) return 'lost'
    if (this.#socket.writableLength > MAX_UNREAD_BYTES) {
      this.#drop('unread')
      return 'lost'
    }
    const bytes = generate(packet, this.#options)
    if (bytes.length > this.#sentBytes) {
      const plain = withoutReason(packet)
      return plain === undefined ? 'tooLarge' : this.#write(plain)
    }
    if (packet.cmd === 'connack') this.#isConnected = true
    if (!this.#socket.write(bytes) && !this.#isFull) {
      this.#isFull = true
      this.pause()
      this.#socket.once('drain', () => {
        this.#isFull = false
        this.resume()
      })
    }
    return 'sent'
  }

  #goOn() {
    if (this.#pauses > 0 || this.#isHeld) return
    this.#receivedAt = this.#elapsed()
    void this.#takeWaiting()
  }

  #over() {
    if (this.#isOver) return
    this.#isOver = true
    this.#handlers.onOver()
  }

  /** Without an answer. */
  #drop(why: Reason | 'unread') {
    if (this.#isEnded || this.#isOver) return
    this.#handlers.onRefused(why)
    this.#isEnded = true
    this.#over()
    this.#socket.destroy()
  }

  /** A client that has not said which version it speaks gets no answer. */
  #refuse(why: Reason) {
    if (this.#options.protocolVersion === undefined) this.#drop(why)
    else this.end(why)
  }

  #take(packet: Packet) {
    if (this.#isEnded) return
    this.#receivedAt = this.#elapsed()
    const violation = violationIn(packet)
    if (packet.cmd === 'connect') {
      if (this.#options.protocolVersion !== undefined) return this.end('protocolError')
      // MQTT 3.1.1 answers nothing to anything but a CONNECT.
      if (violation !== undefined && packet.protocolVersion !== 5) return this.#drop(violation)
      this.#options.protocolVersion = packet.protocolVersion ?? 4
      this.#sentBytes = packet.properties?.maximumPacketSize || this.#sentBytes
      return violation === undefined ? this.#handlers.onConnect(packet) : this.end(violation)
    }
    if (this.#options.protocolVersion === undefined) return this.#drop('protocolError')
    if (violation !== undefined) return this.end(violation)
    if (packet.cmd === 'publish') return this.#handlers.onPublish(packet)
    this.#handlers.onPacket(packet)
  }

  #parse(packet: Buffer) {
    if (propertyBytes(packet, this.#options.protocolVersion) > MAX_PROPERTY_BYTES) {
      // There are none in a CONNECT of another version.
      this.#options.protocolVersion = 5
      return this.end('tooLarge')
    }
    try {
      this.#read.parse(packet)
    } catch {
      this.#refuse('malformed')
    }
  }

  #mayTake() {
    return !this.#isEnded && !this.#isHeld && (this.#pauses === 0 || this.#isClosed)
  }

  async #takeWaiting() {
    if (this.#isTaking) return
    this.#isTaking = true
    for (let taken = 1; this.#mayTake(); taken++) {
      const packet = this.#next()
      if (packet === undefined) break
      this.#parse(packet)
      if (taken % PACKETS_A_TURN === 0) {
        this.#socket.pause()
        await nextTurn()
      }
    }
    this.#isTaking = false
    if (this.#mayTake()) this.#socket.resume()
    if (this.#isClosed && !this.#isHeld) this.#leave()
  }

  #leave() {
    if (this.#hasLeft) return
    this.#hasLeft = true
    this.#over()
    this.#handlers.onClosed()
  }

  #next(): Buffer | undefined {
    try {
      if (this.#options.protocolVersion === undefined && (this.#packets.kind() ?? CONNECT) !== CONNECT)
        return void this.#refuse('malformed')
      const packet = this.#packets.next()
      const size = packet?.length ?? this.#packets.begun()
      if (size > this.#mostBytes(packet)) return void this.#refuse('tooLarge')
      this.#halfSince = packet === undefined && size > 0 ? (this.#halfSince ?? this.#elapsed()) : undefined
      return packet
    } catch {
      return void this.#refuse('malformed')
    }
  }

  #mostBytes(packet: Buffer | undefined) {
    return packet !== undefined && this.#isConnected && kindOf(packet) !== PUBLISH ? MAX_OTHER_BYTES : this.#packetBytes
  }
}

/** The reason in words is left out where it would make the packet too large. */
function withoutReason(packet: Packet): Packet | undefined {
  if (!('properties' in packet) || !packet.properties || !('reasonString' in packet.properties)) return undefined
  const {properties: _, ...plain} = packet
  return plain
}
