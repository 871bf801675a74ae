import {catchError, from, map, mergeMap, type Observable, of} from 'rxjs'
import {messageOf} from '../domain/failure'
import type {Outcome} from '../domain/outcome'
import {call} from './call'

const AT_ONCE = 6

/** Does `act` for each of `ids`, a few at once, and tells the outcome of each; unsubscribing stops what has not begun. */
export function outcomes(
  ids: readonly string[],
  act: (id: string, signal: AbortSignal) => Promise<void>,
  failed: string,
): Observable<{type: 'row.finished'; outcome: Outcome}> {
  return from(ids).pipe(
    mergeMap(
      id =>
        call(signal => act(id, signal)).pipe(
          map((): Outcome => ({id, message: null})),
          catchError((error: unknown) => of({id, message: messageOf(error, failed)})),
        ),
      AT_ONCE,
    ),
    map(outcome => ({type: 'row.finished', outcome})),
  )
}
