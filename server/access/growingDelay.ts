import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {tooManyRequests} from '../http/errors'
import {parseRateLimits} from '../http/rateLimits'

export interface Attempt {
  /** It was no failure. */
  takeBack(): void
}

/**
 * Failures cost waiting: the first few nothing, each further one twice as much as the one before, and never more than a
 * minute.
 */
export interface GrowingDelay {
  /**
   * Counts a failure, until it is taken back. Throws 429 with Retry-After while the key has to wait, and counts nothing
   * then.
   */
  begin(key: string): Attempt
  forget(key: string): void
}

interface Failures {
  count: number
  waitsUntil: EpochMs
}

const FIRST_WAIT: Milliseconds = 1000
const LONGEST_WAIT: Milliseconds = 60_000
const DOUBLINGS = Math.ceil(Math.log2(LONGEST_WAIT / FIRST_WAIT))
/** Then the key is forgotten that has been quiet for longest. */
const MOST_KEYS = 100_000

/** `limit` "5:300": five failures cost nothing, and quiet 300 s make them undone. An empty text is no limit. */
export function createGrowingDelay(limit: string, now: () => EpochMs): GrowingDelay {
  const [parsed] = parseRateLimits(limit)
  return parsed === undefined ? NO_DELAY : limitedTo(parsed.points, (parsed.duration * 1000) / parsed.points, now)
}

const NO_DELAY: GrowingDelay = {begin: () => ({takeBack() {}}), forget() {}}

function limitedTo(free: number, undoneAfter: Milliseconds, now: () => EpochMs): GrowingDelay {
  const failures = new Map<string, Failures>()

  /** Time makes failures undone as soon as the wait is over. */
  function left(key: string): Failures {
    const {count, waitsUntil} = failures.get(key) ?? {count: 0, waitsUntil: 0}
    return {count: Math.max(0, count - Math.max(0, now() - waitsUntil) / undoneAfter), waitsUntil}
  }

  function keep(key: string, kept: Failures) {
    failures.delete(key)
    failures.set(key, kept)
    const [quietest] = failures.keys()
    if (failures.size > MOST_KEYS && quietest !== undefined) failures.delete(quietest)
  }

  return {
    begin(key) {
      const before = left(key)
      if (before.waitsUntil > now()) throw tooManyRequests(before.waitsUntil - now())
      const count = Math.min(before.count + 1, free + 1 + DOUBLINGS)
      const waitsUntil = now() + waitAfter(count - free)
      keep(key, {count, waitsUntil})
      return {
        takeBack() {
          const since = left(key)
          const isOwnWait = since.waitsUntil === waitsUntil
          keep(key, {count: Math.max(0, since.count - 1), waitsUntil: isOwnWait ? now() : since.waitsUntil})
        },
      }
    },
    forget: key => void failures.delete(key),
  }
}

function waitAfter(failuresTooMany: number): Milliseconds {
  if (failuresTooMany <= 0) return 0
  return Math.min(FIRST_WAIT * 2 ** (Math.ceil(failuresTooMany) - 1), LONGEST_WAIT)
}
