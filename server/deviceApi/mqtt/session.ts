import {randomUUID} from 'node:crypto'
import type {Socket} from 'node:net'
import type {IConnectPacket, IPublishPacket, ISubscribePacket, Packet} from 'mqtt-packet'
import type {Milliseconds} from '../../../contract/wire/common'
import type {AttributeRepository} from '../../attribute/repository'
import type {CommandRequest, DeviceCommands} from '../../command/repository'
import {type DeviceOfToken, hasExpired} from '../../device/repository'
import {badRequest, HttpError} from '../../http/errors'
import {asText, readAnyJson} from '../../http/json'
import type {Accepting} from '../accepting'
import {toldAttributes} from '../attributes'
import {type AnsweringOptions, answerClientCall, MOST_INFLIGHT, readClientCall} from '../clientCalls'
import type {DeviceTokens} from '../tokens'
import {type Connection, MOST_PACKET_BYTES, openConnection} from './connection'
import {REASONS, type Reason, reasonOf} from './reasons'
import type {MqttSessions, OpenSession} from './sessions'
import {type Heard, heardBy, isOneTopic, type Meaning, meaningOf, topicFor} from './topics'

export interface SessionOptions extends AnsweringOptions {
  accepting: Accepting
  tokens: DeviceTokens
  attributes: Pick<AttributeRepository, 'list'>
  commands: DeviceCommands
  sessions: MqttSessions
  count: (what: string) => void
}

/** One connection with what its device does on it. */
export interface Session {
  connection: Connection
  /** Ends it when the client has been silent for too long, or when its token has expired. */
  check(now: Milliseconds): void
  /** Resolves when what was taken from the device, and its last will if it is over, is stored and acknowledged. */
  settled(): Promise<void>
}

const CLIENT_ID_LENGTH = 256
/** In seconds. MQTT 3.1.1 can't be told of it. */
const LONGEST_KEEP_ALIVE = 3600
const FIRST_NUMBER = 1
const MOST_MESSAGE_ID = 65_535

