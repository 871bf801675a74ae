import {concatMap, interval, map, merge, Observable, of, Subject, share, switchMap, throttleTime} from 'rxjs'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {isLinkUp, PROBING, REPLAY} from '../../domain/link'
import type {TelemetryUpdate} from '../../domain/telemetry/readings/update'
import type {MinuteTicked} from '../../domain/timeRange/timeRange'
import type {LinkChanged} from '../../machines/connectivity'
import type {ClockEvent, SharedClock} from '../../streams/clock'

/** A second is as often as anybody needs to read what isn't pushed, however fast the past is played. */
const LEAST_PAUSE: Milliseconds = 1000

export interface ReplayTime {
  now(): EpochMs
  /** The time has become another one, and this has come by then. */
  pass(passed: {at: EpochMs; updates: readonly TelemetryUpdate[]}): void
  clock: SharedClock
  telemetry: Observable<readonly TelemetryUpdate[]>
  polls(period: Milliseconds): Observable<MinuteTicked>
  catchUps: Subject<void>
}

/** The time of a replay, which goes as it is told. Before that it is the present. */
export function createReplayTime(present: EpochMs): ReplayTime {
  let at = present
  const now = () => at
  const passes = new Subject<void>()
  // Screens take up at a tick what they were told in the meantime, so there are some even while the time stands still.
  const ticks = merge(passes, interval(LEAST_PAUSE)).pipe(share())
  const telemetry = new Subject<readonly TelemetryUpdate[]>()
  return {
    now,
    telemetry,
    catchUps: new Subject<void>(),
    pass(passed) {
      at = passed.at
      if (passed.updates.length > 0) telemetry.next(passed.updates)
      passes.next()
    },
    clock: {
      tick: () => passes.next(),
      ticks: () => merge(of(undefined), ticks).pipe(map((): ClockEvent => ({type: 'clock.ticked', at}))),
    },
    polls: period =>
      new Observable(subscriber => {
        let last = at
        return passes.pipe(throttleTime(LEAST_PAUSE, undefined, {leading: true, trailing: true})).subscribe(() => {
          if (at - last < period) return
          last = at
          subscriber.next({type: 'minute.ticked', at})
        })
      }),
  }
}

/** What was played was seen in part, so screens read all again by what they do after a lost link. */
export const pastLinks = (links: Observable<LinkChanged>, catchUps: Observable<void>): Observable<LinkChanged> =>
  links.pipe(
    map(changed => (isLinkUp(changed.link) ? {...changed, link: REPLAY} : changed)),
    switchMap(changed => merge(of(changed), catchUps.pipe(concatMap(() => of({...changed, link: PROBING}, changed))))),
  )
