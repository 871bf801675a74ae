import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {networkOf} from '../http/network'
import {createGrowingDelay} from './growingDelay'

/** Slows down networks that try the tokens of devices or programs. */
export interface TokenGuesses {
  /**
   * Looks a token up. Throws 429 while the network at the address has to wait because of tokens that don't exist. A
   * token that has worked there before is not hindered, and each wrong one counts once, so that a device which goes on
   * with an ended one doesn't hinder its neighbours. A wrong token is looked up again after a second. `name` identifies
   * the token.
   */
  look<Holder>(name: string, address: string, find: () => Promise<Holder | undefined>): Promise<Holder | undefined>
  /** Call it when some may have become right. */
  lookAgain(): void
}

const LOOKED_UP_EVERY: Milliseconds = 1000
const MAX_WORKING = 100_000
const MAX_FAILED = 10_000

/** The limit is one of `createGrowingDelay`. */
export function createTokenGuesses(limit: string, now: () => EpochMs): TokenGuesses {
  const delay = createGrowingDelay(limit, now)
  const working = createMemory<true>(MAX_WORKING)
  /** The time of the last lookup of each. */
  const failed = createMemory<EpochMs>(MAX_FAILED)

  let changedAt = Number.NEGATIVE_INFINITY

  function admit(network: string, tried: string) {
    if (working.get(tried) === undefined && failed.get(tried) === undefined) delay.requireNoWait(network)
  }

  function failedWith(network: string, tried: string) {
    if (failed.get(tried) === undefined) delay.begin(network)
    working.delete(tried)
    failed.set(tried, now())
  }

  return {
    async look(name, address, find) {
      const network = networkOf(address)
      const tried = `${network} ${name}`
      admit(network, tried)
      const failedAt = failed.get(tried) ?? Number.NEGATIVE_INFINITY
      if (failedAt > changedAt && now() - failedAt < LOOKED_UP_EVERY) return undefined
      const found = await find()
      if (found === undefined) {
        failedWith(network, tried)
        return undefined
      }
      // When many tokens are tried at the same moment, no more may work than if they were tried one by one.
      admit(network, tried)
      failed.delete(tried)
      working.set(tried, true)
      return found
    },
    lookAgain() {
      changedAt = now()
    },
  }
}

/** Remembers something for this many names, and forgets the one that was added first. */
function createMemory<Value>(most: number) {
  const names = new Map<string, Value>()
  return {
    get: (name: string) => names.get(name),
    delete: (name: string) => void names.delete(name),
    set(name: string, stored: Value) {
      names.delete(name)
      names.set(name, stored)
      const [oldest] = names.keys()
      if (names.size > most && oldest !== undefined) names.delete(oldest)
    },
  }
}