/** Serves a device until its connection is closed. Nothing is ever routed from one device to another. */
export function openSession(socket: Socket, options: SessionOptions, onClosed: () => void): Session {
  const {accepting, tokens, attributes, commands, sessions, count} = options
  const filters = new Map<Heard, {filter: string; qos: 0 | 1}>()
  const delivered = new Map<number, (isDelivered: boolean) => void>()
  const early: Packet[] = []
  let device: DeviceOfToken | undefined
  let open: OpenSession | undefined
  let token = ''
  let will: IConnectPacket['will']
  let detach: (() => void) | undefined
  let isOver = false
  let underway = 0
  let answered: Promise<unknown> = Promise.resolve()
  let lastId = 0

  const connection = openConnection(socket, {
    onConnect(packet) {
      connection.pause()
      void connect(packet).finally(() => {
        connection.resume()
        for (const packet of early.splice(0)) take(packet)
      })
    },
    onPublish: take,
    onPacket: take,
    onRefused(reason) {
      early.length = 0
      count(reason)
    },
    onOver() {
      isOver = true
      if (open) sessions.leave(open)
      detach?.()
      for (const deliver of delivered.values()) deliver(false)
      const meaning = will && meaningOf(will.topic)
      if (will === undefined || meaning === undefined) return
      answered = Promise.all([answered, act(meaning, will.payload).catch(end)])
    },
    onClosed,
  })

  async function connect({username, clientId, clean, keepalive = 0, will: last}: IConnectPacket) {
    const isNew = connection.version() === 5
    if (clientId.length > CLIENT_ID_LENGTH || (!isNew && clientId === '' && clean === false)) {
      return connection.end('notAuthorized')
    }
    try {
      const found = username ? await tokens.find(username, connection.address) : undefined
      if (found === undefined || username === undefined) return connection.end('badToken')
      const assigned = clientId === '' ? randomUUID() : undefined
      const session: OpenSession = {
        ...{deviceId: found.id, clientId: assigned ?? clientId},
        push: updates => void tell('sharedAttributes', ({filter}) => filter, updates),
        end(reason) {
          if (reason === 'notAuthorized') will = undefined
          connection.end(reason)
        },
        renew: () => void findDevice().catch(end),
      }
      ;({device, token} = {device: found, token: username})
      // What it has sent in the meantime is stored all the same.
      if (isOver) return
      sessions.enter(session)
      ;({open, will} = {open: session, will: last})
      count('connected')
      const isTooLong = isNew && (keepalive === 0 || keepalive > LONGEST_KEEP_ALIVE)
      connection.keepAlive(isTooLong ? LONGEST_KEEP_ALIVE : keepalive)
      if (!isNew) connection.send({cmd: 'connack', sessionPresent: false, returnCode: 0})
      else {
        const properties = {
          ...(assigned !== undefined && {assignedClientIdentifier: assigned}),
          ...(isTooLong && {serverKeepAlive: LONGEST_KEEP_ALIVE}),
          ...{sessionExpiryInterval: 0, receiveMaximum: MOST_INFLIGHT, maximumQoS: 1, retainAvailable: false},
          ...{maximumPacketSize: MOST_PACKET_BYTES, topicAliasMaximum: 0, sharedSubscriptionAvailable: false},
        }
        connection.send({cmd: 'connack', sessionPresent: false, reasonCode: REASONS.success, properties})
      }
    } catch (error) {
      connection.end(reasonOf(error) === 'quota' ? 'tooManyConnects' : 'unavailable')
    }
  }

  function take(packet: Packet) {
    if (device === undefined) {
      early.push(packet)
      return
    }
    if (isOver && packet.cmd !== 'publish') return
    switch (packet.cmd) {
      case 'publish':
        return publish(packet)
      case 'subscribe':
        return subscribe(packet)
      case 'unsubscribe':
        for (const filter of packet.unsubscriptions) {
          const heard = heardBy(filter)
          if (heard !== undefined && filters.get(heard)?.filter === filter) filters.delete(heard)
          if (heard === 'commands' && !filters.has(heard)) detach = void detach?.()
        }
        connection.send({
          ...{cmd: 'unsuback', messageId: packet.messageId ?? 0},
          granted: packet.unsubscriptions.map(() => REASONS.success),
        })
        return
      case 'pingreq':
        connection.send({cmd: 'pingresp'})
        findDevice().catch(end)
        return
      case 'puback':
        return delivered.get(packet.messageId ?? 0)?.(true)
      case 'disconnect':
        // 0x04 of MQTT 5 asks for the last will all the same.
        if ((packet.reasonCode ?? REASONS.success) === REASONS.success) will = undefined
        return connection.end()
      default:
        connection.end('protocolError')
    }
  }

  /** Another server may have revoked the token meanwhile. */
  async function findDevice(): Promise<DeviceOfToken> {
    const found = await tokens.find(token, connection.address)
    if (found !== undefined) {
      device = found
      return found
    }
    open?.end('notAuthorized')
    throw new Ended()
  }

  function end(error: unknown) {
    if (!(error instanceof Ended)) count(reasonOf(error))
  }

  function publish(packet: IPublishPacket) {
    const {topic, qos, payload, messageId} = packet
    if (qos === 2) return connection.end('noQos2')
    if (!isOneTopic(topic)) return connection.end('malformed')
    const meaning = meaningOf(topic)
    if (++underway === MOST_INFLIGHT) connection.pause()
    const isStored = meaning === undefined ? undefined : act(meaning, payload)
    isStored?.catch(() => {})
    // Acknowledgements keep the order of the messages.
    answered = answered.then(async () => {
      let reason: Reason = meaning === undefined ? 'badTopic' : 'success'
      try {
        await isStored
      } catch (error) {
        if (error instanceof Ended) return
        reason = reasonOf(error)
      }
      count(reason === 'success' ? 'messages' : reason)
      acknowledge(qos, messageId, reason)
      if (underway-- === MOST_INFLIGHT) connection.resume()
    })
  }

  function acknowledge(qos: 0 | 1, messageId = 0, reason: Reason) {
    const isNew = connection.version() === 5
    // MQTT 3.1.1 can't say what is wrong with a message: without an acknowledgement the client sends it again.
    if (!isNew && reason !== 'success' && reason !== 'badTopic') return connection.end(reason)
    if (qos === 1) connection.send({cmd: 'puback', messageId, ...(isNew && {reasonCode: REASONS[reason]})})
  }

  async function act(meaning: Meaning, payload: string | Buffer) {
    const sender = await findDevice()
    await accepting.admit(sender)
    const body = Buffer.from(payload)
    switch (meaning.kind) {
      case 'telemetry':
        await accepting.refuseUsedUp(sender)
        return accepting.telemetry(sender, body)
      case 'attributes':
        return accepting.attributes(sender, body)
      case 'attributeRequest': {
        const wanted = readWanted(body)
        const told = toldAttributes(await attributes.list({entityType: 'device', entityId: sender.id}), wanted)
        return void tell('attributeAnswers', () => meaning.answerOn, told)
      }
      case 'call':
        return void tell('callAnswers', () => meaning.answerOn, answerClientCall(readClientCall(asText(body)), options))
      case 'commandAnswer':
        return void (await commands.answer(sender.id, meaning.number, readAnyJson(asText(body))))
    }
  }

  function subscribe({subscriptions, messageId = 0}: ISubscribePacket) {
    const granted = subscriptions.map(({topic, qos}) => {
      const heard = heardBy(topic)
      if (heard === undefined) return connection.version() === 5 ? REASONS.badFilter : REASONS.unspecified
      const most = qos === 0 ? 0 : 1
      filters.set(heard, {filter: topic, qos: most})
      return most
    })
    connection.send({cmd: 'suback', messageId, granted})
    if (filters.has('commands') && device) detach ??= commands.attach(device.id, deliver)
  }

  function deliver({number, method, params}: CommandRequest) {
    return tell('commands', ({filter}) => topicFor(filter, number), {method, params})
  }

  /** Resolves to whether the device has got it: as far as is known, when it is not to acknowledge. */
  function tell(heard: Heard, topicOf: (subscribed: {filter: string}) => string, content: unknown) {
    const subscribed = filters.get(heard)
    if (subscribed === undefined || delivered.size >= MOST_INFLIGHT) return false
    const {qos} = subscribed
    const packet = {cmd: 'publish', topic: topicOf(subscribed), payload: JSON.stringify(content), qos} as const
    const flags = {dup: false, retain: false}
    if (qos === 0) return connection.send({...packet, ...flags})
    const messageId = nextId()
    return new Promise<boolean>(resolve => {
      delivered.set(messageId, isDelivered => {
        delivered.delete(messageId)
        resolve(isDelivered)
      })
      if (!connection.send({...packet, ...flags, messageId})) delivered.get(messageId)?.(false)
    })
  }

  function nextId(): number {
    do lastId = lastId >= MOST_MESSAGE_ID ? FIRST_NUMBER : lastId + 1
    while (delivered.has(lastId))
    return lastId
  }

  return {
    connection,
    check(now) {
      if (device !== undefined && hasExpired(device, options.now())) open?.end('notAuthorized')
      else connection.check(now)
    },
    settled: () => answered.then(() => {}),
  }
}

/** The device may not go on; the connection has been ended already. */
class Ended extends HttpError {
  constructor() {
    super(401, 'The token is no longer valid.')
  }
}

function readWanted(body: Buffer): {clientKeys?: string; sharedKeys?: string} {
  const wanted = readAnyJson(asText(body))
  if (typeof wanted !== 'object' || wanted === null) throw badRequest('A request must be an object.')
  const listIn = (name: string) => {
    const value = Object.entries(wanted).find(([key]) => key === name)?.[1]
    return typeof value === 'string' ? value : undefined
  }
  const [clientKeys, sharedKeys] = [listIn('clientKeys'), listIn('sharedKeys')]
  return {...(clientKeys !== undefined && {clientKeys}), ...(sharedKeys !== undefined && {sharedKeys})}
}
