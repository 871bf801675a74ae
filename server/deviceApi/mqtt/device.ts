import type {IConnectPacket} from 'mqtt-packet'
import {COMMAND_BYTES} from '../../../contract/limits'
import type {AttributeRepository} from '../../attribute/repository'
import type {DeviceClaims} from '../../claim/repository'
import type {CommandRequest, DeviceCommands} from '../../command/repository'
import {type DeviceOfToken, hasExpired} from '../../device/repository'
import {badRequest, contentTooLarge} from '../../http/failures/errors'
import {asText, readAnyJson} from '../../http/json'
import type {Log} from '../../log/log'
import type {Accepting, Turn} from '../accepting'
import {requestedAttributes} from '../attributes'
import {type AnsweringOptions, answerClientCall, readClientCall} from '../clientCalls'
import type {DeviceTokens} from '../tokens'
import {MOST_PACKET_BYTES} from './connection'
import {type Reason, refusalOf} from './reasons'
import {Ended, type Line, type Role} from './role'
import type {MqttSessions, OpenSession} from './sessions'
import type {Delivery} from './subscriptions'
import {feedOf, type Meaning, meaningOf} from './topics'

export interface DeviceOptions extends AnsweringOptions {
  accepting: Accepting
  tokens: DeviceTokens
  attributes: Pick<AttributeRepository, 'list'>
  commands: DeviceCommands
  claims: DeviceClaims
  sessions: MqttSessions
  log: Pick<Log, 'warn' | 'error'>
  /** Called with the reason why a message was refused. */
  onFailed: (error: unknown) => void
  count: (what: string) => void
}

/** What a device misses, reported once for each connection. */
const MISSED = new Map<Delivery, {what: string; text: string}>([
  [
    'tooLarge',
    {what: 'pushTooLarge', text: 'A device misses what it is told by MQTT, since it takes no messages so large'},
  ],
  [
    'unacknowledged',
    {what: 'pushUnacknowledged', text: 'A device misses what it is told by MQTT, since it acknowledges too little'},
  ],
])

/** Lets in who has the token of a device, as that device. */
export async function admitDevice(
  {username: token, will: last}: IConnectPacket,
  clientId: string,
  {connection, subscriptions, settled}: Line,
  options: DeviceOptions,
): Promise<Role | Reason> {
  const {accepting, tokens, attributes, commands, claims, sessions, log, onFailed, count} = options
  const found = token ? await tokens.find(token, connection.address) : undefined
  if (found === undefined || token === undefined) return 'badToken'
  const accessToken = token
  let device = found
  let will: IConnectPacket['will']
  let detach: (() => void) | undefined
  let isBehind = false
  let isLetIn = false
  const session: OpenSession = {
    deviceId: device.id,
    clientId,
    push: updates => void publish(subscriptions.filterOf('sharedAttributes'), updates),
    end(reason) {
      if (reason === 'notAuthorized') will = undefined
      // A client that has not been admitted yet must not learn that another one was.
      connection.end(reason === 'takenOver' && !isLetIn ? 'busy' : reason)
    },
    settled,
    renew: () => void findDevice().catch(fail),
  }

  /** Another server may have revoked the token in the meantime. */
  async function findDevice(): Promise<DeviceOfToken> {
    const found = await tokens.find(accessToken, connection.address)
    if (found !== undefined) {
      device = found
      return found
    }
    session.end('notAuthorized')
    throw new Ended()
  }

  function fail(error: unknown) {
    onFailed(error)
    if (!(error instanceof Ended)) count(refusalOf(error).reason)
  }

  async function publish(filter: string | undefined, content: unknown, id?: string | number) {
    const delivery = await subscriptions.publish(filter, content, id)
    const missed = MISSED.get(delivery)
    if (missed === undefined) return delivery
    count(missed.what)
    if (!isBehind) log.warn({deviceId: device.id}, missed.text)
    isBehind = true
    return delivery
  }

  async function act(meaning: Meaning, payload: string | Buffer, turn: Turn) {
    const sender = await findDevice()
    await accepting.admit(sender)
    const body = Buffer.from(payload)
    switch (meaning.kind) {
      case 'telemetry':
        await accepting.refuseUsedUp(sender)
        return turn.telemetry(sender, body)
      case 'attributes':
        return turn.attributes(sender, body)
      case 'attributeRequest': {
        const wanted = readWanted(body)
        const answer = requestedAttributes(await attributes.list({entityType: 'device', entityId: sender.id}), wanted)
        return void publish(meaning.answerBy, answer, meaning.id)
      }
      case 'call': {
        const answer = answerClientCall(readClientCall(textOfCall(body)), options)
        return void publish(meaning.answerBy, answer, meaning.id)
      }
      case 'commandAnswer':
        return void (await commands.answer(sender.id, meaning.number, readAnyJson(textOfCall(body))))
      case 'claim':
        return void (await claims.offer(sender, textOfCall(body)))
    }
  }

  function take(topic: string, payload: string | Buffer) {
    const meaning = meaningOf(topic)
    if (meaning === undefined) {
      void accepting.noteTopic(device, topic)
      return undefined
    }
    return accepting.inTurn(device.id, turn => act(meaning, payload, turn))
  }

  async function deliver({number, method, params}: CommandRequest) {
    const delivery = await publish(subscriptions.filterOf('commands'), {method, params}, number)
    if (delivery === 'tooLarge') throw new Error('The device takes no message of this length.')
    if (delivery === 'refused') throw new Error('The device has refused the command.')
    return delivery === 'delivered'
  }

  return {
    packetBytes: MOST_PACKET_BYTES,
    isStranger: false,
    admit: () => accepting.admit(device),
    async begin() {
      await sessions.enter(session)
      isLetIn = true
      will = last
    },
    feedOf,
    onSubscriptions() {
      if (subscriptions.filterOf('commands')) detach ??= commands.attach(device.id, deliver)
      else detach = void detach?.()
    },
    take,
    onPing: () => void findDevice().catch(fail),
    check() {
      if (hasExpired(device, options.now())) session.end('notAuthorized')
    },
    onGoodbye() {
      will = undefined
    },
    onOver() {
      sessions.leave(session)
      detach?.()
      return will && take(will.topic, will.payload)?.catch(fail)
    },
  }
}

/** By HTTP, too, the bodies of calls hold less than those with values. */
function textOfCall(body: Buffer): string {
  if (body.length > COMMAND_BYTES) throw contentTooLarge('The message is too large.')
  return asText(body)
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
