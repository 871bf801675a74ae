import type {EpochMs} from '../../contract/wire/common'
import {networkOf} from '../http/network'
import {type Attempt, createGrowingDelay} from './growingDelay'
import type {KnownAddresses} from './knownAddresses'

export interface AttemptsOptions {
  /** The limit of the growing delay of each account. */
  accountLimit: string
  /** The limit of the growing delay of each address, however many accounts it names. */
  addressLimit: string
  known: KnownAddresses
  now: () => EpochMs
}

/** What is tried on an account by its email, whether there is such an account or not. */
export interface Attempts {
  /** Counts a failure for the account and the address. Throws 429 while one of them has to wait. */
  begin(email: string, address: string): AccountAttempt
}

interface AccountAttempt extends Attempt {
  /** The account's failures are forgotten, and strangers' further ones don't concern this address. */
  succeeded(): void
}

/** Strangers who try an account make its owner wait nowhere but at addresses from which he has never signed in. */
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
