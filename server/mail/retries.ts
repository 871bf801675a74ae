import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {QueuedMail} from './repository'

const SECOND: Milliseconds = 1000
const MINUTE = 60 * SECOND
const DELAYS = [10 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE]
const LONGEST_DELAY = 15 * MINUTE
const GIVE_UP_AFTER = 2 * 24 * 60 * MINUTE
/** A clock that was set ahead, or a server that was off, does not end the two days before this many. */
const FEWEST_ATTEMPTS = 100

/** The time of the next try after `attempts` failed ones; undefined when the mail is to be given up. */
export function nextTryAt(
  {attempts, createdAt}: Pick<QueuedMail, 'attempts' | 'createdAt'>,
  now: EpochMs,
): EpochMs | undefined {
  const at = now + (DELAYS[attempts - 1] ?? LONGEST_DELAY)
  return attempts >= FEWEST_ATTEMPTS && at - createdAt > GIVE_UP_AFTER ? undefined : at
}
