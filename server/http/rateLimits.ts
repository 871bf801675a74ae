import {RateLimiterMemory, RateLimiterRes} from 'rate-limiter-flexible'
import {tooManyRequests} from './failures/errors'

/** Limits in ThingsBoard's format: "100:1,2000:60" allows 100 in 1 s and 2,000 in 60 s. An empty text is no limit. */
export interface RateLimits {
  device: string
  organisation: string
  /** Values in the messages of a device, and of all devices of an organisation. */
  deviceValues: string
  organisationValues: string
  /** Codes that the players of one network may ask for. */
  pairingAddress: string
  user: string
  refreshSession: string
  /**
   * This limit and those below say how many failures are free before `createGrowingDelay` delays the next tries. Every
   * request for a mail counts as a failure.
   */
  refreshAddress: string
  loginAccount: string
  loginAddress: string
  mailInbox: string
  mailAddress: string
  /** A link that is not valid counts as a failure. */
  linkAddress: string
  /** A code that no screen shows counts as a failure. */
  pairingUser: string
}

export const DEFAULT_RATE_LIMITS: RateLimits = {
  device: '200:1,6000:60',
  organisation: '20000:1',
  deviceValues: '10000:1,200000:60',
  organisationValues: '200000:1',
  pairingAddress: '200:600',
  user: '300:1,6000:60',
  refreshSession: '100:60',
  refreshAddress: '3000:60',
  loginAccount: '5:300',
  loginAddress: '100:600',
  mailInbox: '5:600',
  mailAddress: '50:600',
  linkAddress: '50:600',
  pairingUser: '10:600',
}

export interface RateLimiter {
  /** Throws 429 with Retry-After when the key has used up one of its limits. */
  consume(key: string, points?: number): Promise<void>
  /** Throws the same when nothing at all is left to the key. */
  refuseUsedUp(key: string): Promise<void>
}

export function createRateLimiter(limits: string): RateLimiter {
  const limiters = parseRateLimits(limits).map(limit => new RateLimiterMemory(limit))
  return {
    async consume(key, points = 1) {
      for (const limiter of limiters) {
        try {
          await limiter.consume(key, points)
        } catch (refusal) {
          throw refusal instanceof RateLimiterRes ? tooManyRequests(refusal.msBeforeNext) : refusal
        }
      }
    },
    async refuseUsedUp(key) {
      for (const limiter of limiters) {
        const used = await limiter.get(key)
        if (used !== null && used.remainingPoints <= 0) throw tooManyRequests(used.msBeforeNext)
      }
    },
  }
}

/** `duration` is in seconds. Throws when the text is not in ThingsBoard's format. */
export function parseRateLimits(limits: string): {points: number; duration: number}[] {
  if (limits.trim() === '') return []
  return limits.split(',').map(limit => {
    const [, points, duration] = /^\s*(\d+):(\d+)\s*$/.exec(limit) ?? []
    if (!Number(points) || !Number(duration)) throw new Error(`"${limits}" is not a rate limit such as "100:1,2000:60"`)
    return {points: Number(points), duration: Number(duration)}
  })
}
