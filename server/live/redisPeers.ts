import {randomUUID} from 'node:crypto'
import {Redis} from 'ioredis'
import * as z from 'zod/mini'
import type {Milliseconds} from '../../contract/wire/common'
import type {Metric} from '../http/metrics/metrics'
import type {Cancel, Scheduler} from '../scheduler'
import type {PeerListener, Peers} from './peers'
import {type InterestMessage, Interests, interestMessage} from './rooms/interests'
import {type Client, type TakeoverMessage, Takeovers, takeoverMessage} from './takeovers'

const changeMessage = z.object({change: z.string(), content: z.unknown()})
/** `wasAway`: the sender could not publish for a while, so the others may have missed changes. */
const message = z.union([changeMessage, z.object({wasAway: z.literal(true)}), interestMessage, takeoverMessage])
type Message = z.infer<typeof message>

/** All servers subscribe this one, and each one its own besides. */
const CHANNEL = 'pulsewall'
const channelOf = (server: string) => `${CHANNEL}:${server}`
const RECONNECT_WITHIN: Milliseconds = 500
/** Longer than every server takes to reconnect, so that nothing more is missed after it. */
export const SETTLING: Milliseconds = 2 * RECONNECT_WITHIN
const ANSWER_WITHIN: Milliseconds = 5000
const MAX_UNANSWERED = 1000

interface PeersOptions {
  scheduler: Pick<Scheduler, 'elapsed' | 'after' | 'every'>
  warn: (message: string) => void
  /** By how much the times are multiplied for which Redis and the others are waited for. */
  patience?: number | undefined
}

/**
 * Connects the servers through Redis. While Redis is away, each server serves only the telemetry that it received
 * itself, and `warn` is called once.
 */
