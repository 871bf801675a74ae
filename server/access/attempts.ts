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

/**
 * Failures of strangers only delay the owner of an account on networks from which the owner has never signed in. On the
 * others just the failures on that very account count, so that nobody who shares a network locks out the rest of it.
 */
export function createAttempts({accountLimit, addressLimit, known, now}: AttemptsOptions): Attempts {
  const byAddress = createGrowingDelay(addressLimit, now)
  const byAccount = createGrowingDelay(accountLimit, now)
  return {
    begin(email, address) {
      const isKnown = known.has(email, address)
      const fromAddress = isKnown ? undefined : byAddress.begin(networkOf(address))
      const key = isKnown ? `${email} ${networkOf(address)}` : email
      const onAccount = byAccount.begin(key)
      return {
        takeBack() {
          fromAddress?.takeBack()
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

/** Mail servers deliver `ann+anything@works.test` to `ann@works.test`, so what limits mails counts them as one. */
export const inboxOf = (email: string): string => email.replace(/\+[^@]*(?=@)/, '')
