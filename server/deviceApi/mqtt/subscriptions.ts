import {MOST_INFLIGHT} from '../clientCalls'
import type {Connection} from './connection'
import type {Heard} from './topics'

/** What a client hears, with how and by which filter. */
export interface Subscribed {
  filter: string
  qos: 0 | 1
}

/** What the client of a connection hears, and what is on its way to it. */
export interface Subscriptions {
  has(heard: Heard): boolean
  add(heard: Heard, subscribed: Subscribed): void
  remove(heard: Heard, filter: string): void
  /** Resolves to whether the client has got it: as far as is known, when it is not to acknowledge. */
  tell(heard: Heard, topicOf: (subscribed: Subscribed) => string, content: unknown): boolean | Promise<boolean>
  acknowledged(messageId: number): void
  /** What is on its way has not come, as far as is known. */
  close(): void
}

const FIRST_NUMBER = 1
const MOST_MESSAGE_ID = 65_535

export function createSubscriptions(send: Connection['send']): Subscriptions {
  const filters = new Map<Heard, Subscribed>()
  const delivered = new Map<number, (isDelivered: boolean) => void>()
  let lastId = 0

  function nextId(): number {
    do lastId = lastId >= MOST_MESSAGE_ID ? FIRST_NUMBER : lastId + 1
    while (delivered.has(lastId))
    return lastId
  }

  return {
    has: heard => filters.has(heard),
    add: (heard, subscribed) => void filters.set(heard, subscribed),
    remove(heard, filter) {
      if (filters.get(heard)?.filter === filter) filters.delete(heard)
    },
    tell(heard, topicOf, content) {
      const subscribed = filters.get(heard)
      if (subscribed === undefined || delivered.size >= MOST_INFLIGHT) return false
      const {qos} = subscribed
      const packet = {cmd: 'publish', topic: topicOf(subscribed), payload: JSON.stringify(content), qos} as const
      const flags = {dup: false, retain: false}
      if (qos === 0) return send({...packet, ...flags})
      const messageId = nextId()
      return new Promise<boolean>(resolve => {
        delivered.set(messageId, isDelivered => {
          delivered.delete(messageId)
          resolve(isDelivered)
        })
        if (!send({...packet, ...flags, messageId})) delivered.get(messageId)?.(false)
      })
    },
    acknowledged: messageId => delivered.get(messageId)?.(true),
    close() {
      for (const deliver of delivered.values()) deliver(false)
    },
  }
}
