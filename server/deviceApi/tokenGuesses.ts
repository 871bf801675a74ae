import type {EpochMs} from '../../contract/wire/common'
import {createGrowingDelay} from '../access/growingDelay'

/** Slows down networks that try access tokens. */
export interface TokenGuesses {
  /**
   * Throws 429 while the network has to wait because of tokens that no device has. A token that has worked there before
   * is not hindered.
   */
  admit(network: string, accessToken: string): void
  /** Counts each wrong token once, so that a device which goes on with an ended one doesn't hinder its neighbours. */
  failed(network: string, accessToken: string): void
  worked(network: string, accessToken: string): void
}

const MOST_WORKING = 100_000
const MOST_FAILED = 10_000

/** The limit is one of `createGrowingDelay`. */
export function createTokenGuesses(limit: string, now: () => EpochMs): TokenGuesses {
  const delay = createGrowingDelay(limit, now)
  const working = createMemory(MOST_WORKING)
  const failed = createMemory(MOST_FAILED)
  const nameOf = (network: string, accessToken: string) => `${network} ${accessToken}`
  return {
    admit(network, accessToken) {
      const name = nameOf(network, accessToken)
      if (!working.has(name) && !failed.has(name)) delay.requireNoWait(network)
    },
    failed(network, accessToken) {
      const name = nameOf(network, accessToken)
      if (failed.has(name)) return
      delay.begin(network)
      working.delete(name)
      failed.add(name)
    },
    worked(network, accessToken) {
      const name = nameOf(network, accessToken)
      failed.delete(name)
      working.add(name)
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
