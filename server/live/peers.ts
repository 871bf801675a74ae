import {randomUUID} from 'node:crypto'
import {Redis} from 'ioredis'
import * as z from 'zod/mini'
import type {Milliseconds} from '../../contract/wire/common'
import {liveAttribute, liveTelemetry} from '../../contract/wire/telemetry/live'
import type {Metric} from '../http/metrics/metrics'
import type {Cancel, Scheduler} from '../scheduler'
import {type InterestMessage, Interests, interestMessage} from './rooms/interests'
import {type Client, type TakeoverMessage, Takeovers, takeoverMessage} from './takeovers'

const news = z.union([
  z.object({telemetry: z.array(liveTelemetry)}),
  z.object({attributes: z.array(liveAttribute)}),
  z.object({changedAlarms: z.readonly(z.array(z.string()))}),
  z.object({endedSession: z.string()}),
  z.object({changedUser: z.string()}),
  z.object({changedDevices: z.array(z.string())}),
  z.object({changedKeySettings: z.string()}),
  z.object({changedTokens: z.array(z.string())}),
  z.object({command: z.object({deviceId: z.string(), number: z.number()})}),
])
export type PeerEvent = z.infer<typeof news>
/** `wasAway`: the sender could not publish for a while, so the others may have missed events. */
const message = z.union([news, z.object({wasAway: z.literal(true)}), interestMessage, takeoverMessage])
type Message = z.infer<typeof message>

export interface PeerListener {
  onEvent(news: PeerEvent): void
  /** Called when events may have been missed. */
  onGap(): void
  /** Resolves when the sessions of the clients have ended here, and what they leave is stored. */
  onTakeOver(clients: readonly Client[]): Promise<void>
}

/** The other servers on the same database. */
export interface Peers {
  /** Returns at once. Events are not stored: a server that can't be reached now never gets it. */
  publish(news: PeerEvent): void
  /** Telemetry comes only of devices that are watched. */
  watch(deviceId: string): void
  unwatch(deviceId: string): void
  /** Resolves when the others send what is watched by now. */
  untilConfirmed(): Promise<void>
  /**
   * Ends the sessions of a client at the others. Resolves when they have ended and what they leave is stored, or after
   * a while. `onOrdered` is called before a takeover by any server to which the client has come later.
   */
  takeOver(client: Client, onOrdered: () => void): Promise<void>
  listen(listener: PeerListener): void
  metrics: readonly Metric[]
  close(): void
}

/** For a server without others on its database. */
export const noPeers: Peers = {
  publish() {},
  watch() {},
  unwatch() {},
  async untilConfirmed() {},
  async takeOver(_client, onOrdered) {
    onOrdered()
  },
  listen() {},
  metrics: [],
  close() {},
}

/** All servers subscribe this one, and each one its own besides. */
const CHANNEL = 'pulsewall'
const channelOf = (server: string) => `${CHANNEL}:${server}`
const RECONNECT_WITHIN: Milliseconds = 500
/** Longer than every server takes to reconnect, so that nothing more is missed after it. */
const SETTLING: Milliseconds = 2 * RECONNECT_WITHIN
const ANSWER_WITHIN: Milliseconds = 5000
const MOST_UNANSWERED = 1000

type PeersScheduler = Pick<Scheduler, 'elapsed' | 'after' | 'every'>

/**
 * Connects the servers through Redis. While Redis is away, each server serves only the telemetry that it received
 * itself, and `warn` is called once.
 */
