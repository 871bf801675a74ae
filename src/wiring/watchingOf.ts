import {filter, fromEvent, map, merge, type Observable} from 'rxjs'
import {type WatchingChanged, watching} from '../streams/watching'

/** Says whether a user is at work on the part of the page with this attribute. */
export function watchingOf(attribute: `data-${string}`): Observable<WatchingChanged> {
  const events = (...names: readonly (keyof DocumentEventMap)[]) =>
    merge(...names.map(name => fromEvent(document, name))).pipe(
      map(({target}) => target instanceof Element && target.closest(`[${attribute}]`) !== null),
    )
  return watching({
    signs: events('pointermove', 'pointerdown', 'keydown', 'focusin').pipe(filter(isWithin => isWithin)),
    leaves: events('pointerover', 'focusin').pipe(filter(isWithin => !isWithin)),
  })
}
