import {networkOf} from '../http/network'

/** Remembers in memory which accounts have signed in from which networks. The oldest are forgotten first. */
export interface KnownAddresses {
  has(email: string, address: string): boolean
  add(email: string, address: string): void
}

const MOST_KNOWN = 10_000

export function createKnownAddresses(): KnownAddresses {
  const known = new Set<string>()
  const nameOf = (email: string, address: string) => `${networkOf(address)} ${email}`
  return {
    has: (email, address) => known.has(nameOf(email, address)),
    add(email, address) {
      const name = nameOf(email, address)
      known.delete(name)
      known.add(name)
      const [oldest] = known
      if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    },
  }
}
