import {EMPTY, map, type Observable, switchMap, timer} from 'rxjs'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'

export interface ExpiryReached {
  type: 'expiry.reached'
  at: EpochMs
}

/** Emits the moment at which something expires. Each value of `awaited` replaces the former; null is never. */
export function expiries(awaited: Observable<EpochMs | null>, now: () => EpochMs): Observable<ExpiryReached> {
  return awaited.pipe(
    switchMap(at => (at === null ? EMPTY : timer(untilThen(at - now())).pipe(map(() => at)))),
    // Timers may be a little early.
    map(at => ({type: 'expiry.reached', at: Math.max(at, now())})),
  )
}

/** Browsers run longer timers at once. */
const LONGEST_TIMER: Milliseconds = 2_147_483_647

const untilThen = (left: Milliseconds): Milliseconds => Math.min(Math.max(0, left), LONGEST_TIMER)
