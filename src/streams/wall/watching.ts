import {concat, distinctUntilChanged, map, merge, type Observable, of, switchMap, timer} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'

export interface WatchingSigns {
  /** The pointer moves over the wall, or a key is pressed in it. */
  signs: Observable<unknown>
  /** The pointer leaves the wall. */
  leaves: Observable<unknown>
}

/**
 * Tells whether somebody is at work on the wall. A pointer that was parked on it, or a focus that was left in it, is
 * nobody, and must not keep the wall from turning its pages for days.
 */
export function watching({signs, leaves}: WatchingSigns): Observable<{type: 'watching.changed'; isWatched: boolean}> {
  return merge(signs.pipe(map(() => true)), leaves.pipe(map(() => false))).pipe(
    switchMap(isThere => (isThere ? concat(of(true), timer(PATIENCE).pipe(map(() => false))) : of(false))),
    distinctUntilChanged(),
    map(isWatched => ({type: 'watching.changed', isWatched})),
  )
}

const PATIENCE: Milliseconds = 20_000
