import {randomUUID} from 'node:crypto'
import {Redis} from 'ioredis'
import * as z from 'zod/mini'
import type {Milliseconds} from '../../contract/wire/common'
import {liveAttribute, liveTelemetry} from '../../contract/wire/live'
import type {Metric} from '../http/metrics'
import type {Cancel, Scheduler} from '../scheduler'
import {createInterests, type InterestMessage, interestMessage} from './interests'
import {type Client, createTakeovers, type TakeoverMessage, takeoverMessage} from './takeovers'

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
export type News = z.infer<typeof news>
/** `wasAway` says that the sender could not publish for a while, so the others may have missed news. */
const message = z.union([news, z.object({wasAway: z.literal(true)}), interestMessage, takeoverMessage])
type Message = z.infer<typeof message>

export interface PeerListener {
  onNews(news: News): void
  /** Called when news may have been missed. */
  onGap(): void
  /** Resolves when the sessions of the clients have ended here, and what they leave is stored. */
  onTakeOver(clients: readonly Client[]): Promise<void>
}

/** The other servers on the same database. */
export interface Peers {
  /** Returns at once. News is not stored: a server that can't be reached now never gets it. */
  tell(news: News): void
  /** Telemetry comes only of devices that are watched. */
  watch(deviceId: string): void
  unwatch(deviceId: string): void
  /** Resolves when the others send what is watched by now. */
  heard(): Promise<void>
  /**
   * Ends the sessions of a client at the others. Resolves when they have ended and what they leave is stored, or after a
   * while. `onOrdered` is called before it is heard of any server to which the client has come later.
   */
  takeOver(client: Client, onOrdered: () => void): Promise<void>
  listen(listener: PeerListener): void
  metrics: readonly Metric[]
  close(): void
}

/** For a server without others on its database. */
export const noPeers: Peers = {
  tell() {},
  watch() {},
  unwatch() {},
  async heard() {},
  async takeOver(_client, onOrdered) {
    onOrdered()
  },
  listen() {},
  metrics: [],
  close() {},
}

/** All servers hear this one, and each hears one of its own besides. */
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
  async function send(told: Message, channel = CHANNEL): Promise<number | undefined> {
    if (publisher.status !== 'ready') return undefined
    try {
      return await publisher.publish(channel, self + JSON.stringify(told))
    } catch {
      return undefined
    }
  }

  async function sendNews(told: News, channel = CHANNEL) {
    if (unanswered === MOST_UNANSWERED) {
      hasDropped = true
      return
    }
    unanswered++
    await send(told, channel)
    unanswered--
    if (unanswered > 0 || !hasDropped) return
    hasDropped = false
    void send({wasAway: true})
  }

  const interests = createInterests({
    scheduler,
    isUp: () => publisher.status === 'ready',
    tellAll: told => send(told),
    tellOne: (server, told) => void send(told, channelOf(server)),
    reconnect: () => subscriber.disconnect(true),
    onMissed: expectGap,
  })
  const takeovers = createTakeovers({
    scheduler,
    others: interests.others,
    tellAll: told => send(told),
    tellOne: (server, told) => void send(told, channelOf(server)),
  })

  function tell(told: News) {
    const shares = 'telemetry' in told ? interests.shares(told.telemetry) : undefined
    if (shares === undefined) void sendNews(told)
    else for (const [server, telemetry] of shares) void sendNews({telemetry}, channelOf(server))
  }

  function subscribe() {
    subscriber
      .subscribe(CHANNEL, channelOf(self))
      .then(interests.listen)
      .catch(error => isClosed || warn(`Redis lets nothing be heard: ${describeError(error)}`))
  }

  function hear(server: string, heard: Message | undefined) {
    interests.isAlive(server)
    if (heard === undefined) return
    if ('wasAway' in heard) expectGap()
    else if (isInterest(heard)) interests.hear(server, heard)
    else if (isTakeover(heard)) takeovers.hear(server, heard, async clients => listener?.onTakeOver(clients))
    else listener?.onNews(heard)
  }

  function hearSelf(text: string) {
    interests.hearSelf()
    // Of what comes back to it, the rest would be read for nothing.
    const heard = takeovers.isWaiting() ? readMessage(text) : undefined
    if (heard !== undefined && isTakeover(heard)) takeovers.hearSelf(heard)
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
      // The others may have forgotten what this server watches while it could tell them nothing.
      expectGap()
      if (connection === publisher) void send({wasAway: true})
    })
  }
  subscriber.on('message', (_channel, text) => {
    const server = text.slice(0, self.length)
    if (server === self) hearSelf(text.slice(self.length))
    else hear(server, readMessage(text.slice(self.length)))
  })

  return {
    tell,
    watch: interests.watch,
    unwatch: interests.unwatch,
    heard: interests.heard,
    takeOver: takeovers.takeOver,
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

const isInterest = (told: Message): told is InterestMessage =>
  'interest' in told || 'heard' in told || 'isAlive' in told

const isTakeover = (told: Message): told is TakeoverMessage => 'takeOver' in told || 'takenOver' in told

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
