import {randomUUID} from 'node:crypto'
import type {Socket} from 'node:net'
import type {IConnectPacket, IPublishPacket, ISubscribePacket, IUnsubscribePacket, Packet, QoS} from 'mqtt-packet'
import {countPackets} from '../../access/packets'
import type {Scheduler} from '../../scheduler'
import {MOST_INFLIGHT} from '../clientCalls'
import {type Connection, openConnection} from './connection'
import {admitDevice, type DeviceOptions} from './device'
import {isToProvision, type ProvisioningOptions, provisioningRole} from './provisioning'
import {isPassing, REASONS, type Refusal, refusalOf} from './reasons'
import type {Role} from './role'
import {createSubscriptions} from './subscriptions'
import {isShared} from './violations'

export interface SessionOptions extends DeviceOptions, ProvisioningOptions {
  scheduler: Pick<Scheduler, 'elapsed' | 'after' | 'delay' | 'every'>
}

/** One connection with what its client does on it. */
export interface Session {
  connection: Connection
  /** Ends it when the client has been silent for too long, or may not go on. */
  check(): void
  /** Resolves when what was taken from the client, and its last will if it is over, is stored and acknowledged. */
  settled(): Promise<void>
}

const CLIENT_ID_LENGTH = 256
/** In seconds. MQTT 3.1.1 can't be told of it. */
const LONGEST_KEEP_ALIVE = 3600
/** Many clients send on before they release what has come. */
const MOST_UNRELEASED = 10_000
const TAKEN: Refusal = {reason: 'success', why: ''}
const UNKNOWN_TOPIC: Refusal = {reason: 'badTopic', why: 'There is no such topic.'}

