import type {EpochMs} from '../../contract/wire/common'
import {networkOf} from '../http/network'
import {createGrowingDelay} from './growingDelay'

/** Slows down networks that try the tokens of devices or programs. */
export interface TokenGuesses {
  /**
   * Looks a token up. Throws 429 while the network at the address has to wait because of tokens that don't exist. A token
   * that has worked there before is not hindered, and each wrong one counts once, so that a device which goes on with an
   * ended one doesn't hinder its neighbours. `name` stands for the token.
   */
  look<Holder>(name: string, address: string, find: () => Promise<Holder | undefined>): Promise<Holder | undefined>
}

const MOST_WORKING = 100_000
const MOST_FAILED = 10_000

/** The limit is one of `createGrowingDelay`. */
export function createTokenGuesses(limit: string, now: () => EpochMs): TokenGuesses {
  const delay = createGrowingDelay(limit, now)
  const working = createMemory(MOST_WORKING)
  const failed = createMemory(MOST_FAILED)

  function admit(network: string, tried: string) {
    if (!working.has(tried) && !failed.has(tried)) delay.requireNoWait(network)
  }

  function failedWith(network: string, tried: string) {
    if (failed.has(tried)) return
    delay.begin(network)
    working.delete(tried)
    failed.add(tried)
  }

  return {
    async look(name, address, find) {
      const network = networkOf(address)
      const tried = `${network} ${name}`
      admit(network, tried)
      const found = await find()
      if (found === undefined) {
        failedWith(network, tried)
        return undefined
      }
      // Of many tokens that are tried at the same moment, no more may work than if they were tried one by one.
      admit(network, tried)
      failed.delete(tried)
      working.add(tried)
      return found
    },
  }
}

/** Remembers so many names, and forgets the one that was added first. */
function createMemory(most: number) {
  const names = new Set<string>()
  return {
    has: (name: string) => names.has(name),
    delete: (name: string) => void names.delete(name),
    add(name: string) {
      names.delete(name)
      names.add(name)
      const [oldest] = names
      if (names.size > most && oldest !== undefined) names.delete(oldest)
    },
  }
}
