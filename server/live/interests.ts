import * as z from 'zod/mini'
import type {Milliseconds} from '../../contract/wire/common'
import type {Scheduler} from '../scheduler'

const ids = z.array(z.string())
export const interestMessage = z.union([
  z.object({
    interest: z.object({
      wants: ids,
      drops: ids,
      /** Whether `wants` is all that the sender wants. */
      isWhole: z.boolean(),
      /** Whether the sender wants to know what the others want. */
      asks: z.boolean(),
      number: z.number(),
    }),
  }),
  z.object({heard: z.number()}),
  z.object({isAlive: z.literal(true)}),
])
export type InterestMessage = z.infer<typeof interestMessage>

interface InterestLink {
  scheduler: Pick<Scheduler, 'elapsed' | 'after' | 'every'>
  isUp(): boolean
  /** Resolves to how many servers receive it, this one included, or to undefined when it was not sent. */
  sendToAll(message: InterestMessage): Promise<number | undefined>
  sendTo(server: string, message: InterestMessage): void
  /** Connects again for hearing. */
  reconnect(): void
  /** Called when another server may have sent too little for a while. */
  onMissed(): void
}

interface Peer {
  wants: Set<string>
  /** Whether it has sent all its interests since it was last asked. */
  isKnown: boolean
  /** The number of the last interest of this server that it has confirmed. */
  confirmed: number
  /** An interest that it had not confirmed in time. */
  owes: number | undefined
  aliveAt: Milliseconds
}

const HEARTBEAT: Milliseconds = 2000
const LEASE: Milliseconds = 3.5 * HEARTBEAT
const PATIENCE: Milliseconds = 3000
/** While a server does not answer, as one of a version without interests, the others are asked this rarely. */
const BEATS_BETWEEN_QUESTIONS = 5
/** A server that does not receive its own messages has lost its connection without an error. */
const MOST_UNANSWERED = 3

/**
 * Servers publish which devices they have watchers of, so that values go to no others. A server that does not know the
 * interests of each other one sends to all.
 */