export class RedisPeers implements Peers {
  readonly #options
  readonly #self = randomUUID()
  readonly #publisher
  readonly #subscriber
  readonly #interests
  readonly #takeovers
  readonly #away = new Set<Redis>()
  #listener: PeerListener | undefined
  #reason = 'the connection was closed'
  #unanswered = 0
  #hasDropped = false
  #stopSettling: Cancel = () => {}
  #isClosed = false
  readonly metrics: readonly Metric[] = [
    {
      name: 'redis_connected',
      help: 'Whether this server hears of the others and they of it: 1, or 0 while Redis is away',
      value: () => (this.#publisher.status === 'ready' && this.#subscriber.status === 'ready' ? 1 : 0),
    },
  ]

  constructor(redisUrl: string, options: PeersOptions) {
    this.#options = options
    const {scheduler, patience = 1} = options
    const retryStrategy = (attempts: number) => Math.min(attempts * 50, RECONNECT_WITHIN)
    this.#publisher = new Redis(redisUrl, {
      retryStrategy,
      socketTimeout: ANSWER_WITHIN * patience,
      // These options keep old telemetry from being sent after an outage.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
    })
    this.#subscriber = new Redis(redisUrl, {
      retryStrategy,
      keepAlive: ANSWER_WITHIN,
      maxRetriesPerRequest: null,
      // The library's own resubscription does not catch a refusal, which would end the process.
      autoResubscribe: false,
    })
    const link = {
      scheduler,
      patience,
      sendToAll: (content: Message) => this.#send(content),
      sendTo: (server: string, content: Message) => void this.#send(content, channelOf(server)),
    }
    this.#interests = new Interests({
      ...link,
      isUp: () => this.#publisher.status === 'ready',
      reconnect: () => this.#subscriber.disconnect(true),
      onMissed: () => this.#expectGap(),
    })
    this.#takeovers = new Takeovers({...link, others: () => this.#interests.others()})
    for (const connection of [this.#publisher, this.#subscriber]) this.#observe(connection)
    this.#subscriber.on('message', (_channel, text) => this.#take(text))
  }

  publish(change: string, content: unknown, watched?: readonly {device_id: string}[]) {
    const shares = watched && this.#interests.shares(watched)
    if (shares === undefined) void this.#sendChange({change, content})
    else for (const [server, content] of shares) void this.#sendChange({change, content}, channelOf(server))
  }

  watch(deviceId: string) {
    this.#interests.watch(deviceId)
  }

  unwatch(deviceId: string) {
    this.#interests.unwatch(deviceId)
  }

  untilConfirmed() {
    return this.#interests.untilConfirmed()
  }

  takeOver(client: Client, onOrdered: () => void) {
    return this.#takeovers.takeOver(client, onOrdered)
  }

  listen(listener: PeerListener) {
    this.#listener = listener
  }

  close() {
    this.#isClosed = true
    this.#interests.close()
    this.#takeovers.close()
    this.#publisher.disconnect()
    this.#subscriber.disconnect()
  }

  #observe(connection: Redis) {
    connection.on('error', error => {
      this.#reason = describeError(error)
    })
    connection.on('close', () => {
      if (this.#away.size === 0 && !this.#isClosed)
        this.#options.warn(`Redis is away, and with it what other servers receive: ${this.#reason}`)
      this.#away.add(connection)
      if (connection === this.#subscriber) this.#interests.stopListening()
    })
    connection.on('ready', () => {
      if (connection === this.#subscriber) this.#subscribe()
      if (connection === this.#publisher) this.#interests.ask()
      if (!this.#away.delete(connection)) return
      // The others may have forgotten what this server watches while it could publish nothing.
      this.#expectGap()
      if (connection === this.#publisher) void this.#send({wasAway: true})
    })
  }

  #subscribe() {
    this.#subscriber
      .subscribe(CHANNEL, channelOf(this.#self))
      .then(() => this.#interests.listen())
      .catch(error => this.#isClosed || this.#options.warn(`Redis lets nothing be heard: ${describeError(error)}`))
  }

  /** Resolves to how many servers receive it, or to undefined when it was not sent. */
  async #send(content: Message, channel = CHANNEL): Promise<number | undefined> {
    if (this.#publisher.status !== 'ready') return undefined
    try {
      return await this.#publisher.publish(channel, this.#self + JSON.stringify(content))
    } catch {
      return undefined
    }
  }

  async #sendChange(content: z.infer<typeof changeMessage>, channel = CHANNEL) {
    if (this.#unanswered === MAX_UNANSWERED) {
      this.#hasDropped = true
      return
    }
    this.#unanswered++
    await this.#send(content, channel)
    this.#unanswered--
    if (this.#unanswered > 0 || !this.#hasDropped) return
    this.#hasDropped = false
    void this.#send({wasAway: true})
  }

  #take(text: string) {
    const server = text.slice(0, this.#self.length)
    const json = text.slice(this.#self.length)
    if (server === this.#self) this.#receiveOwn(json)
    else this.#receive(server, readMessage(json))
  }

  #receive(server: string, received: Message | undefined) {
    this.#interests.isAlive(server)
    if (received === undefined) return
    if ('wasAway' in received) this.#expectGap()
    else if (isInterest(received)) this.#interests.receive(server, received)
    else if (isTakeover(received))
      this.#takeovers.receive(server, received, async clients => this.#listener?.onTakeOver(clients))
    else this.#listener?.onChange(received.change, received.content)
  }

  #receiveOwn(json: string) {
    this.#interests.receiveOwn()
    // Of what comes back to it, the rest would be read for nothing.
    const received = this.#takeovers.isWaiting() ? readMessage(json) : undefined
    if (received !== undefined && isTakeover(received)) this.#takeovers.receiveOwn(received)
  }

  #expectGap() {
    this.#stopSettling()
    this.#stopSettling = this.#options.scheduler.after(SETTLING, () => this.#listener?.onGap())
  }
}

const isInterest = (content: Message): content is InterestMessage =>
  'interest' in content || 'heard' in content || 'isAlive' in content

const isTakeover = (content: Message): content is TakeoverMessage => 'takeOver' in content || 'takenOver' in content

/** Returns undefined for a message that this version does not know, because the sender may have another version. */
function readMessage(json: string): Message | undefined {
  try {
    return message.parse(JSON.parse(json))
  } catch {
    return undefined
  }
}

/** When a host name has several addresses, the error is an AggregateError with an empty message of its own. */
function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join(', ')
  return error instanceof Error ? error.message : String(error)
}
