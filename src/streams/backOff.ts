import {concat, defer, map, type Observable, of, timer} from 'rxjs'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'

export type RetryEvent = {type: 'retry.scheduled'; at: EpochMs} | {type: 'retry.due'}

/** Says when the next try is, then that it is due. `random` is in [0, 1) and spreads the clients after a restart. */
export function backOff(tries: number, random: () => number): Observable<RetryEvent> {
  return defer(() => {
    const delay = retryDelay(tries, random())
    return concat(
      of({type: 'retry.scheduled', at: Date.now() + delay} as const),
      timer(delay).pipe(map(() => ({type: 'retry.due'}) as const)),
    )
  })
}

/** The delay doubles with each try up to the longest; half of it is certain, and the other half is random. */
export function retryDelay(tries: number, random: number): Milliseconds {
  const whole = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (tries - 1))
  return Math.round(whole * (0.5 + random / 2))
}

const FIRST_DELAY: Milliseconds = 600
const LONGEST_DELAY: Milliseconds = 3000