export function createInterests({scheduler, isUp, sendToAll, sendTo, reconnect, onMissed}: InterestLink) {
  const {elapsed, after, every} = scheduler
  const own = new Set<string>()
  const added = new Set<string>()
  const dropped = new Set<string>()
  const peers = new Map<string, Peer>()
  const waiting = new Set<() => void>()
  let number = 0
  let listens = false
  let isFlushing = false
  /** How many servers listened when this one last published; infinite until they have been asked. */
  let listeners = Number.POSITIVE_INFINITY
  /** The number of the last interest when they were counted. */
  let countedAt = 0
  let beats = 0
  let unanswered = 0

  const knowsAll = () => listens && [...peers.values()].filter(({isKnown}) => isKnown).length >= listeners - 1

  const whole = (asks: boolean): InterestMessage => ({
    interest: {wants: [...own], drops: [], isWhole: true, asks, number},
  })

  async function count(received: Promise<number | undefined>) {
    const asked = number
    const counted = (await received) ?? Number.POSITIVE_INFINITY
    if (counted !== listeners) beats = 0
    listeners = counted
    countedAt = asked
    wake()
  }

  async function ask() {
    beats = 1
    number++
    added.clear()
    dropped.clear()
    listeners = Number.POSITIVE_INFINITY
    for (const peer of peers.values()) peer.isKnown = false
    listeners = (await sendToAll(whole(true))) ?? Number.POSITIVE_INFINITY
  }

  function flush() {
    isFlushing = false
    if (added.size + dropped.size === 0) return
    number++
    const interest = {wants: [...added], drops: [...dropped], isWhole: false, asks: false, number}
    added.clear()
    dropped.clear()
    void count(sendToAll({interest}))
  }

  /** Changes of one turn are published together. */
  function flushSoon() {
    if (isFlushing) return
    isFlushing = true
    queueMicrotask(flush)
  }

  function change(deviceId: string, to: Set<string>, from: Set<string>) {
    if (!from.delete(deviceId)) to.add(deviceId)
    flushSoon()
  }

  const unconfirmedPeers = () =>
    [...peers.values()].filter(({confirmed, owes}) => Math.max(confirmed, owes ?? 0) < number)
  const isConfirmed = () => unconfirmedPeers().length === 0

  /** Who has gone without a word is a peer for a while, but listens no more, and is not waited for. */
  function giveUpGone() {
    const missing = unconfirmedPeers()
    if (countedAt !== number || peers.size - missing.length < listeners - 1) return
    for (const peer of missing) peer.owes = number
  }

  function wake() {
    giveUpGone()
    if (!isConfirmed()) return
    for (const proceed of waiting) proceed()
    waiting.clear()
  }

  function forgetSilent() {
    const before = elapsed() - LEASE
    for (const [server, {aliveAt}] of peers) {
      if (aliveAt >= before) continue
      peers.delete(server)
      listeners = Number.POSITIVE_INFINITY
      beats = 0
    }
    wake()
  }

  const stopBeating = every(HEARTBEAT, () => {
    if (!listens || !isUp()) return
    if (++unanswered > MOST_UNANSWERED) {
      unanswered = 0
      return reconnect()
    }
    forgetSilent()
    if (!knowsAll() && beats++ % BEATS_BETWEEN_QUESTIONS === 0) void ask()
    else void count(sendToAll({isAlive: true}))
  })

  function peerOf(server: string): Peer {
    const peer = peers.get(server) ?? {
      wants: new Set(),
      isKnown: false,
      confirmed: 0,
      owes: undefined,
      aliveAt: elapsed(),
    }
    peers.set(server, peer)
    return peer
  }

  function confirm(peer: Peer | undefined, confirmed: number) {
    if (peer === undefined) return onMissed()
    peer.confirmed = Math.max(peer.confirmed, confirmed)
    if (peer.owes !== undefined && confirmed >= peer.owes) {
      peer.owes = undefined
      onMissed()
    }
    wake()
  }

  return {
    watch(deviceId: string) {
      if (own.has(deviceId)) return
      own.add(deviceId)
      change(deviceId, added, dropped)
    },
    unwatch(deviceId: string) {
      if (own.delete(deviceId)) change(deviceId, dropped, added)
    },
    /**
     * Resolves when the others send what is watched now. `onMissed` is called when one that was too slow has confirmed.
     */
    async untilConfirmed(): Promise<void> {
      flush()
      if (isConfirmed() || !listens || !isUp()) return
      await new Promise<void>(resolve => {
        const stopWaiting = after(PATIENCE, () => {
          for (const peer of peers.values()) if (peer.confirmed < number) peer.owes = number
          wake()
        })
        waiting.add(() => {
          stopWaiting()
          resolve()
        })
      })
    },
    /** Call it when this server is subscribed again. */
    listen() {
      listens = true
      unanswered = 0
      void ask()
    },
    /** Call it when this server is no longer subscribed. */
    stopListening() {
      listens = false
    },
    ask() {
      if (listens) void ask()
    },
    receiveOwn() {
      unanswered = 0
    },
    isAlive(server: string) {
      const peer = peers.get(server)
      if (peer !== undefined) peer.aliveAt = elapsed()
    },
    receive(server: string, message: InterestMessage) {
      if ('heard' in message) return confirm(peers.get(server), message.heard)
      if ('isAlive' in message) return
      const {wants, drops, isWhole, asks, number: received} = message.interest
      const peer = peerOf(server)
      if (isWhole) {
        peer.wants = new Set(wants)
        peer.isKnown = true
      } else {
        for (const id of wants) peer.wants.add(id)
        for (const id of drops) peer.wants.delete(id)
      }
      sendTo(server, {heard: received})
      if (asks) sendTo(server, whole(false))
    },
    /** Those that have said lately what they want. */
    others: () => [...peers.keys()],
    /** What each of the others wants of `items`; undefined when that is not known of all. */
    shares<Item extends {device_id: string}>(items: readonly Item[]): [server: string, items: Item[]][] | undefined {
      if (!knowsAll()) return undefined
      return [...peers]
        .map(([server, {wants}]): [string, Item[]] => [server, items.filter(({device_id: id}) => wants.has(id))])
        .filter(([, wanted]) => wanted.length > 0)
    },
    close() {
      stopBeating()
      for (const proceed of waiting) proceed()
    },
  }
}
