import {distinctUntilChanged, fromEvent, map, type Observable, startWith} from 'rxjs'

/** Emits whether the page is shown, at once and whenever that changes. */
export function visibility(page: PageVisibility): Observable<boolean> {
  return fromEvent(page, 'visibilitychange').pipe(
    startWith(undefined),
    map(() => page.visibilityState !== 'hidden'),
    distinctUntilChanged(),
  )
}

export type PageVisibility = EventTarget & {visibilityState: string}
