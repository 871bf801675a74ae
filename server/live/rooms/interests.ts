import * as z from 'zod/mini'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Scheduler} from '../../scheduler'

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
  /** By how much the times are multiplied for which the others are waited for. */
  patience: number
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
const MAX_UNANSWERED = 3

/**
 * Servers publish which devices they have watchers of, so that values go to no others. A server that does not know the
 * interests of each other one sends to all.
 */
export class Interests {
  readonly #options: InterestLink
  readonly #own = new Set<string>()
  readonly #added = new Set<string>()
  readonly #dropped = new Set<string>()
  readonly #peers = new Map<string, Peer>()
  readonly #waiting = new Set<() => void>()
  #number = 0
  #listens = false
  #isFlushing = false
  /** How many servers listened when this one last published; infinite until they have been asked. */
  #listeners = Number.POSITIVE_INFINITY
  /** The number of the last interest when they were counted. */
  #countedAt = 0
  #beats = 0
  #unanswered = 0
  readonly #stopBeating

  constructor(options: InterestLink) {
    this.#options = options
    this.#stopBeating = options.scheduler.every(HEARTBEAT, () => this.#beat())
  }

  watch(deviceId: string) {
    if (this.#own.has(deviceId)) return
    this.#own.add(deviceId)
    this.#change(deviceId, this.#added, this.#dropped)
  }

  unwatch(deviceId: string) {
    if (this.#own.delete(deviceId)) this.#change(deviceId, this.#dropped, this.#added)
  }

  /**
   * Resolves when the others send what is watched now. `onMissed` is called when one that was too slow has confirmed.
   */
  async untilConfirmed(): Promise<void> {
    this.#flush()
    if (this.#isConfirmed() || !this.#listens || !this.#options.isUp()) return
    await new Promise<void>(resolve => {
      const stopWaiting = this.#options.scheduler.after(PATIENCE * this.#options.patience, () => {
        for (const peer of this.#peers.values()) if (peer.confirmed < this.#number) peer.owes = this.#number
        this.#wake()
      })
      this.#waiting.add(() => {
        stopWaiting()
        resolve()
      })
    })
  }

  /** Call it when this server is subscribed again. */
  listen() {
    this.#listens = true
    this.#unanswered = 0
    void this.#ask()
  }

  /** Call it when this server is no longer subscribed. */
  stopListening() {
    this.#listens = false
  }

