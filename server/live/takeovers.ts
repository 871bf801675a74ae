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
export function createTakeovers({scheduler, others, sendToAll, sendTo}: TakeoverLink) {
  const rounds = new Map<number, Round>()
  const late = new Set<string>()
  let requests: TakeoverRequest[] = []
  let lastNumber = 0

  function ask() {
    const number = ++lastNumber
    const round: Round = {
      ...{requests, isOrdered: false},
      missing: new Set(others().filter(server => !late.has(server))),
      endPatience: scheduler.after(PATIENCE, () => giveUp(number)),
    }
    requests = []
    rounds.set(number, round)
    proceed(number, round)
    const clients = round.requests.map(({client}) => client)
    void sendToAll({takeOver: {clients, number}}).then(receivers => receivers ?? giveUp(number))
  }

  function proceed(number: number, {requests, missing, isOrdered, endPatience}: Round) {
    if (missing.size > 0) return
    for (const {onDone} of requests) onDone()
    if (!isOrdered) return
    endPatience()
    rounds.delete(number)
  }

  function order(number: number, round: Round) {
    round.isOrdered = true
    for (const {onOrdered} of round.requests) onOrdered()
    proceed(number, round)
  }

  function giveUp(number: number) {
    const round = rounds.get(number)
    if (round === undefined) return
    for (const server of round.missing) late.add(server)
    round.missing.clear()
    order(number, round)
  }

  return {
    /**
     * Resolves when the others have ended the client's sessions and stored what those leave, or after a while.
     * `onOrdered` is called before a takeover by any server to which the client has come later.
     */
    takeOver: (client: Client, onOrdered: () => void): Promise<void> =>
      new Promise(onDone => {
        // Many clients connect at once after an outage, and are published together.
        if (requests.length === 0) setImmediate(ask)
        requests.push({client, onOrdered, onDone})
      }),
    isWaiting: () => rounds.size > 0,
    /** A server receives its own messages in the same order as all others do. */
    receiveOwn(message: TakeoverMessage) {
      if (!('takeOver' in message)) return
      const {number} = message.takeOver
      const round = rounds.get(number)
      if (round !== undefined) order(number, round)
    },
    /** `endHere` resolves when what the sessions leave is stored. */
    receive(server: string, message: TakeoverMessage, endHere: (clients: readonly Client[]) => Promise<void>) {
      if ('takeOver' in message) {
        const {clients, number} = message.takeOver
        void endHere(clients).finally(() => sendTo(server, {takenOver: number}))
        return
      }
      late.delete(server)
      const round = rounds.get(message.takenOver)
      if (round?.missing.delete(server)) proceed(message.takenOver, round)
    },
    close() {
      for (const number of rounds.keys()) giveUp(number)
    },
  }
}
