import {catchError, concat, defer, from, identity, map, type Observable, of, startWith, switchMap, timer} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'
import type {ReadingsByDevice} from '../../domain/telemetry/readings/reading'
import {keysOf} from '../../domain/telemetry/readings/update'
import type {ReadingsReceived} from './enrichment'

export interface ReadingsMissed {
  type: 'readings.missed'
  error: unknown
}

export interface LatestReadings {
  /** Loads the latest values of all devices in one call. */
  load: () => Observable<ReadingsByDevice> | Promise<ReadingsByDevice>
  /** Each value means that something may have been missed, so a call under way is dropped and made again. */
  refreshes: Observable<unknown>
  /** Whether the values are known as of now, so that they are first asked for at a refresh. */
  isJustRead?: boolean
}

/**
 * Loads the latest values at once and after each refresh; others are pushed. A failed call is repeated after a pause.
 */
export function latestReadings({
  load,
  refreshes,
  isJustRead = false,
}: LatestReadings): Observable<ReadingsReceived | ReadingsMissed> {
  const attempt = (): Observable<ReadingsReceived | ReadingsMissed> =>
    defer(() => from(load())).pipe(
      map((readings): ReadingsReceived => ({type: 'readings.received', readings, keys: keysOf(readings)})),
      catchError((error: unknown) =>
        concat(of({type: 'readings.missed', error} as const), timer(RETRY_PATIENCE).pipe(switchMap(attempt))),
      ),
    )
  return refreshes.pipe(isJustRead ? identity : startWith(null), switchMap(attempt))
}

const RETRY_PATIENCE: Milliseconds = 10_000
