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
import {type AttributeUpdates, requestedAttributes} from '../attributes'
import {type AnsweringOptions, answerClientCall, readClientCall} from '../clientCalls'
import type {DeviceTokens} from '../tokens'
import {MAX_PACKET_BYTES} from './connection'
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

/** The messages that a device misses, reported once for each connection. */
const MISSED = new Map<Delivery, {what: string; text: string}>([
  ['tooLarge', {what: 'pushTooLarge', text: 'A device misses messages by MQTT, since it takes no messages so large'}],
  [
    'unacknowledged',
    {what: 'pushUnacknowledged', text: 'A device misses messages by MQTT, since it acknowledges too little'},
  ],
])

/** Admits a client with the token of a device, as that device. */
export async function admitDevice(
  {username: token, will}: IConnectPacket,
  clientId: string,
  line: Line,
  options: DeviceOptions,
): Promise<Role | Reason> {
  const device = token ? await options.tokens.find(token, line.connection.address) : undefined
  if (device === undefined || token === undefined) return 'badToken'
  return new DeviceRole({token, device, clientId, will}, line, options)
}

interface Client {
  token: string
  device: DeviceOfToken
  clientId: string
  will: IConnectPacket['will']
}

class DeviceRole implements Role, OpenSession {
  readonly #client
  readonly #line
  readonly #options
  #device
  #will: IConnectPacket['will']
  #detach: (() => void) | undefined
  #isBehind = false
  #isLetIn = false
  readonly packetBytes = MAX_PACKET_BYTES
  readonly isStranger = false
  readonly feedOf = feedOf
  readonly deviceId
  readonly clientId

  constructor(client: Client, line: Line, options: DeviceOptions) {
    this.#client = client
    this.#line = line
    this.#options = options
    this.#device = client.device
    this.deviceId = client.device.id
    this.clientId = client.clientId
  }

  admit() {
    return this.#options.accepting.admit(this.#device)
  }

  async begin() {
    await this.#options.sessions.enter(this)
    this.#isLetIn = true
    this.#will = this.#client.will
  }

  onSubscriptions() {
    const {commands} = this.#options
    if (this.#line.subscriptions.filterOf('commands'))
      this.#detach ??= commands.attach(this.#device.id, command => this.#deliver(command))
    else this.#detach = void this.#detach?.()
  }

  take(topic: string, payload: string | Buffer) {
    const {accepting} = this.#options
    const meaning = meaningOf(topic)
    if (meaning === undefined) {
      void accepting.noteTopic(this.#device, topic)
      return undefined
    }
    return accepting.inTurn(this.#device.id, turn => this.#act(meaning, payload, turn))
  }

  onPing() {
    this.renew()
  }

  check() {
    if (hasExpired(this.#device, this.#options.now())) this.end('notAuthorized')
  }

  onGoodbye() {
    this.#will = undefined
  }

  onOver() {
    this.#options.sessions.leave(this)
    this.#detach?.()
    const will = this.#will
    return will && this.take(will.topic, will.payload)?.catch(error => this.#fail(error))
  }

  push(updates: AttributeUpdates) {
    void this.#publish(this.#line.subscriptions.filterOf('sharedAttributes'), updates)
  }

  end(reason: Reason) {
    if (reason === 'notAuthorized') this.#will = undefined
    // A client that has not been admitted yet must not learn that another one was.
    this.#line.connection.end(reason === 'takenOver' && !this.#isLetIn ? 'busy' : reason)
  }

  settled() {
    return this.#line.settled()
  }

  renew() {
    void this.#findDevice().catch(error => this.#fail(error))
  }

  /** Another server may have revoked the token in the meantime. */
  async #findDevice(): Promise<DeviceOfToken> {
    const found = await this.#options.tokens.find(this.#client.token, this.#line.connection.address)
    if (found !== undefined) {
      this.#device = found
      return found
    }
    this.end('notAuthorized')
    throw new Ended()
  }

  #fail(error: unknown) {
    this.#options.onFailed(error)
    if (!(error instanceof Ended)) this.#options.count(refusalOf(error).reason)
  }

  async #publish(filter: string | undefined, content: unknown, id?: string | number) {
    const delivery = await this.#line.subscriptions.publish(filter, content, id)
    const missed = MISSED.get(delivery)
    if (missed === undefined) return delivery
    this.#options.count(missed.what)
    if (!this.#isBehind) this.#options.log.warn({deviceId: this.#device.id}, missed.text)
    this.#isBehind = true
    return delivery
  }

  async #act(meaning: Meaning, payload: string | Buffer, turn: Turn) {
    const {accepting, attributes, commands, claims} = this.#options
    const sender = await this.#findDevice()
    await accepting.admit(sender)
    const body = Buffer.from(payload)
    switch (meaning.kind) {
      case 'telemetry':
        await accepting.refuseUsedUp(sender)
        return turn.telemetry(sender, body)
      case 'attributes':
        return turn.attributes(sender, body)
      case 'attributeRequest': {
        const requested = readRequested(body)
        const answer = requestedAttributes(
          await attributes.list({entityType: 'device', entityId: sender.id}),
          requested,
        )
        return void this.#publish(meaning.answerBy, answer, meaning.id)
      }
      case 'call': {
        const answer = answerClientCall(readClientCall(textOfCall(body)), this.#options)
        return void this.#publish(meaning.answerBy, answer, meaning.id)
      }
      case 'commandAnswer':
        return void (await commands.answer(sender.id, meaning.number, readAnyJson(textOfCall(body))))
      case 'claim':
        return void (await claims.offer(sender, textOfCall(body)))
    }
  }

  async #deliver({number, method, params}: CommandRequest) {
    const delivery = await this.#publish(this.#line.subscriptions.filterOf('commands'), {method, params}, number)
    if (delivery === 'tooLarge') throw new Error('The device takes no message of this length.')
    if (delivery === 'refused') throw new Error('The device has refused the command.')
    return delivery === 'delivered'
  }
}

/** The bodies of calls hold less than those with values, as by HTTP. */
function textOfCall(body: Buffer): string {
  if (body.length > COMMAND_BYTES) throw contentTooLarge('The message is too large.')
  return asText(body)
}

function readRequested(body: Buffer): {clientKeys?: string; sharedKeys?: string} {
  const requested = readAnyJson(asText(body))
  if (typeof requested !== 'object' || requested === null) throw badRequest('A request must be an object.')
  const listIn = (name: string) => {
    const value = Object.entries(requested).find(([key]) => key === name)?.[1]
    return typeof value === 'string' ? value : undefined
  }
  const [clientKeys, sharedKeys] = [listIn('clientKeys'), listIn('sharedKeys')]
  return {...(clientKeys !== undefined && {clientKeys}), ...(sharedKeys !== undefined && {sharedKeys})}
}
