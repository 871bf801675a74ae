import type {EpochMs, Milliseconds} from '../../../contract/wire/common'

const SECOND: Milliseconds = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DELAYS = [10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR]
const LONGEST_DELAY = 3 * HOUR
/** A delivery that keeps its order makes others wait. */
const LONGEST_IN_ORDER = 10 * MINUTE
const GIVE_UP_AFTER = 24 * HOUR
/** A clock that was set ahead, or a server that was off, does not end the day before this many. */
const FEWEST_ATTEMPTS = 10
/** A webhook that is back is not called by all that wait for it at the same moment. */
const JITTER = 0.2

/**
 * The time of the next try after `attempts` failures; undefined when it is to be given up. `random` is in [0, 1).
 * `isOrdered`: others wait for it.
 */
export function nextTryAt(
  {attempts, createdAt}: {attempts: number; createdAt: EpochMs},
  now: EpochMs,
  random: number,
  isOrdered = false,
): EpochMs | undefined {
  const longest = isOrdered ? LONGEST_IN_ORDER : LONGEST_DELAY
  const delay = Math.min(DELAYS[attempts - 1] ?? LONGEST_DELAY, longest) * (1 + JITTER * random)
  const at = now + Math.round(delay)
  return attempts >= FEWEST_ATTEMPTS && at - createdAt > GIVE_UP_AFTER ? undefined : at
}

/** The time of the next try where the peer has asked for a pause. */
export const waitedAt = (after: Milliseconds, now: EpochMs): EpochMs =>
  now + Math.min(Math.max(Math.ceil(after), SECOND), LONGEST_DELAY)
