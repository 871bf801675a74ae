import {RateLimiterMemory, RateLimiterRes} from 'rate-limiter-flexible'
import {tooManyRequests} from './errors'

/** Limits in ThingsBoard's form: "100:1,2000:60" is at most 100 in 1 s and 2,000 in 60 s; an empty text is no limit. */
export interface RateLimits {
  device: string
  organisation: string
  user: string
  refreshSession: string
  /** From here on: how many failures cost nothing, as `createGrowingDelay` reads it. Every request for a mail is one. */
  refreshAddress: string
  loginAccount: string
  loginAddress: string
  registerAccount: string
  registerAddress: string
  resetAccount: string
  resetAddress: string
  /** How many links that are worth nothing cost nothing. */
  linkAddress: string
}

export const DEFAULT_RATE_LIMITS: RateLimits = {
  device: '200:1,6000:60',
  organisation: '20000:1',
  user: '300:1,6000:60',
  refreshSession: '100:60',
  refreshAddress: '3000:60',
  loginAccount: '5:300',
  loginAddress: '100:600',
  registerAccount: '5:600',
  registerAddress: '50:600',
  resetAccount: '5:600',
  resetAddress: '50:600',
  linkAddress: '50:600',
}

export interface RateLimiter {
  /** Throws 429 with Retry-After when the key has used up one of its limits. */
  consume(key: string): Promise<void>
}

export function createRateLimiter(limits: string): RateLimiter {
  const limiters = parseRateLimits(limits).map(limit => new RateLimiterMemory(limit))
  return {
    async consume(key) {
      for (const limiter of limiters) {
        try {
          await limiter.consume(key)
        } catch (refusal) {
          throw refusal instanceof RateLimiterRes ? tooManyRequests(refusal.msBeforeNext) : refusal
        }
      }
    },
  }
}

/** `duration` in seconds, as the form has it. */
export function parseRateLimits(limits: string): {points: number; duration: number}[] {
  if (limits.trim() === '') return []
  return limits.split(',').map(limit => {
    const [, points, duration] = /^\s*(\d+):(\d+)\s*$/.exec(limit) ?? []
    if (!Number(points) || !Number(duration)) throw new Error(`"${limits}" is not a rate limit such as "100:1,2000:60"`)
    return {points: Number(points), duration: Number(duration)}
  })
}
