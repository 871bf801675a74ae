import {concat, distinctUntilChanged, filter, fromEvent, map, merge, type Observable, of, switchMap, timer} from 'rxjs'
import type {Milliseconds} from '../../contract/wire/common'

export interface WatchingSigns {
  /** The pointer moves over the watched element, or a key is pressed in it. */
  signs: Observable<unknown>
  /** The pointer or the focus leaves it. */
  leaves: Observable<unknown>
}

export type WatchingChanged = {type: 'watching.changed'; isWatched: boolean}

/**
 * Says whether a user is at work on a wall or a list. A pointer that was parked on it, or a focus that was left in it,
 * is nobody, and must not keep it as it is for days.
 */
export function watching({signs, leaves}: WatchingSigns): Observable<WatchingChanged> {
  return merge(signs.pipe(map(() => true)), leaves.pipe(map(() => false))).pipe(
    switchMap(isThere => (isThere ? concat(of(true), timer(PATIENCE).pipe(map(() => false))) : of(false))),
    distinctUntilChanged(),
    map(isWatched => ({type: 'watching.changed', isWatched})),
  )
}

const PATIENCE: Milliseconds = 20_000

/** Says whether a user is at work on the part of the page with this attribute. */
export function watchingOf(page: Document, attribute: `data-${string}`): Observable<WatchingChanged> {
  const events = (...names: readonly (keyof DocumentEventMap)[]) =>
    merge(...names.map(name => fromEvent(page, name))).pipe(
      map(({target}) => target instanceof Element && target.closest(`[${attribute}]`) !== null),
    )
  return watching({
    signs: events('pointermove', 'pointerdown', 'keydown', 'focusin').pipe(filter(isWithin => isWithin)),
    leaves: events('pointerover', 'focusin').pipe(filter(isWithin => !isWithin)),
  })
}
