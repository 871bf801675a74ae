import {randomUUID} from 'node:crypto'
import {Redis} from 'ioredis'
import * as z from 'zod/mini'
import type {Milliseconds} from '../../contract/wire/common'
import {liveTelemetry} from '../../contract/wire/live'

const news = z.union([
  z.object({telemetry: z.array(liveTelemetry)}),
  z.object({endedSession: z.string()}),
  z.object({changedUser: z.string()}),
  z.object({changedDevices: z.array(z.string())}),
])
/** What a server tells the others. */
export type News = z.infer<typeof news>
/** `wasAway`: there may have been news that nobody was told. */
const message = z.union([news, z.object({wasAway: z.literal(true)})])
type Message = z.infer<typeof message>

export interface PeerListener {
  onNews(news: News): void
  /** News may have been missed. */
  onGap(): void
}

/** The other servers on the same database. */
export interface Peers {
  /** Nothing waits for it: a server that can't be reached now does not hear it later either. */
  tell(news: News): void
  listen(listener: PeerListener): void
  close(): void
}

/** What a server that stands alone has in their place. */
export const noPeers: Peers = {tell() {}, listen() {}, close() {}}

const CHANNEL = 'pulsewall'
const RECONNECT_WITHIN: Milliseconds = 500
/** By then every server has reconnected, so that nothing more is missed. */
const SETTLING: Milliseconds = 2 * RECONNECT_WITHIN
const ANSWER_WITHIN: Milliseconds = 5000
const MOST_UNANSWERED = 1000

/** Joins the servers through Redis. While it is away each serves what came to itself, and `warn` hears of it once. */
export function joinPeers(redisUrl: string, warn: (message: string) => void): Peers {
  const self = randomUUID()
  const retryStrategy = (attempts: number) => Math.min(attempts * 50, RECONNECT_WITHIN)
  const publisher = new Redis(redisUrl, {
    retryStrategy,
    socketTimeout: ANSWER_WITHIN,
    // Old telemetry is not to be sent after an outage.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  })
  const subscriber = new Redis(redisUrl, {
    retryStrategy,
    keepAlive: ANSWER_WITHIN,
    maxRetriesPerRequest: null,
    // Its own way to subscribe again after a loss leaves a refusal unheard, which would end the process.
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

/** A server of another version may tell what is not understood here. */
function readMessage(json: string): Message | undefined {
  try {
    return message.parse(JSON.parse(json))
  } catch {
    return undefined
  }
}

/** Where a name has several addresses the error itself says nothing. */
function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join(', ')
  return error instanceof Error ? error.message : String(error)
}