export function joinPeers(
  redisUrl: string,
  {scheduler, warn}: {scheduler: PeersScheduler; warn: (message: string) => void},
): Peers {
  const self = randomUUID()
  const retryStrategy = (attempts: number) => Math.min(attempts * 50, RECONNECT_WITHIN)
  const publisher = new Redis(redisUrl, {
    retryStrategy,
    socketTimeout: ANSWER_WITHIN,
    // These options keep old telemetry from being sent after an outage.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  })
  const subscriber = new Redis(redisUrl, {
    retryStrategy,
    keepAlive: ANSWER_WITHIN,
    maxRetriesPerRequest: null,
    // The library's own resubscription does not catch a refusal, which would end the process.
    autoResubscribe: false,
  })
  const away = new Set<Redis>()
  let listener: PeerListener | undefined
  let reason = 'the connection was closed'
  let unanswered = 0
  let hasDropped = false
  let stopSettling: Cancel = () => {}
  let isClosed = false

  /** Resolves to how many servers receive it, or to undefined when it was not sent. */
  async function send(content: Message, channel = CHANNEL): Promise<number | undefined> {
    if (publisher.status !== 'ready') return undefined
    try {
      return await publisher.publish(channel, self + JSON.stringify(content))
    } catch {
      return undefined
    }
  }

  async function sendEvent(content: PeerEvent, channel = CHANNEL) {
    if (unanswered === MOST_UNANSWERED) {
      hasDropped = true
      return
    }
    unanswered++
    await send(content, channel)
    unanswered--
    if (unanswered > 0 || !hasDropped) return
    hasDropped = false
    void send({wasAway: true})
  }

  const interests = new Interests({
    scheduler,
    isUp: () => publisher.status === 'ready',
    sendToAll: content => send(content),
    sendTo: (server, content) => void send(content, channelOf(server)),
    reconnect: () => subscriber.disconnect(true),
    onMissed: expectGap,
  })
  const takeovers = new Takeovers({
    scheduler,
    others: () => interests.others(),
    sendToAll: content => send(content),
    sendTo: (server, content) => void send(content, channelOf(server)),
  })

  function publish(content: PeerEvent) {
    const shares = 'telemetry' in content ? interests.shares(content.telemetry) : undefined
    if (shares === undefined) void sendEvent(content)
    else for (const [server, telemetry] of shares) void sendEvent({telemetry}, channelOf(server))
  }

  function subscribe() {
    subscriber
      .subscribe(CHANNEL, channelOf(self))
      .then(() => interests.listen())
      .catch(error => isClosed || warn(`Redis lets nothing be heard: ${describeError(error)}`))
  }

  function receive(server: string, received: Message | undefined) {
    interests.isAlive(server)
    if (received === undefined) return
    if ('wasAway' in received) expectGap()
    else if (isInterest(received)) interests.receive(server, received)
    else if (isTakeover(received)) takeovers.receive(server, received, async clients => listener?.onTakeOver(clients))
    else listener?.onEvent(received)
  }

  function receiveOwn(text: string) {
    interests.receiveOwn()
    // Of what comes back to it, the rest would be read for nothing.
    const received = takeovers.isWaiting() ? readMessage(text) : undefined
    if (received !== undefined && isTakeover(received)) takeovers.receiveOwn(received)
  }

  function expectGap() {
    stopSettling()
    stopSettling = scheduler.after(SETTLING, () => listener?.onGap())
  }

  for (const connection of [publisher, subscriber]) {
    connection.on('error', error => {
      reason = describeError(error)
    })
    connection.on('close', () => {
      if (away.size === 0 && !isClosed) warn(`Redis is away, and with it what other servers receive: ${reason}`)
      away.add(connection)
      if (connection === subscriber) interests.stopListening()
    })
    connection.on('ready', () => {
      if (connection === subscriber) subscribe()
      if (connection === publisher) interests.ask()
      if (!away.delete(connection)) return
      // The others may have forgotten what this server watches while it could publish nothing.
      expectGap()
      if (connection === publisher) void send({wasAway: true})
    })
  }
  subscriber.on('message', (_channel, text) => {
    const server = text.slice(0, self.length)
    if (server === self) receiveOwn(text.slice(self.length))
    else receive(server, readMessage(text.slice(self.length)))
  })

  return {
    publish,
    watch: deviceId => interests.watch(deviceId),
    unwatch: deviceId => interests.unwatch(deviceId),
    untilConfirmed: () => interests.untilConfirmed(),
    takeOver: (client, onOrdered) => takeovers.takeOver(client, onOrdered),
    listen(to) {
      listener = to
    },
    metrics: [
      {
        name: 'redis_connected',
        help: 'Whether this server hears of the others and they of it: 1, or 0 while Redis is away',
        value: () => (publisher.status === 'ready' && subscriber.status === 'ready' ? 1 : 0),
      },
    ],
    close() {
      isClosed = true
      interests.close()
      takeovers.close()
      publisher.disconnect()
      subscriber.disconnect()
    },
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
