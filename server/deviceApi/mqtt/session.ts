import {randomUUID} from 'node:crypto'
import type {Socket} from 'node:net'
import type {IConnectPacket, IPublishPacket, ISubscribePacket, IUnsubscribePacket, Packet, QoS} from 'mqtt-packet'
import {COMMAND_BYTES} from '../../../contract/limits'
import type {Milliseconds} from '../../../contract/wire/common'
import {countPackets} from '../../access/packets'
import {asText} from '../../http/json'
import type {Provisioning} from '../../provisioning/repository'
import type {Scheduler} from '../../scheduler'
import {MAX_INFLIGHT} from '../clientCalls'
import {Connection} from './connection'
import {admitDevice, type DeviceOptions} from './device'
import {isPassing, REASONS, type Reason, type Refusal, refusalOf} from './reasons'
import {Ended, type Line, type Role} from './role'
import {createSubscriptions} from './subscriptions'
import {isShared} from './violations'

export interface SessionOptions extends DeviceOptions, ProvisioningOptions {
  scheduler: Pick<Scheduler, 'elapsed' | 'after' | 'delay' | 'every'>
}

const CLIENT_ID_LENGTH = 256
/** The longest keep alive in seconds. MQTT 3.1.1 can't announce it to the client. */
const LONGEST_KEEP_ALIVE = 3600
/** Many clients go on sending before they release received messages. */
const MAX_UNRELEASED = 10_000
const TAKEN: Refusal = {reason: 'success', why: ''}
const UNKNOWN_TOPIC: Refusal = {reason: 'badTopic', why: 'There is no such topic.'}

/** One connection with what its client does on it. */
/** Serves a client until its connection is closed. Nothing is ever routed from one client to another. */
export class Session {
  readonly #options: SessionOptions
  /** Messages of QoS 2 that may come again. */
  readonly #unreleased = new Map<number, 'underway' | 'stored'>()
  readonly #isTooMuch
  #role: Role | undefined
  #isOver = false
  #sendsReason = true
  #underway = 0
  #answered: Promise<unknown> = Promise.resolve()
  readonly connection: Connection
  readonly #subscriptions

  constructor(socket: Socket, options: SessionOptions, onClosed: () => void) {
    this.#options = options
    const {scheduler, count} = options
    this.#isTooMuch = countPackets(scheduler.elapsed)
    this.connection = new Connection(socket, scheduler, {
      onConnect: packet => {
        this.connection.hold()
        void this.#connect(packet).finally(() => this.connection.release())
      },
      onPublish: packet => this.#take(packet),
      onPacket: packet => this.#take(packet),
      onRefused: count,
      onOver: () => {
        this.#isOver = true
        this.#answered = Promise.all([this.#answered, this.#role?.onOver()])
        this.#subscriptions.close()
      },
      onClosed,
    })
    this.#subscriptions = createSubscriptions(packet => this.connection.send(packet))
  }

  /** Resolves when the client's messages, and its last will if it is over, are stored and acknowledged. */
  settled(): Promise<void> {
    return this.#answered.then(() => {})
  }

  /** Ends it when the client has been silent for too long, or may not go on. */
  check(): void {
    this.#role?.check()
    this.connection.check()
  }

