import {concatMap, defer, interval, map, merge, Observable, type Observer, Subject, scan, share} from 'rxjs'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'

export type ClockEvent = {type: 'clock.ticked'; at: EpochMs} | {type: 'clock.jumped'; at: EpochMs}

/**
 * A clock that ticks for all who listen at the same moment, in the order in which they began to: who began first knows
 * of a sleep before the others evaluate anything by the new time.
 */
export interface SharedClock {
  /**
   * Ticks at once, each second, and on `tick`. Before a tick, `clock.jumped` tells of a sleep or of a clock that was
   * set. The events tell the clock `now`; without it they tell this machine's.
   */
  ticks(now?: () => EpochMs): Observable<ClockEvent>
  tick(): void
}

export function createClock({monotonic}: Pick<ClockSource, 'monotonic'>): SharedClock {
  const asked = new Subject<void>()
  const read = (): Reading => ({clientAt: Date.now(), monotonic: monotonic(), jumped: false})
  const pulses = defer(() =>
    merge(interval(PERIOD), asked).pipe(
      scan(last => {
        const reading = read()
        return {...reading, jumped: isJump(last, reading)}
      }, read()),
      map(({jumped}) => jumped),
    ),
  ).pipe(share())

  return {
    tick: () => asked.next(),
    ticks: (now = Date.now) =>
      new Observable((subscriber: Observer<ClockEvent>) => {
        subscriber.next({type: 'clock.ticked', at: now()})
        return pulses.pipe(concatMap(jumped => eventsAt(now(), jumped))).subscribe(subscriber)
      }),
  }
}

/** A clock for one listener. */
export const clock = ({monotonic, now}: ClockSource): Observable<ClockEvent> => createClock({monotonic}).ticks(now)

export interface ClockSource {
  /** In milliseconds. It is never set, and may stop while the machine sleeps. */
  monotonic(): Milliseconds
  now?: () => EpochMs
}

const PERIOD: Milliseconds = 1000
/** Timers run late, and clocks are corrected in small steps all the time, so less than this is not a jump. */
const TOLERANCE: Milliseconds = 2000
/** Browsers run the timers of a hidden page once a minute. A longer pause means that the machine slept. */
const LONGEST_PAUSE: Milliseconds = 90_000

interface Reading {
  clientAt: EpochMs
  monotonic: Milliseconds
  jumped: boolean
}

function isJump(last: Reading, next: Reading): boolean {
  const elapsed = next.clientAt - last.clientAt
  return Math.abs(elapsed - (next.monotonic - last.monotonic)) > TOLERANCE || elapsed > LONGEST_PAUSE
}

function eventsAt(at: EpochMs, jumped: boolean): ClockEvent[] {
  const ticked: ClockEvent = {type: 'clock.ticked', at}
  return jumped ? [{type: 'clock.jumped', at}, ticked] : [ticked]
}
