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
 * Tells that the server is away: it is asked when nothing was heard of it for a few seconds, so that a cut link is noticed
 * soon, and at once when a call was not answered. One call may fail by itself; the link is not down as long as the question
 * is answered.
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
