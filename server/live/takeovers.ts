import * as z from 'zod/mini'
import type {Milliseconds} from '../../contract/wire/common'
import type {Cancel, Scheduler} from '../scheduler'

const client = z.object({deviceId: z.string(), clientId: z.string()})
/** A client by MQTT. It has one session on all servers. */
export type Client = z.infer<typeof client>

export const takeoverMessage = z.union([
  z.object({takeOver: z.object({clients: z.array(client), number: z.number()})}),
  z.object({takenOver: z.number()}),
])
export type TakeoverMessage = z.infer<typeof takeoverMessage>

interface TakeoverLink {
  scheduler: Pick<Scheduler, 'after'>
  /** By how much the time is multiplied for which the others are waited for. */
  patience: number
  /** Those that have said something lately. */
  others(): readonly string[]
  /** Resolves to undefined when it was not sent. */
  sendToAll(message: TakeoverMessage): Promise<number | undefined>
  sendTo(server: string, message: TakeoverMessage): void
}

interface TakeoverRequest {
  client: Client
  onOrdered: () => void
  onDone: () => void
}

interface Round {
  requests: readonly TakeoverRequest[]
  /** Who has not answered yet. */
  missing: Set<string>
  /** Whether this server has received its own question. */
  isOrdered: boolean
  endPatience: Cancel
}

/** No client waits for longer to be let in. */
const PATIENCE: Milliseconds = 1000

/**
 * Sessions of clients that have connected here end at the other servers. Anyone who is too late with an answer is not
 * waited for until it answers again: it may be slow, or of a version that does not know the question.
 */
export class Takeovers {
  readonly #options: TakeoverLink
  readonly #rounds = new Map<number, Round>()
  readonly #late = new Set<string>()
  #requests: TakeoverRequest[] = []
  #lastNumber = 0

  constructor(options: TakeoverLink) {
    this.#options = options
  }

  /**
   * Resolves when the others have ended the client's sessions and stored what those leave, or after a while.
   * `onOrdered` is called before a takeover by any server to which the client has come later.
   */
  takeOver(client: Client, onOrdered: () => void): Promise<void> {
    return new Promise(onDone => {
      // Many clients connect at once after an outage, and are published together.
      if (this.#requests.length === 0) setImmediate(() => this.#ask())
      this.#requests.push({client, onOrdered, onDone})
    })
  }

  isWaiting() {
    return this.#rounds.size > 0
  }

  /** A server receives its own messages in the same order as all others do. */
  receiveOwn(message: TakeoverMessage) {
    if (!('takeOver' in message)) return
    const {number} = message.takeOver
    const round = this.#rounds.get(number)
    if (round !== undefined) this.#order(number, round)
  }

  /** `endHere` resolves when what the sessions leave is stored. */
  receive(server: string, message: TakeoverMessage, endHere: (clients: readonly Client[]) => Promise<void>) {
    if ('takeOver' in message) {
      const {clients, number} = message.takeOver
      void endHere(clients).finally(() => this.#options.sendTo(server, {takenOver: number}))
      return
    }
    this.#late.delete(server)
    const round = this.#rounds.get(message.takenOver)
    if (round?.missing.delete(server)) this.#proceed(message.takenOver, round)
  }

  close() {
    for (const number of this.#rounds.keys()) this.#giveUp(number)
  }

  #ask() {
    const {scheduler, patience, others, sendToAll} = this.#options
    const number = ++this.#lastNumber
    const round: Round = {
      requests: this.#requests,
      isOrdered: false,
      missing: new Set(others().filter(server => !this.#late.has(server))),
      endPatience: scheduler.after(PATIENCE * patience, () => this.#giveUp(number)),
    }
    this.#requests = []
    this.#rounds.set(number, round)
    this.#proceed(number, round)
    const clients = round.requests.map(({client}) => client)
    void sendToAll({takeOver: {clients, number}}).then(receivers => receivers ?? this.#giveUp(number))
  }

  #proceed(number: number, {requests, missing, isOrdered, endPatience}: Round) {
    if (missing.size > 0) return
    for (const {onDone} of requests) onDone()
    if (!isOrdered) return
    endPatience()
    this.#rounds.delete(number)
  }

  #order(number: number, round: Round) {
    round.isOrdered = true
    for (const {onOrdered} of round.requests) onOrdered()
    this.#proceed(number, round)
  }

  #giveUp(number: number) {
    const round = this.#rounds.get(number)
    if (round === undefined) return
    for (const server of round.missing) this.#late.add(server)
    round.missing.clear()
    this.#order(number, round)
  }
}
