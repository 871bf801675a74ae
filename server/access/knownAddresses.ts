import {networkOf} from '../http/network'

/** Remembers in memory which account ids have signed in from which networks. The oldest are forgotten first. */
export interface KnownAddresses {
  has(account: string, address: string): boolean
  add(account: string, address: string): void
}

const MAX_KNOWN = 10_000

export function createKnownAddresses(): KnownAddresses {
  const known = new Set<string>()
  const nameOf = (account: string, address: string) => `${networkOf(address)} ${account}`
  return {
    has: (account, address) => known.has(nameOf(account, address)),
    add(account, address) {
      const name = nameOf(account, address)
      known.delete(name)
      known.add(name)
      const [oldest] = known
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    },
  }
}
