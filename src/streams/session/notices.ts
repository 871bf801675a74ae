import {catchError, defer, EMPTY, exhaustMap, map, merge, type Observable, of, switchMap} from 'rxjs'
import type {SystemNotice} from '../../domain/session/notice'

interface Sources {
  isOffered: Observable<boolean>
  load: () => Observable<readonly SystemNotice[]>
  /** Each value asks again. */
  rounds: Observable<unknown>
}

/** Tells what SYS_ADMINs should see to, at once and in each round. What was told stands while the server does not answer. */
export const systemNotices = ({isOffered, load, rounds}: Sources) =>
  isOffered.pipe(
    switchMap(isOffered =>
      isOffered
        ? merge(of(undefined), rounds).pipe(exhaustMap(() => defer(load).pipe(catchError(() => EMPTY))))
        : of([]),
    ),
    map(notices => ({type: 'notices.received' as const, notices})),
  )
