import type {EpochMs, Milliseconds} from '../../contract/wire/common'

export interface Clocks {
  now: () => EpochMs
  /** The time since any moment, which is not changed when the clock is set. */
  elapsed: () => Milliseconds
}

/** By less a clock is adjusted all the time. */
const SET_BY: Milliseconds = 2000

/** Returns a function that says whether the clock was set since it was called before, and what time it is. */
export function createClockWatch({now, elapsed}: Clocks): () => {at: EpochMs; wasSet: boolean} {
  let offset = now() - elapsed()
  return () => {
    const at = now()
    const before = offset
    offset = at - elapsed()
    return {at, wasSet: Math.abs(offset - before) > SET_BY}
  }
}