  ask() {
    if (this.#listens) void this.#ask()
  }

  receiveOwn() {
    this.#unanswered = 0
  }

  isAlive(server: string) {
    const peer = this.#peers.get(server)
    if (peer !== undefined) peer.aliveAt = this.#options.scheduler.elapsed()
  }

  receive(server: string, message: InterestMessage) {
    if ('heard' in message) return this.#confirm(server, message.heard)
    if ('isAlive' in message) return
    const {wants, drops, isWhole, asks, number: received} = message.interest
    const peer = this.#peerOf(server)
    if (isWhole) {
      peer.wants = new Set(wants)
      peer.isKnown = true
    } else {
      for (const id of wants) peer.wants.add(id)
      for (const id of drops) peer.wants.delete(id)
    }
    this.#options.sendTo(server, {heard: received})
    if (asks) this.#options.sendTo(server, this.#whole(false))
  }

  /** Those that have said lately what they want. */
  others() {
    return [...this.#peers.keys()]
  }

  /** What each of the others wants of `items`; undefined when that is not known of all. */
  shares<Item extends {device_id: string}>(items: readonly Item[]): [server: string, items: Item[]][] | undefined {
    if (!this.#knowsAll()) return undefined
    return [...this.#peers]
      .map(([server, {wants}]): [string, Item[]] => [server, items.filter(({device_id: id}) => wants.has(id))])
      .filter(([, requested]) => requested.length > 0)
  }

  close() {
    this.#stopBeating()
    for (const proceed of this.#waiting) proceed()
  }

  #knowsAll() {
    return this.#listens && [...this.#peers.values()].filter(({isKnown}) => isKnown).length >= this.#listeners - 1
  }

  #whole(asks: boolean): InterestMessage {
    return {
      interest: {wants: [...this.#own], drops: [], isWhole: true, asks, number: this.#number},
    }
  }

  async #count(received: Promise<number | undefined>) {
    const asked = this.#number
    const counted = (await received) ?? Number.POSITIVE_INFINITY
    if (counted !== this.#listeners) this.#beats = 0
    this.#listeners = counted
    this.#countedAt = asked
    this.#wake()
  }

  async #ask() {
    this.#beats = 1
    this.#number++
    this.#added.clear()
    this.#dropped.clear()
    this.#listeners = Number.POSITIVE_INFINITY
    for (const peer of this.#peers.values()) peer.isKnown = false
    this.#listeners = (await this.#options.sendToAll(this.#whole(true))) ?? Number.POSITIVE_INFINITY
  }

  #flush() {
    this.#isFlushing = false
    if (this.#added.size + this.#dropped.size === 0) return
    this.#number++
    const interest = {
      wants: [...this.#added],
      drops: [...this.#dropped],
      isWhole: false,
      asks: false,
      number: this.#number,
    }
    this.#added.clear()
    this.#dropped.clear()
    void this.#count(this.#options.sendToAll({interest}))
  }

  /** Changes of one turn are published together. */
  #flushSoon() {
    if (this.#isFlushing) return
    this.#isFlushing = true
    queueMicrotask(() => this.#flush())
  }

  #change(deviceId: string, to: Set<string>, from: Set<string>) {
    if (!from.delete(deviceId)) to.add(deviceId)
    this.#flushSoon()
  }

  #unconfirmedPeers() {
    return [...this.#peers.values()].filter(({confirmed, owes}) => Math.max(confirmed, owes ?? 0) < this.#number)
  }

  #isConfirmed() {
    return this.#unconfirmedPeers().length === 0
  }

  /** Who has gone without a word is a peer for a while, but listens no more, and is not waited for. */
  #giveUpGone() {
    const missing = this.#unconfirmedPeers()
    if (this.#countedAt !== this.#number || this.#peers.size - missing.length < this.#listeners - 1) return
    for (const peer of missing) peer.owes = this.#number
  }

  #wake() {
    this.#giveUpGone()
    if (!this.#isConfirmed()) return
    for (const proceed of this.#waiting) proceed()
    this.#waiting.clear()
  }

  #forgetSilent() {
    const before = this.#options.scheduler.elapsed() - LEASE * this.#options.patience
    for (const [server, {aliveAt}] of this.#peers) {
      if (aliveAt >= before) continue
      this.#peers.delete(server)
      this.#listeners = Number.POSITIVE_INFINITY
      this.#beats = 0
    }
    this.#wake()
  }

  #beat() {
    if (!this.#listens || !this.#options.isUp()) return
    if (++this.#unanswered > MAX_UNANSWERED * this.#options.patience) {
      this.#unanswered = 0
      return this.#options.reconnect()
    }
    this.#forgetSilent()
    if (!this.#knowsAll() && this.#beats++ % BEATS_BETWEEN_QUESTIONS === 0) void this.#ask()
    else void this.#count(this.#options.sendToAll({isAlive: true}))
  }

  #peerOf(server: string): Peer {
    const peer = this.#peers.get(server) ?? {
      wants: new Set(),
      isKnown: false,
      confirmed: 0,
      owes: undefined,
      aliveAt: this.#options.scheduler.elapsed(),
    }
    this.#peers.set(server, peer)
    return peer
  }

  /** Who has just joined may be heard of by its confirmation first, and may have sent too little before. */
  #confirm(server: string, confirmed: number) {
    if (!this.#peers.has(server)) this.#options.onMissed()
    const peer = this.#peerOf(server)
    peer.confirmed = Math.max(peer.confirmed, confirmed)
    if (peer.owes !== undefined && confirmed >= peer.owes) {
      peer.owes = undefined
      this.#options.onMissed()
    }
    this.#wake()
  }
}
