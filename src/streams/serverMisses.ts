import {catchError, EMPTY, exhaustMap, filter, from, ignoreElements, map, merge, type Observable, timer} from 'rxjs'
import type {Milliseconds} from '../../contract/common'

export interface ServerMissed {
  type: 'server.missed'
}

/**
 * Calls that the server did not answer. Between the polls it is asked whether it is there, so that a cut link is noticed
 * in seconds; what comes of those probes is among the outcomes too.
 */
export function serverMisses(
  outcomes: Observable<'reached' | 'missed'>,
  probe: () => Observable<unknown> | Promise<unknown>,
): Observable<ServerMissed> {
  const misses = outcomes.pipe(
    filter(outcome => outcome === 'missed'),
    map((): ServerMissed => ({type: 'server.missed'})),
  )
  return merge(misses, probes(probe))
}

function probes(probe: () => Observable<unknown> | Promise<unknown>): Observable<never> {
  const quietly = () => from(probe()).pipe(catchError(() => EMPTY))
  return timer(PROBE_PERIOD, PROBE_PERIOD).pipe(exhaustMap(quietly), ignoreElements())
}

const PROBE_PERIOD: Milliseconds = 5000
