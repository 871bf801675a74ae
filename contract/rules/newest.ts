import {CLOCK_TOLERANCE} from '../limits'
import type {EpochMs, Milliseconds} from '../wire/common'

/** `ts` is the device's time, `receivedAt` the arrival on the server. */
export interface Dated {
  ts: EpochMs
  receivedAt: EpochMs
}

/** A device that has dated nothing plausibly for so long has a wrong clock: its values are then taken as they come. */
export const WRONG_CLOCK_PATIENCE: Milliseconds = 60 * 60_000

/**
 * Whether `next`, stored after `known`, becomes a key's latest value: the later dated one does, whenever it arrived. The date
 * of one that was ahead of its arrival by more than a clock's tolerance says nothing. It stands an hour behind its arrival,
 * so that it is never preferred to what a device in order has sent, and what is filled in later is preferred to neither.
 */
export function isNewest(next: Dated, known: Dated): boolean {
  const [nextStands, knownStands] = [standing(next), standing(known)]
  return nextStands === knownStands ? next.ts >= known.ts : nextStands > knownStands
}

const standing = ({ts, receivedAt}: Dated): EpochMs =>
  ts > receivedAt + CLOCK_TOLERANCE ? receivedAt - WRONG_CLOCK_PATIENCE : ts
