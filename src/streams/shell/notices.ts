import {catchError, defer, EMPTY, exhaustMap, map, merge, type Observable, of, switchMap} from 'rxjs'
import type {SystemNotice} from '../../domain/shell/notice'

interface Sources {
  isOffered: Observable<boolean>
  load: () => Observable<readonly SystemNotice[]>
  /** Each value asks again. */
  polls: Observable<unknown>
}

/** Emits the notices for SYS_ADMINs, at once and at each poll. The last ones stay while the server is away. */
export const systemNotices = ({isOffered, load, polls}: Sources) =>
  isOffered.pipe(
    switchMap(isOffered =>
      isOffered
        ? merge(of(undefined), polls).pipe(exhaustMap(() => defer(load).pipe(catchError(() => EMPTY))))
        : of([]),
    ),
    map(notices => ({type: 'notices.received' as const, notices})),
  )