/** Serves a client until its connection is closed. Nothing is ever routed from one client to another. */
export function openSession(socket: Socket, options: SessionOptions, onClosed: () => void): Session {
  const {provisioning, scheduler, log, onFailed, count} = options
  /** Messages of QoS 2 that may come again. */
  const unreleased = new Map<number, 'underway' | 'stored'>()
  const isTooMuch = countPackets(scheduler.elapsed)
  let role: Role | undefined
  let isOver = false
  let sendsReason = true
  let underway = 0
  let answered: Promise<unknown> = Promise.resolve()

  const connection = openConnection(socket, scheduler, {
    onConnect(packet) {
      connection.hold()
      void connect(packet).finally(connection.release)
    },
    onPublish: take,
    onPacket: take,
    onRefused: count,
    onOver() {
      isOver = true
      answered = Promise.all([answered, role?.onOver()])
      subscriptions.close()
    },
    onClosed,
  })
  const subscriptions = createSubscriptions(connection.send)

  const settled = () => answered.then(() => {})

  async function connect(packet: IConnectPacket) {
    const {clientId, clean, keepalive = 0, properties: wanted} = packet
    const isNew = connection.version() === 5
    if (clientId.length > CLIENT_ID_LENGTH || (!isNew && clientId === '' && clean === false)) {
      return connection.end('badClientId')
    }
    const assigned = clientId === '' ? randomUUID() : undefined
    try {
      const line = {connection, subscriptions, settled}
      const admitted =
        provisioning && isToProvision(packet)
          ? provisioningRole(line, provisioning, scheduler)
          : await admitDevice(packet, assigned ?? clientId, line, options)
      if (typeof admitted === 'string') return connection.end(admitted)
      role = admitted
      connection.boundPackets(role.packetBytes)
      subscriptions.boundUnacknowledged(wanted?.receiveMaximum ?? MOST_INFLIGHT)
      sendsReason = wanted?.requestProblemInformation !== false
      // What it has sent in the meantime is stored all the same.
      if (isOver) return
      await role.begin()
      if (isOver) return
      count('connected')
      const isTooLong = isNew && (keepalive === 0 || keepalive > LONGEST_KEEP_ALIVE)
      connection.keepAlive(isTooLong ? LONGEST_KEEP_ALIVE : keepalive)
      if (!isNew) connection.send({cmd: 'connack', sessionPresent: false, returnCode: 0})
      else {
        const properties = {
          ...(assigned !== undefined && {assignedClientIdentifier: assigned}),
          ...(isTooLong && {serverKeepAlive: LONGEST_KEEP_ALIVE}),
          ...{sessionExpiryInterval: 0, receiveMaximum: MOST_INFLIGHT, retainAvailable: false},
          ...{maximumPacketSize: role.packetBytes, topicAliasMaximum: 0, sharedSubscriptionAvailable: false},
        }
        connection.send({cmd: 'connack', sessionPresent: false, reasonCode: REASONS.success, properties})
      }
    } catch (error) {
      connection.end(refusalOf(error).reason === 'tooOften' ? 'tooManyConnects' : 'unavailable')
    }
  }

  function take(packet: Packet) {
    if (role === undefined || (isOver && packet.cmd !== 'publish')) return
    if (isCounted(packet, role) && isTooMuch(packet.length ?? 0)) return connection.end('tooOften')
    switch (packet.cmd) {
      case 'publish':
        return publish(packet, role)
      case 'subscribe':
        return subscribe(packet, role)
      case 'unsubscribe':
        return unsubscribe(packet, role)
      case 'pingreq':
        connection.send({cmd: 'pingresp'})
        return role.onPing()
      case 'pubrel':
        return release(packet, role)
      case 'puback':
        return subscriptions.acknowledged(packet.messageId ?? 0, (packet.reasonCode ?? 0) < REASONS.unspecified)
      case 'disconnect':
        // 0x04 of MQTT 5 asks for the last will all the same.
        if ((packet.reasonCode ?? REASONS.success) === REASONS.success) role.onGoodbye()
        return connection.end()
      default:
        connection.end('protocolError')
    }
  }

  /** What a device is told and tells in messages is bounded otherwise. */
  function isCounted(packet: Packet, {isStranger}: Role): boolean {
    if (isStranger) return true
    if (packet.cmd === 'publish' || packet.cmd === 'pubrel') return false
    return packet.cmd !== 'puback' || !subscriptions.isUnderway(packet.messageId ?? 0)
  }

  function publish({topic, qos, payload, messageId = 0}: IPublishPacket, role: Role) {
    if (qos === 2) {
      const state = unreleased.get(messageId)
      if (state === 'stored') connection.send({cmd: 'pubrec', messageId})
      if (state !== undefined) return
      if (unreleased.size >= MOST_UNRELEASED) return connection.end('tooManyInflight')
      unreleased.set(messageId, 'underway')
    }
    if (++underway === MOST_INFLIGHT) connection.pause()
    const known = role.take(topic, payload)
    const stored = known ?? role.admit()
    stored.catch(() => {})
    // Acknowledgements keep the order of the messages.
    answered = answered.then(async () => {
      const refusal = await stored.then(() => (known === undefined ? UNKNOWN_TOPIC : TAKEN), refuse)
      acknowledge(qos, messageId, refusal)
      if (underway-- === MOST_INFLIGHT) connection.resume()
    })
  }

  function refuse(error: unknown): Refusal {
    const refusal = refusalOf(error)
    onFailed(error)
    if (refusal.reason === 'implementation') log.error({err: error}, 'a message by MQTT failed')
    return refusal
  }

  function acknowledge(qos: QoS, messageId: number, {reason, why}: Refusal) {
    if (isOver) return
    const isNew = connection.version() === 5
    const isTaken = reason === 'success' || (!isNew && reason === 'badTopic')
    // Unacknowledged, the client sends the message again. Neither MQTT 3.1.1 nor QoS 0 can say what is wrong with it.
    const isAnswered = isNew && (qos > 0 || reason === 'badTopic')
    if (isPassing(reason) || (!isTaken && !isAnswered)) return connection.end(reason)
    count(reason === 'success' ? 'messages' : reason)
    if (qos === 0) return
    if (qos === 2 && isTaken) unreleased.set(messageId, 'stored')
    else unreleased.delete(messageId)
    const properties = !isTaken && sendsReason ? {properties: {reasonString: why}} : {}
    const outcome = isNew ? {reasonCode: REASONS[reason], ...properties} : {}
    connection.send({cmd: qos === 1 ? 'puback' : 'pubrec', messageId, ...outcome})
  }

  /** The client knows that its message of QoS 2 has come, and won't send it again. */
  function release({messageId = 0}: Packet, role: Role) {
    const isKnown = unreleased.get(messageId) === 'stored' && unreleased.delete(messageId)
    if (!isKnown) role.admit().catch(error => connection.end(refusalOf(error).reason))
    const isMissed = !isKnown && connection.version() === 5
    connection.send({cmd: 'pubcomp', messageId, ...(isMissed && {reasonCode: REASONS.unknownId})})
  }

  function subscribe({subscriptions: wanted, properties, messageId = 0}: ISubscribePacket, role: Role) {
    const isNew = connection.version() === 5
    const granted = wanted.map(({topic, qos}) => {
      const feed = role.feedOf(topic)
      if (feed === undefined && !isNew) return REASONS.unspecified
      if (feed === undefined) return isShared(topic) ? REASONS.noShared : REASONS.badFilter
      const most = qos === 0 ? 0 : 1
      subscriptions.add(topic, {feed, qos: most, identifier: properties?.subscriptionIdentifier})
      return most
    })
    connection.send({cmd: 'suback', messageId, granted})
    role.onSubscriptions()
  }

  function unsubscribe({unsubscriptions, messageId = 0}: IUnsubscribePacket, role: Role) {
    const granted = unsubscriptions.map(filter =>
      subscriptions.remove(filter) ? REASONS.success : REASONS.noSubscription,
    )
    role.onSubscriptions()
    connection.send({cmd: 'unsuback', messageId, granted})
  }

  return {
    connection,
    check() {
      role?.check()
      connection.check()
    },
    settled,
  }
}
