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
  tellAll(message: TakeoverMessage): Promise<number | undefined>
  tellOne(server: string, message: TakeoverMessage): void
}

interface Wish {
  client: Client
  onOrdered: () => void
  onDone: () => void
}

interface Round {
  wishes: readonly Wish[]
  /** Who has not answered yet. */
  missing: Set<string>
  /** Whether this server has heard itself ask. */
  isOrdered: boolean
  endPatience: Cancel
}

/** No client waits for longer to be let in. */
const PATIENCE: Milliseconds = 1000

/**
 * Sessions of clients that have connected here end at the other servers. Whoever is too late with an answer is not waited
 * for until it answers again: it may be slow, or of a version that does not know the question.
 */
export function createTakeovers({scheduler, others, tellAll, tellOne}: TakeoverLink) {
  const rounds = new Map<number, Round>()
  const late = new Set<string>()
  let wishes: Wish[] = []
  let lastNumber = 0

  function ask() {
    const number = ++lastNumber
    const round: Round = {
      ...{wishes, isOrdered: false},
      missing: new Set(others().filter(server => !late.has(server))),
      endPatience: scheduler.after(PATIENCE, () => giveUp(number)),
    }
    wishes = []
    rounds.set(number, round)
    proceed(number, round)
    const clients = round.wishes.map(({client}) => client)
    void tellAll({takeOver: {clients, number}}).then(receivers => receivers ?? giveUp(number))
  }

  function proceed(number: number, {wishes, missing, isOrdered, endPatience}: Round) {
    if (missing.size > 0) return
    for (const {onDone} of wishes) onDone()
    if (!isOrdered) return
    endPatience()
    rounds.delete(number)
  }

  function order(number: number, round: Round) {
    round.isOrdered = true
    for (const {onOrdered} of round.wishes) onOrdered()
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
     * Resolves when the others have ended the client's sessions and stored what those leave, or after a while. `onOrdered`
     * is called before it hears of any server to which the client has come later.
     */
    takeOver: (client: Client, onOrdered: () => void): Promise<void> =>
      new Promise(onDone => {
        // Many clients connect at once after an outage, and are told of together.
        if (wishes.length === 0) setImmediate(ask)
        wishes.push({client, onOrdered, onDone})
      }),
    isWaiting: () => rounds.size > 0,
    /** What this server has told all comes back to it in the order in which all hear it. */
    hearSelf(message: TakeoverMessage) {
      if (!('takeOver' in message)) return
      const {number} = message.takeOver
      const round = rounds.get(number)
      if (round !== undefined) order(number, round)
    },
    /** `endHere` resolves when what the sessions leave is stored. */
    hear(server: string, message: TakeoverMessage, endHere: (clients: readonly Client[]) => Promise<void>) {
      if ('takeOver' in message) {
        const {clients, number} = message.takeOver
        void endHere(clients).finally(() => tellOne(server, {takenOver: number}))
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
