import {distinctUntilChanged, fromEvent, map, type Observable, startWith} from 'rxjs'

/** Whether the page is shown, at once and whenever it changes. */
export function visibility(page: PageVisibility): Observable<boolean> {
  return fromEvent(page, 'visibilitychange').pipe(
    startWith(undefined),
    map(() => page.visibilityState !== 'hidden'),
    distinctUntilChanged(),
  )
}

export type PageVisibility = EventTarget & {visibilityState: string}
