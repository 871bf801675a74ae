import {fromEvent, map, merge, type Observable, take} from 'rxjs'

/** Emits at the first click or key, from which on browsers let a page make sounds. */
export function pageTouch(page: EventTarget): Observable<{type: 'page.touched'}> {
  return merge(fromEvent(page, 'pointerup'), fromEvent(page, 'keydown')).pipe(
    take(1),
    map(() => ({type: 'page.touched'})),
  )
}
