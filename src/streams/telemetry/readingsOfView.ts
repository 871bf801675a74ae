import {asyncScheduler, catchError, EMPTY, from, type Observable, of, switchMap, throttleTime} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'

interface ReadingsOfView<Event> {
  /** The devices in view. */
  shown: Observable<readonly string[]>
  /** Replaces the earlier subscription. */
  subscribe: (deviceIds: readonly string[]) => Promise<unknown>
  read: (deviceIds: readonly string[]) => Observable<Event>
}

/** Reads the devices in view once they are subscribed, so that no value is lost between the two. */
export const readingsOfView = <Event>({shown, subscribe, read}: ReadingsOfView<Event>): Observable<Event> =>
  shown.pipe(
    throttleTime(VIEW_PERIOD, asyncScheduler, {leading: true, trailing: true}),
    switchMap(deviceIds =>
      from(subscribe(deviceIds)).pipe(
        // A socket that does not answer is given up, and all is read again with the next one.
        catchError(() => of(null)),
        switchMap(() => (deviceIds.length === 0 ? EMPTY : read(deviceIds))),
      ),
    ),
  )

/** While somebody scrolls, others come into view with each frame. */
const VIEW_PERIOD: Milliseconds = 150
