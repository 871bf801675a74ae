import {
  defer,
  distinctUntilChanged,
  EMPTY,
  fromEvent,
  map,
  type Observable,
  repeat,
  startWith,
  switchMap,
  timer,
} from 'rxjs'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {MinuteTicked} from '../domain/timeRange/timeRange'

/** Ticks at whole periods after the start with what `now` says. Late timers don't add up and never skip a minute. */
export function minuteTicks(period: Milliseconds, now: () => EpochMs): Observable<MinuteTicked> {
  return defer(() => {
    const startedAt = Date.now()
    const untilNext = () => period - positiveRemainder(Date.now() - startedAt, period)
    return defer(() => timer(untilNext())).pipe(
      map(() => minuteTicked(now())),
      repeat(),
    )
  })
}

/** Ticks each period while the page is shown. When the page was hidden for longer than a period, it ticks at once. */
export function pollTicks(
  period: Milliseconds,
  visible: Observable<boolean>,
  now = () => Date.now(),
): Observable<MinuteTicked> {
  return defer(() => {
    let tickedAt = Date.now()
    const untilNext = () => Math.min(period, Math.max(0, tickedAt + period - Date.now()))
    const next = defer(() => timer(untilNext())).pipe(
      map(() => {
        tickedAt = Date.now()
        return minuteTicked(now())
      }),
      repeat(),
    )
    return visible.pipe(switchMap(isVisible => (isVisible ? next : EMPTY)))
  })
}

const minuteTicked = (at: EpochMs): MinuteTicked => ({type: 'minute.ticked', at})

const positiveRemainder = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor

/** Emits whether the page is shown, at once and whenever that changes. */
export function visibility(page: PageVisibility): Observable<boolean> {
  return fromEvent(page, 'visibilitychange').pipe(
    startWith(undefined),
    map(() => page.visibilityState !== 'hidden'),
    distinctUntilChanged(),
  )
}

type PageVisibility = EventTarget & {visibilityState: string}
