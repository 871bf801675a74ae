import type {EpochMs} from '../../contract/wire/common'
import {networkOf} from '../http/network'
import {type Attempt, createGrowingDelay} from './growingDelay'
import type {KnownAddresses} from './knownAddresses'

export interface AttemptsOptions {
  /** The limit of the delay that grows with the failures on one account. */
  accountLimit: string
  /** The limit of the delay that grows with the failures of one address on any accounts. */
  addressLimit: string
  known: KnownAddresses
  now: () => EpochMs
}

/** Slows down guessing on accounts. */
export interface Attempts {
  /**
   * Counts a failure for the address, and for each of the accounts that the try could open, by their ids. A try without
   * any account has a name of its own. Throws 429 while the address or all of them have to wait.
   */
  begin(accounts: readonly string[], address: string): AccountAttempt
}

export interface AccountAttempt extends Attempt {
  /** False for an account that has to wait. The try must not open it, nor reveal whether it could. */
  mayOpen(account: string): boolean
  /** The others that the try could have opened were guessed at in vain, whatever becomes of these. */
  isRightFor(accounts: readonly string[]): void
  /** Throws 429 where the try was right for none, and may be right for an account that has to wait. */
  requireNoneWaits(): void
  /** Forgets the failures on this account only. Failures from other networks no longer delay it on this one. */
  succeeded(account: string): void
}

/**
 * Failures of strangers only delay the owner of an account on networks from which the owner has never signed in. On the
 * others just the failures on that very account count, so that nobody who shares a network locks out the rest of it.
 */
export function createAttempts({accountLimit, addressLimit, known, now}: AttemptsOptions): Attempts {
  const byAddress = createGrowingDelay(addressLimit, now)
  const byAccount = createGrowingDelay(accountLimit, now)
  return {
    begin(accounts, address) {
      const keyOf = (id: string) => (known.has(id, address) ? `${id} ${networkOf(address)}` : id)
      const isKnown = accounts.every(id => known.has(id, address))
      const fromAddress = isKnown ? undefined : byAddress.begin(networkOf(address))
      const open = accounts.filter(id => !byAccount.mustWait(keyOf(id)))
      const counted = new Map((open.length > 0 ? open : accounts).map(id => [id, byAccount.begin(keyOf(id))]))
      let right: readonly string[] = open
      return {
        mayOpen: id => counted.has(id),
        isRightFor(ids) {
          right = ids
        },
        takeBack() {
          fromAddress?.takeBack()
          for (const id of right) counted.get(id)?.takeBack()
        },
        requireNoneWaits() {
          if (right.length > 0) return
          for (const id of accounts) if (!counted.has(id)) byAccount.requireNoWait(keyOf(id))
        },
        succeeded(id) {
          byAccount.forget(keyOf(id))
          known.add(id, address)
        },
      }
    },
  }
}
