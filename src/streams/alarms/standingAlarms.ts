import {defer, map, merge, type Observable, of, retry, startWith, switchMap, tap} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Alarm} from '../../domain/alarms/alarm'
import type {AlarmsTold} from '../../domain/telemetry/marks'

interface Sources {
  /** All alarms that stand. What changes after it was asked must be told by `news`. */
  load: () => Observable<readonly Alarm[]>
  news: Observable<readonly Alarm[]>
  /** Each value starts a new round, in which all are read again. */
  rounds: Observable<unknown>
}

const RETRY_PATIENCE: Milliseconds = 10_000

/** Tells all alarms that stand, at once and in each round, and what becomes of them. */
export function standingAlarms({load, news, rounds}: Sources): Observable<AlarmsTold> {
  return defer(() => {
    let sinceAsked: readonly Alarm[] = []
    const told = (alarms: readonly Alarm[], isAll: boolean): AlarmsTold => ({type: 'alarms.told', alarms, isAll})
    const changes = news.pipe(
      tap(alarms => {
        sinceAsked = [...sinceAsked, ...alarms]
      }),
      map(alarms => told(alarms, false)),
    )
    const round = defer(() => {
      sinceAsked = []
      return defer(load).pipe(
        switchMap(alarms => of(told(alarms, true), told(sinceAsked, false))),
        // The next round may be far: none comes while the past stands still.
        retry({delay: RETRY_PATIENCE}),
      )
    })
    return merge(
      changes,
      rounds.pipe(
        startWith(undefined),
        switchMap(() => round),
      ),
    )
  })
}
