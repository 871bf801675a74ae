import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {tooManyRequests} from '../http/failures/errors'
import {parseRateLimits} from '../http/rateLimits'

export interface Attempt {
  /** Call this when the attempt was not a failure. Another call changes nothing. */
  takeBack(): void
}

/**
 * Makes callers wait after failures. The first few cost nothing, and each further one doubles the wait, up to a minute.
 */
export interface GrowingDelay {
  /**
   * Counts a failure, which `takeBack` undoes. While the key has to wait, nothing is counted and a 429 with Retry-After
   * is thrown.
   */
  begin(key: string): Attempt
  mustWait(key: string): boolean
  /** Throws the same 429 while the key has to wait, and counts nothing. */
  requireNoWait(key: string): void
  forget(key: string): void
}

interface Failures {
  count: number
  waitsUntil: EpochMs
}

const FIRST_WAIT: Milliseconds = 1000
const LONGEST_WAIT: Milliseconds = 60_000
const DOUBLINGS = Math.ceil(Math.log2(LONGEST_WAIT / FIRST_WAIT))
/** Above this number, the key with the oldest failure is forgotten. */
const MAX_KEYS = 100_000

/**
 * A `limit` of "5:300" allows five failures without a wait, and forgets them over 300 s without failures. An empty text
 * disables the delay.
 */
export function createGrowingDelay(limit: string, now: () => EpochMs): GrowingDelay {
  const [parsed] = parseRateLimits(limit)
  return parsed === undefined ? NO_DELAY : limitedTo(parsed.points, (parsed.duration * 1000) / parsed.points, now)
}

const NO_DELAY: GrowingDelay = {begin: () => ({takeBack() {}}), mustWait: () => false, requireNoWait() {}, forget() {}}

function limitedTo(free: number, undoneAfter: Milliseconds, now: () => EpochMs): GrowingDelay {
  const failures = new Map<string, Failures>()

  /** Failures start to expire when the wait is over, not before. */
  function left(key: string): Failures {
    const {count, waitsUntil} = failures.get(key) ?? {count: 0, waitsUntil: 0}
    return {count: Math.max(0, count - Math.max(0, now() - waitsUntil) / undoneAfter), waitsUntil}
  }

  function keep(key: string, stored: Failures) {
    failures.delete(key)
    failures.set(key, stored)
    const [quietest] = failures.keys()
    if (failures.size > MAX_KEYS && quietest !== undefined) failures.delete(quietest)
  }

  const waitOf = (key: string): Milliseconds => left(key).waitsUntil - now()

  function requireNoWait(key: string) {
    const wait = waitOf(key)
    if (wait > 0) throw tooManyRequests(wait)
  }

  return {
    mustWait: key => waitOf(key) > 0,
    requireNoWait,
    begin(key) {
      requireNoWait(key)
      const before = left(key)
      const count = Math.min(before.count + 1, free + 1 + DOUBLINGS)
      const waitsUntil = now() + waitAfter(count - free)
      keep(key, {count, waitsUntil})
      let isTakenBack = false
      return {
        takeBack() {
          if (isTakenBack) return
          isTakenBack = true
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
