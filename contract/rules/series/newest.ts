import {CLOCK_TOLERANCE, CLOCKS_SET_SINCE, HISTORY_AFTER} from '../../limits'
import type {EpochMs, Milliseconds} from '../../wire/common'
import {HOUR} from '../time/durations'

/** `ts` is the time given by the device, `receivedAt` the time of arrival on the server. */
export interface Dated {
  ts: EpochMs
  receivedAt: EpochMs
}

/** A device that has sent no plausible time for this long has a wrong clock, and its values count in their order. */
export const WRONG_CLOCK_PATIENCE: Milliseconds = HOUR

/**
 * Whether `next`, which is stored after `known`, replaces it as the latest value of a key. The point with the later
 * `ts` wins, whenever it arrived. A `ts` that is ahead of its arrival by more than `CLOCK_TOLERANCE` is wrong, so the
 * point is ranked an hour before its arrival: it then neither beats recent points of a correct clock nor loses to old
 * points that are filled in later.
 */
export function isNewest(next: Dated, known: Dated): boolean {
  const [nextStands, knownStands] = [standing(next), standing(known)]
  return nextStands === knownStands ? next.ts >= known.ts : nextStands > knownStands
}

/**
 * Whether a value that arrives is filled in from the past, and raises no alarm. The time of a clock that was never set
 * says nothing.
 */
export const isHistory = ({ts, receivedAt}: Dated): boolean => ts >= CLOCKS_SET_SINCE && receivedAt - ts > HISTORY_AFTER

const standing = ({ts, receivedAt}: Dated): EpochMs =>
  ts > receivedAt + CLOCK_TOLERANCE ? receivedAt - WRONG_CLOCK_PATIENCE : ts
