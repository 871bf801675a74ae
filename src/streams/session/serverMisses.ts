import {
  catchError,
  EMPTY,
  exhaustMap,
  filter,
  from,
  ignoreElements,
  merge,
  type Observable,
  of,
  startWith,
  switchMap,
  timer,
} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'
import {failureOf} from '../../domain/failure'

export interface ServerMissed {
  type: 'server.missed'
}

/**
 * Emits when the server is away. It is asked after a few seconds without any answer, so that a cut link is noticed
 * soon, and at once when a call was not answered. One call may fail by itself: as long as the question is answered,
 * the link is up.
 */
export function serverMisses(
  outcomes: Observable<'reached' | 'missed'>,
  probe: () => Observable<unknown> | Promise<unknown>,
): Observable<ServerMissed> {
  const ask = (): Observable<ServerMissed> => from(probe()).pipe(ignoreElements(), catchError(missedUnlessAnswered))
  const missedCalls = outcomes.pipe(filter(outcome => outcome === 'missed'))
  const silences = outcomes.pipe(
    filter(outcome => outcome === 'reached'),
    startWith('reached'),
    switchMap(() => timer(PROBE_PERIOD, PROBE_PERIOD)),
  )
  return merge(silences, missedCalls).pipe(exhaustMap(ask))
}

const PROBE_PERIOD: Milliseconds = 5000

function missedUnlessAnswered(error: unknown): Observable<ServerMissed> {
  return failureOf(error).kind === 'unreachable' ? of({type: 'server.missed'}) : EMPTY
}
