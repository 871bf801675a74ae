import type {IPublishPacket} from 'mqtt-packet'
import {MAX_INFLIGHT} from '../clientCalls'
import type {Connection} from './connection'
import {type Feed, topicFor} from './topics'

/** The feed of a filter, and its options. */
export interface Subscribed {
  feed: Feed
  qos: 0 | 1
  /** The identifier of MQTT 5, sent with each message of the filter. */
  identifier: number | undefined
}

/**
 * The outcome of a message to a client: `delivered`, as far as known when the client does not acknowledge it;
 * `unsubscribed` without a subscription; `refused` by its acknowledgement; `lost` with its connection.
 */
export type Delivery = 'delivered' | 'unsubscribed' | 'refused' | 'lost' | 'tooLarge' | 'unacknowledged'

/** The subscriptions of a connection, and the messages that it has not acknowledged. */
export interface Subscriptions {
  /** False for a further filter of a client that has as many as it may have. */
  add(filter: string, subscribed: Subscribed): boolean
  /** False when there was none. */
  remove(filter: string): boolean
  /** The filter of a feed: of several, the one that was subscribed last, as in ThingsBoard. */
  filterOf(feed: Feed): string | undefined
  /** The client takes no more unacknowledged messages at a time. */
  boundUnacknowledged(messages: number): void
  /** Sends to those who have subscribed the filter, or the one topic of it; the id takes the place of its wildcard. */
  publish(filter: string | undefined, content: unknown, id?: string | number): Delivery | Promise<Delivery>
  /** Whether the client is still to acknowledge it. */
  isUnderway(messageId: number): boolean
  acknowledged(messageId: number, isTaken: boolean): void
  /** Messages under way count as not received. */
  close(): void
}

/** A filter can name one answer of billions, and a client need not end it. */
const MAX_FILTERS = 1000
const FIRST_NUMBER = 1
const MAX_MESSAGE_ID = 65_535

export function createSubscriptions(send: Connection['send']): Subscriptions {
  const filters = new Map<string, Subscribed>()
  const pending = new Map<number, (delivered: Delivery) => void>()
  let mostUnacknowledged = MAX_INFLIGHT
  let lastId = 0

  function nextId(): number {
    do lastId = lastId >= MAX_MESSAGE_ID ? FIRST_NUMBER : lastId + 1
    while (pending.has(lastId))
    return lastId
  }

  function sendOnce(packet: IPublishPacket): Delivery {
    const sent = send(packet)
    return sent === 'sent' ? 'delivered' : sent
  }

  return {
    add(filter, subscribed) {
      if (!filters.delete(filter) && filters.size >= MAX_FILTERS) return false
      filters.set(filter, subscribed)
      return true
    },
    remove: filter => filters.delete(filter),
    filterOf: feed => [...filters.keys()].findLast(filter => filters.get(filter)?.feed === feed),
    boundUnacknowledged(messages) {
      mostUnacknowledged = Math.min(messages, MAX_INFLIGHT)
    },
    publish(filter, content, id = '') {
      const topic = filter === undefined ? '' : topicFor(filter, id)
      const subscribed = filters.get(topic) ?? filters.get(filter ?? '')
      if (subscribed === undefined) return 'unsubscribed'
      const {qos, identifier} = subscribed
      const packet: IPublishPacket = {
        cmd: 'publish',
        topic,
        payload: JSON.stringify(content),
        qos,
        dup: false,
        retain: false,
        ...(identifier !== undefined && {properties: {subscriptionIdentifier: identifier}}),
      }
      if (qos === 0) return sendOnce(packet)
      if (pending.size >= mostUnacknowledged) return 'unacknowledged'
      const messageId = nextId()
      return new Promise(resolve => {
        pending.set(messageId, delivery => {
          pending.delete(messageId)
          resolve(delivery)
        })
        const sent = sendOnce({...packet, messageId})
        if (sent !== 'delivered') pending.get(messageId)?.(sent)
      })
    },
    isUnderway: messageId => pending.has(messageId),
    acknowledged: (messageId, isTaken) => pending.get(messageId)?.(isTaken ? 'delivered' : 'refused'),
    close() {
      for (const deliver of pending.values()) deliver('lost')
    },
  }
}