  async #connect(packet: IConnectPacket) {
    const {clientId, clean, keepalive = 0, properties: requested} = packet
    const isNew = this.connection.version() === 5
    if (clientId.length > CLIENT_ID_LENGTH || (!isNew && clientId === '' && clean === false)) {
      return this.connection.end('badClientId')
    }
    const assigned = clientId === '' ? randomUUID() : undefined
    try {
      const line = {connection: this.connection, subscriptions: this.#subscriptions, settled: () => this.settled()}
      const admitted =
        this.#options.provisioning && isToProvision(packet)
          ? provisioningRole(line, this.#options.provisioning, this.#options.scheduler)
          : await admitDevice(packet, assigned ?? clientId, line, this.#options)
      if (typeof admitted === 'string') return this.connection.end(admitted)
      this.#role = admitted
      this.connection.boundPackets(this.#role.packetBytes)
      this.#subscriptions.boundUnacknowledged(requested?.receiveMaximum ?? MAX_INFLIGHT)
      this.#sendsReason = requested?.requestProblemInformation !== false
      // The messages sent in the meantime are stored all the same.
      if (this.#isOver) return
      await this.#role.begin()
      if (this.#isOver) return
      this.#options.count('connected')
      const isTooLong = isNew && (keepalive === 0 || keepalive > LONGEST_KEEP_ALIVE)
      this.connection.keepAlive(isTooLong ? LONGEST_KEEP_ALIVE : keepalive)
      if (!isNew) this.connection.send({cmd: 'connack', sessionPresent: false, returnCode: 0})
      else {
        const properties = {
          ...(assigned !== undefined && {assignedClientIdentifier: assigned}),
          ...(isTooLong && {serverKeepAlive: LONGEST_KEEP_ALIVE}),
          sessionExpiryInterval: 0,
          receiveMaximum: MAX_INFLIGHT,
          retainAvailable: false,
          maximumPacketSize: this.#role.packetBytes,
          topicAliasMaximum: 0,
          sharedSubscriptionAvailable: false,
        }
        this.connection.send({cmd: 'connack', sessionPresent: false, reasonCode: REASONS.success, properties})
      }
    } catch (error) {
      this.connection.end(refusalOf(error).reason === 'tooOften' ? 'tooManyConnects' : 'unavailable')
    }
  }

  #take(packet: Packet) {
    if (this.#role === undefined || (this.#isOver && packet.cmd !== 'publish')) return
    if (this.#isCounted(packet, this.#role) && this.#isTooMuch(packet.length ?? 0))
      return this.connection.end('tooOften')
    switch (packet.cmd) {
      case 'publish':
        return this.#publish(packet, this.#role)
      case 'subscribe':
        return this.#subscribe(packet, this.#role)
      case 'unsubscribe':
        return this.#unsubscribe(packet, this.#role)
      case 'pingreq':
        this.connection.send({cmd: 'pingresp'})
        return this.#role.onPing()
      case 'pubrel':
        return this.#release(packet, this.#role)
      case 'puback':
        return this.#subscriptions.acknowledged(packet.messageId ?? 0, (packet.reasonCode ?? 0) < REASONS.unspecified)
      case 'disconnect':
        // 0x04 of MQTT 5 asks for the last will all the same.
        if ((packet.reasonCode ?? REASONS.success) === REASONS.success) this.#role.onGoodbye()
        return this.connection.end()
      default:
        this.connection.end('protocolError')
    }
  }

  /** Other limits bound the messages to and from a device. */
  #isCounted(packet: Packet, {isStranger}: Role): boolean {
    if (isStranger) return true
    if (packet.cmd === 'publish' || packet.cmd === 'pubrel') return false
    return packet.cmd !== 'puback' || !this.#subscriptions.isUnderway(packet.messageId ?? 0)
  }

  #publish({topic, qos, payload, messageId = 0}: IPublishPacket, role: Role) {
    if (qos === 2) {
      const state = this.#unreleased.get(messageId)
      if (state === 'stored') this.connection.send({cmd: 'pubrec', messageId})
      if (state !== undefined) return
      if (this.#unreleased.size >= MAX_UNRELEASED) return this.connection.end('tooManyInflight')
      this.#unreleased.set(messageId, 'underway')
    }
    if (++this.#underway === MAX_INFLIGHT) this.connection.pause()
    const known = role.take(topic, payload)
    const stored = known ?? role.admit()
    stored.catch(() => {})
    // Acknowledgements keep the order of the messages.
    this.#answered = this.#answered.then(async () => {
      const refusal = await stored.then(
        () => (known === undefined ? UNKNOWN_TOPIC : TAKEN),
        error => this.#refuse(error),
      )
      this.#acknowledge(qos, messageId, refusal)
      if (this.#underway-- === MAX_INFLIGHT) this.connection.resume()
    })
  }

  #refuse(error: unknown): Refusal {
    const refusal = refusalOf(error)
    this.#options.onFailed(error)
    if (refusal.reason === 'implementation') this.#options.log.error({err: error}, 'a message by MQTT failed')
    return refusal
  }

  #acknowledge(qos: QoS, messageId: number, {reason, why}: Refusal) {
    if (this.#isOver) return
    const isNew = this.connection.version() === 5
    const isTaken = reason === 'success' || (!isNew && reason === 'badTopic')
    // The client sends an unacknowledged message again. Neither MQTT 3.1.1 nor QoS 0 can say what is wrong with it.
    const isAnswered = isNew && (qos > 0 || reason === 'badTopic')
    if (isPassing(reason) || (!isTaken && !isAnswered)) return this.connection.end(reason)
    this.#options.count(reason === 'success' ? 'messages' : reason)
    if (qos === 0) return
    if (qos === 2 && isTaken) this.#unreleased.set(messageId, 'stored')
    else this.#unreleased.delete(messageId)
    const properties = !isTaken && this.#sendsReason ? {properties: {reasonString: why}} : {}
    const outcome = isNew ? {reasonCode: REASONS[reason], ...properties} : {}
    this.connection.send({cmd: qos === 1 ? 'puback' : 'pubrec', messageId, ...outcome})
  }

  /** The client knows that its message of QoS 2 has come, and won't send it again. */
  #release({messageId = 0}: Packet, role: Role) {
    const isKnown = this.#unreleased.get(messageId) === 'stored' && this.#unreleased.delete(messageId)
    if (!isKnown) role.admit().catch(error => this.connection.end(refusalOf(error).reason))
    const isMissed = !isKnown && this.connection.version() === 5
    this.connection.send({cmd: 'pubcomp', messageId, ...(isMissed && {reasonCode: REASONS.unknownId})})
  }

  #subscribe({subscriptions: requested, properties, messageId = 0}: ISubscribePacket, role: Role) {
    const isNew = this.connection.version() === 5
    const granted = requested.map(({topic, qos}) => {
      const feed = role.feedOf(topic)
      const most = qos === 0 ? 0 : 1
      const identifier = properties?.subscriptionIdentifier
      if (feed !== undefined && this.#subscriptions.add(topic, {feed, qos: most, identifier})) return most
      if (!isNew) return REASONS.unspecified
      if (feed !== undefined) return REASONS.tooMany
      return isShared(topic) ? REASONS.noShared : REASONS.badFilter
    })
    this.connection.send({cmd: 'suback', messageId, granted})
    role.onSubscriptions()
  }

  #unsubscribe({unsubscriptions, messageId = 0}: IUnsubscribePacket, role: Role) {
    const granted = unsubscriptions.map(filter =>
      this.#subscriptions.remove(filter) ? REASONS.success : REASONS.noSubscription,
    )
    role.onSubscriptions()
    this.connection.send({cmd: 'unsuback', messageId, granted})
  }
}

interface ProvisioningOptions {
  /** Undefined where devices can't register themselves. */
  provisioning: Provisioning | undefined
}

const PROVISION = 'provision'
const REQUEST = '/provision/request'
const RESPONSE = '/provision/response'
const PACKET_BYTES = COMMAND_BYTES + 1024
const TIME: Milliseconds = 60_000
/** The maximum number of requests refused on a connection, one after another. */
const MAX_REFUSED = 5

const isToProvision = ({username, clientId}: IConnectPacket): boolean =>
  username === PROVISION || clientId === PROVISION

/** Without a token a device may register itself, and do nothing else. */
function provisioningRole(
  {connection, subscriptions}: Line,
  {provision}: Provisioning,
  {elapsed}: Pick<Scheduler, 'elapsed'>,
): Role {
  // The answer needs no subscription, as in ThingsBoard. A device that misses it can't ask again by its name.
  subscriptions.add(RESPONSE, {feed: 'provisionAnswer', qos: 0, identifier: undefined})

  let unanswered = 0

  async function answer(payload: string | Buffer) {
    if (++unanswered > MAX_REFUSED) return refuse('notAuthorized')
    const answer = await provision(asText(Buffer.from(payload)), connection.address)
    if (answer.status === 'SUCCESS') unanswered = 0
    void subscriptions.publish(RESPONSE, answer)
  }

  async function refuse(reason: Reason): Promise<never> {
    connection.end(reason)
    throw new Ended()
  }

  const endsAt = elapsed() + TIME
  return {
    packetBytes: PACKET_BYTES,
    isStranger: true,
    async admit() {},
    async begin() {},
    feedOf: filter => (filter === RESPONSE ? 'provisionAnswer' : undefined),
    onSubscriptions() {},
    take: (topic, payload) => (topic === REQUEST ? answer(payload) : refuse('badTopic')),
    onPing() {},
    check() {
      if (elapsed() > endsAt) connection.end('connectTime')
    },
    onGoodbye() {},
    onOver: () => undefined,
  }
}
