import {concatMap, interval, Observable, scan} from 'rxjs'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'

export type ClockEvent = {type: 'clock.ticked'; at: EpochMs} | {type: 'clock.jumped'; at: EpochMs}

/** Ticks each second, from the start, with what `now` says. `clock.jumped` comes before the tick after a sleep or when the clock was set. */
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

/** `monotonic` is in milliseconds and stands still while the machine sleeps, or goes on, but is never set. */
export interface ClockSource {
  monotonic(): Milliseconds
  /** The clock that is told; without it this machine's. */
  now?: () => EpochMs
}

const PERIOD: Milliseconds = 1000
/** Timers are late and clocks are corrected in small steps all the time. */
const TOLERANCE: Milliseconds = 2000
/** A hidden page is called once a minute; who was not called for longer slept. */
const LONGEST_PAUSE: Milliseconds = 90_000

interface Reading {
  at: EpochMs
  /** On this machine's clock. */
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
