import {
  catchError,
  concat,
  defer,
  finalize,
  ignoreElements,
  map,
  mergeMap,
  type Observable,
  of,
  Subject,
  startWith,
  throttle,
  timer,
} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'
import type {AlarmCounts} from '../../domain/alarm'

export type CountsEvent = {type: 'alarms.counted'; counts: AlarmCounts} | {type: 'alarms.uncounted'}

/** Counts aren't asked for more often, however many alarms there are. */
const LEAST_PERIOD: Milliseconds = 1000

/** Counts the alarms at once, and again at each of `polls`: one call at a time, and at most one a second. */
export function alarmCounts(polls: Observable<unknown>, load: () => Observable<AlarmCounts>): Observable<CountsEvent> {
  return defer(() => {
    const rested = new Subject<void>()
    const count = (): Observable<CountsEvent> =>
      concat(
        load().pipe(
          map((counts): CountsEvent => ({type: 'alarms.counted', counts})),
          catchError(() => of<CountsEvent>({type: 'alarms.uncounted'})),
        ),
        timer(LEAST_PERIOD).pipe(ignoreElements()),
      ).pipe(finalize(() => rested.next()))
    return polls.pipe(
      startWith(undefined),
      throttle(() => rested, {leading: true, trailing: true}),
      mergeMap(count),
    )
  })
}
