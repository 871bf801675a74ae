import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {Scheduler} from '../../server/scheduler'
import {createVirtualTime} from './virtualTime'

const STEP = 10

export interface FlowingTime extends Scheduler {
  /** Goes on by so much at once. What comes due in between is done at its time. */
  move(by: Milliseconds): Promise<void>
  stop(): void
}

/** Goes on by itself, as real time does. */
export function createFlowingTime(startsAt?: EpochMs): FlowingTime {
  const time = createVirtualTime(startsAt)
  let moved = Promise.resolve()
  let seen = performance.now()
  const move = (by: Milliseconds) => {
    moved = moved.then(() => time.advance(by))
    return moved
  }
  const flow = setInterval(() => {
    // Times are whole milliseconds.
    const by = Math.floor(performance.now() - seen)
    seen += by
    void move(by)
  }, STEP)
  return {...time, move, stop: () => clearInterval(flow)}
}
