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

/** Slows down guessing on an account. The email need not belong to an account. */
export interface Attempts {
  /** Counts a failure for the account and the address. Throws 429 while one of them has to wait. */
  begin(email: string, address: string): AccountAttempt
}

interface AccountAttempt extends Attempt {
  /** Forgets the failures of the account. Failures from other networks no longer delay this one. */
  succeeded(): void
}

/** Failures of strangers only delay the owner of an account on networks from which the owner has never signed in. */
export function createAttempts({accountLimit, addressLimit, known, now}: AttemptsOptions): Attempts {
  const byAddress = createGrowingDelay(addressLimit, now)
  const byAccount = createGrowingDelay(accountLimit, now)
  return {
    begin(email, address) {
      const fromAddress = byAddress.begin(networkOf(address))
      const key = known.has(email, address) ? `${email} ${networkOf(address)}` : email
      const onAccount = byAccount.begin(key)
      return {
        takeBack() {
          fromAddress.takeBack()
          onAccount.takeBack()
        },
        succeeded() {
          byAccount.forget(key)
          known.add(email, address)
        },
      }
    },
  }
}
