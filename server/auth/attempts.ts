import {createRateLimiter, type RateLimits} from '../http/rateLimits'

/** A failed attempt counts against its address and its account, a successful one against neither. */
export interface SignInAttempts {
  /** Throws 429 when the address or the account has failed too often. */
  begin(email: string, address: string): Promise<void>
  succeeded(email: string, address: string): Promise<void>
}

const KNOWN_ADDRESSES = 10_000

/** Strangers who guess at an account can't lock its owner out: an address that has signed in before has a count of its own. */
export function createSignInAttempts(limits: Pick<RateLimits, 'loginAccount' | 'loginAddress'>): SignInAttempts {
  const byAddress = createRateLimiter(limits.loginAddress)
  const byAccount = createRateLimiter(limits.loginAccount)
  const known = new Set<string>()

  function accountKey(email: string, address: string): string {
    const account = email.toLowerCase()
    const withAddress = `${account} ${address}`
    return known.has(withAddress) ? withAddress : account
  }

  return {
    async begin(email, address) {
      await byAddress.consume(address)
      await byAccount.consume(accountKey(email, address))
    },
    async succeeded(email, address) {
      await byAddress.giveBack(address)
      await byAccount.giveBack(accountKey(email, address))
      if (known.size >= KNOWN_ADDRESSES) known.clear()
      known.add(`${email.toLowerCase()} ${address}`)
    },
  }
}
