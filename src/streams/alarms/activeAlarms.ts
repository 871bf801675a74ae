import {defer, map, merge, type Observable, of, retry, startWith, switchMap, tap} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Alarm} from '../../domain/alarm'
import type {AlarmsReceived} from '../../domain/telemetry/devices/marks'

interface Sources {
  /** Loads all active alarms. Changes after the request must come from `updates`. */
  load: () => Observable<readonly Alarm[]>
  updates: Observable<readonly Alarm[]>
  /** Each value starts a new round, in which all are read again. */
  polls: Observable<unknown>
}

const RETRY_PATIENCE: Milliseconds = 10_000

/** Emits all active alarms, at once and in each round, and their changes. */
export function activeAlarms({load, updates, polls}: Sources): Observable<AlarmsReceived> {
  return defer(() => {
    let sinceAsked: readonly Alarm[] = []
    const received = (alarms: readonly Alarm[], isAll: boolean): AlarmsReceived => ({
      type: 'alarms.received',
      alarms,
      isAll,
    })
    const changes = updates.pipe(
      tap(alarms => {
        sinceAsked = [...sinceAsked, ...alarms]
      }),
      map(alarms => received(alarms, false)),
    )
    const round = defer(() => {
      sinceAsked = []
      return defer(load).pipe(
        switchMap(alarms => of(received(alarms, true), received(sinceAsked, false))),
        // The next round may be far: none comes while a replay is paused.
        retry({delay: RETRY_PATIENCE}),
      )
    })
    return merge(
      changes,
      polls.pipe(
        startWith(undefined),
        switchMap(() => round),
      ),
    )
  })
}
