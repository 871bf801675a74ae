import {HttpError} from '../../http/failures/errors'
import {type IsProxy, networkOf} from '../../http/network'
import {createRateLimiter} from '../../http/rateLimits'
import {count} from '../../live/crowds'

/** Bounds the connections of each network. */
export interface Admission {
  /** Resolves to a 429 when the network has or opens too many connections, else to the function to call on closing. */
  enter(address: string): Promise<HttpError | (() => void)>
}

/** Limits of one network, which may be a plant behind one address: open connections, and new ones as rate limits. */
export const NETWORK_CONNECTIONS = 20_000
const NETWORK_CONNECTS = '1000:1,20000:60'

export function createAdmission(isProxy: IsProxy, connects = NETWORK_CONNECTS): Admission {
  const open = new Map<string, number>()
  const begun = createRateLimiter(connects)
  return {
    async enter(address) {
      // A proxy speaks for any number of networks, and doesn't say for which.
      if (isProxy(address)) return () => {}
      const network = networkOf(address)
      if ((open.get(network) ?? 0) >= NETWORK_CONNECTIONS) return crowded()
      const leave = () => count(open, network, -1)
      count(open, network, 1)
      try {
        await begun.consume(network)
      } catch (refusal) {
        leave()
        if (refusal instanceof HttpError) return refusal
        throw refusal
      }
      return leave
    },
  }
}

const crowded = () => new HttpError(429, 'Too many connections.')
