import {randomUUID} from 'node:crypto'
import {Redis} from 'ioredis'
import * as z from 'zod/mini'
import type {Milliseconds} from '../../contract/wire/common'
import {liveAttribute, liveTelemetry} from '../../contract/wire/live'

const news = z.union([
  z.object({telemetry: z.array(liveTelemetry)}),
  z.object({attributes: z.array(liveAttribute)}),
  z.object({changedAlarms: z.readonly(z.array(z.string()))}),
  z.object({endedSession: z.string()}),
  z.object({changedUser: z.string()}),
  z.object({changedDevices: z.array(z.string())}),
  z.object({changedKeySettings: z.string()}),
  z.object({command: z.object({deviceId: z.string(), number: z.number()})}),
])
export type News = z.infer<typeof news>
/** `wasAway` says that the sender could not publish for a while, so the others may have missed news. */
const message = z.union([news, z.object({wasAway: z.literal(true)})])
type Message = z.infer<typeof message>

export interface PeerListener {
  onNews(news: News): void
  /** Called when news may have been missed. */
  onGap(): void
}

/** The other servers on the same database. */
export interface Peers {
  /** Returns at once. News is not stored: a server that can't be reached now never gets it. */
  tell(news: News): void
  listen(listener: PeerListener): void
  close(): void
}

/** For a server without others on its database. */
export const noPeers: Peers = {tell() {}, listen() {}, close() {}}

const CHANNEL = 'pulsewall'
const RECONNECT_WITHIN: Milliseconds = 500
/** Longer than every server takes to reconnect, so that nothing more is missed after it. */
const SETTLING: Milliseconds = 2 * RECONNECT_WITHIN
const ANSWER_WITHIN: Milliseconds = 5000
const MOST_UNANSWERED = 1000

/**
 * Connects the servers through Redis. While Redis is away, each server serves only the telemetry that it received
 * itself, and `warn` is called once.
 */
export function joinPeers(redisUrl: string, warn: (message: string) => void): Peers {
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
  let settling: NodeJS.Timeout | undefined
  let isClosed = false

  function tell(told: Message) {
    if (publisher.status !== 'ready' || unanswered === MOST_UNANSWERED) return
    unanswered++
    const answered = () => {
      unanswered--
    }
    publisher.publish(CHANNEL, self + JSON.stringify(told)).then(answered, answered)
  }

  function subscribe() {
    subscriber
      .subscribe(CHANNEL)
      .catch(error => isClosed || warn(`Redis lets nothing be heard: ${describeError(error)}`))
  }

  function hear(heard: Message | undefined) {
    if (heard === undefined) return
    if ('wasAway' in heard) expectGap()
    else listener?.onNews(heard)
  }

  function expectGap() {
    clearTimeout(settling)
    settling = setTimeout(() => listener?.onGap(), SETTLING).unref()
  }

  for (const connection of [publisher, subscriber]) {
    connection.on('error', error => {
      reason = describeError(error)
    })
    connection.on('close', () => {
      if (away.size === 0 && !isClosed) warn(`Redis is away, and with it what other servers receive: ${reason}`)
      away.add(connection)
    })
    connection.on('ready', () => {
      if (connection === subscriber) subscribe()
      if (!away.delete(connection)) return
      if (connection === publisher) tell({wasAway: true})
      else expectGap()
    })
  }
  subscriber.on('message', (_channel, text) => {
    if (!text.startsWith(self)) hear(readMessage(text.slice(self.length)))
  })

  return {
    tell,
    listen(to) {
      listener = to
    },
    close() {
      isClosed = true
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

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
