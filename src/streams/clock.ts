import {concatMap, interval, Observable, scan} from 'rxjs'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'

export type ClockEvent = {type: 'clock.ticked'; at: EpochMs} | {type: 'clock.jumped'; at: EpochMs}

/** Ticks at once and then each second. Before a tick, `clock.jumped` tells of a sleep or of a clock that was set. */
export function clock({monotonic, now = () => Date.now()}: ClockSource): Observable<ClockEvent> {
  const read = (): Reading => ({at: now(), clientAt: Date.now(), monotonic: monotonic(), jumped: false})
  return new Observable<ClockEvent>(subscriber => {
    subscriber.next({type: 'clock.ticked', at: now()})
    return interval(PERIOD)
      .pipe(
        scan(last => {
          const reading = read()
          return {...reading, jumped: isJump(last, reading)}
        }, read()),
        concatMap(eventsOf),
      )
      .subscribe(subscriber)
  })
}

/** `monotonic` is in milliseconds and is never set; it may stand still while the machine sleeps. */
export interface ClockSource {
  monotonic(): Milliseconds
  /** The clock that the events tell; without it they tell this machine's. */
  now?: () => EpochMs
}

const PERIOD: Milliseconds = 1000
/** Timers run late, and clocks are corrected in small steps all the time, so less than this is not a jump. */
const TOLERANCE: Milliseconds = 2000
/** Browsers run the timers of a hidden page once a minute. A longer pause means that the machine slept. */
const LONGEST_PAUSE: Milliseconds = 90_000

interface Reading {
  at: EpochMs
  clientAt: EpochMs
  monotonic: Milliseconds
  jumped: boolean
}

function isJump(last: Reading, next: Reading): boolean {
  const elapsed = next.clientAt - last.clientAt
  return Math.abs(elapsed - (next.monotonic - last.monotonic)) > TOLERANCE || elapsed > LONGEST_PAUSE
}

function eventsOf({at, jumped}: Reading): ClockEvent[] {
  const ticked: ClockEvent = {type: 'clock.ticked', at}
  return jumped ? [{type: 'clock.jumped', at}, ticked] : [ticked]
}
