import {
  catchError,
  defer,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  expand,
  from,
  ignoreElements,
  merge,
  type Observable,
  of,
  retry,
  switchMap,
  throttleTime,
  timer,
} from 'rxjs'
import {HEARTBEAT_PERIOD} from '../../../contract/limits'
import type {Milliseconds} from '../../../contract/wire/common'
import {isRefusedWith, mayPass} from '../../domain/failure'
import type {Play} from '../../domain/player/play'
import type {Report} from '../../domain/player/report'
import {retryDelay} from '../backOff'
import {call} from '../call'

/** Plays that the server does not have yet. They outlive the page. */
export interface PlayQueue {
  first(count: number): readonly Play[]
  removeFirst(count: number): void
}

export interface ReportingPort {
  postHeartbeat(signal: AbortSignal): Promise<void>
  postReport(report: Report, signal: AbortSignal): Promise<void>
  postPlays(plays: readonly Play[], signal: AbortSignal): Promise<void>
  queue: PlayQueue
  random(): number
}

/** Reports heartbeats, the state of the screen and its plays. Emits when the server refuses the token. */
export function reporting(
  reports: Observable<Report>,
  playsAdded: Observable<unknown>,
  {postHeartbeat, postReport, postPlays, queue, random}: ReportingPort,
): Observable<TokenRefused> {
  const unlessRefused = catchError<never, Observable<TokenRefused>>(error => (isRefused(error) ? of(REFUSED) : EMPTY))

  const heartbeats = timer(0, HEARTBEAT_PERIOD).pipe(
    exhaustMap(() => call(postHeartbeat).pipe(ignoreElements(), unlessRefused)),
  )

  const reported = reports.pipe(
    distinctUntilChanged((one, other) => JSON.stringify(one) === JSON.stringify(other)),
    throttleTime(REPORT_PERIOD, undefined, {leading: true, trailing: true}),
    switchMap(report =>
      defer(() => call(signal => postReport(report, signal))).pipe(
        retry({delay: (_, tries) => timer(REPORT_PERIOD + retryDelay(tries, random()))}),
      ),
    ),
  )

  /** A play that the server refuses for good must not block the later ones. */
  const postFirst = () => {
    const plays = queue.first(PLAYS_PER_MESSAGE)
    if (plays.length === 0) return EMPTY
    const posted = call(signal => postPlays(plays, signal)).pipe(
      catchError((error: unknown) => {
        if (mayPass(error) || isRefused(error)) throw error
        return of(undefined)
      }),
    )
    return posted.pipe(
      switchMap(() => {
        queue.removeFirst(plays.length)
        return from([plays.length])
      }),
    )
  }
  const sent = merge(timer(0, HEARTBEAT_PERIOD), playsAdded).pipe(
    exhaustMap(() => postFirst().pipe(expand(postFirst), ignoreElements(), unlessRefused)),
  )

  return merge(heartbeats, reported.pipe(ignoreElements()), sent)
}

const isRefused = (error: unknown): boolean => isRefusedWith(error, 401, 403)

interface TokenRefused {
  type: 'token.refused'
}
const REFUSED: TokenRefused = {type: 'token.refused'}

const REPORT_PERIOD: Milliseconds = 5000
const PLAYS_PER_MESSAGE = 200
