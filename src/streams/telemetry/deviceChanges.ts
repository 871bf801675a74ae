import {
  bufferWhen,
  catchError,
  EMPTY,
  filter,
  finalize,
  map,
  merge,
  type Observable,
  share,
  switchMap,
  take,
  timer,
} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import {type DeviceChanges, joinedChanges} from '../../domain/telemetry/devices/deviceChanges'

interface Sources {
  changes: Observable<DeviceChanges>
  /** Each value means that changes may have been missed. */
  gaps: Observable<unknown>
  load: () => Observable<readonly DeviceEntry[]>
}

/** Many devices may be created one after the other; the new ones are read once per pause. */
const PATIENCE: Milliseconds = 1000

/** Emits the changes of each second together, and the whole list after each gap. */
export function deviceChanges({
  changes,
  gaps,
  load,
}: Sources): Observable<{type: 'devices.changed'; changes: DeviceChanges}> {
  /** A change sent while the list was requested may be missing in it. */
  const listed = () => {
    const since: DeviceChanges[] = []
    const subscription = changes.subscribe(change => since.push(change))
    return load().pipe(
      map((devices): DeviceChanges => since.reduce(joinedChanges, {devices, goneIds: [], isAll: true})),
      // The next gap asks again.
      catchError(() => EMPTY),
      finalize(() => subscription.unsubscribe()),
    )
  }
  const all = merge(changes, gaps.pipe(switchMap(listed))).pipe(share())
  const pauseAfter = () =>
    all.pipe(
      take(1),
      switchMap(() => timer(PATIENCE)),
    )
  return all.pipe(
    bufferWhen(pauseAfter),
    filter(batch => batch.length > 0),
    map(batch => ({type: 'devices.changed' as const, changes: batch.reduce(joinedChanges)})),
  )
}
