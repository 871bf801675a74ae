import {setImmediate as nextTurn} from 'node:timers/promises'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {type Cancel, realTime, type Scheduler} from '../../server/scheduler'

export interface VirtualTime extends Scheduler {
  /** Runs all timers due within that time, each at its time, and waits for the work that they begin. */
  advance(time: Milliseconds): Promise<void>
  /** Lets time go on until the promise settles, but by ten seconds at most. */
  until<Value>(promise: Promise<Value>): Promise<Value>
  /** Sets the clock, which `elapsed` does not know of. */
  set(now: EpochMs): void
  /** Resolves when nothing is under way that needs no more time. Without it, a few turns of the event loop are enough. */
  settled: () => Promise<void>
}

interface Timer {
  at: Milliseconds
  act: () => void
}

const TURNS = 10

/** The time of a test, which moves only by `advance`. Timers that are due at once run without it. */
export function createVirtualTime(start: EpochMs = Date.now()): VirtualTime {
  const timers = new Set<Timer>()
  let elapsed: Milliseconds = 0
  let offset = start

  function after(wait: Milliseconds, act: () => void): Cancel {
    const timer = {at: elapsed + Math.max(0, wait), act}
    timers.add(timer)
    if (timer.at === elapsed) setImmediate(run, timer)
    return () => timers.delete(timer)
  }

  function run(timer: Timer) {
    if (timers.delete(timer)) timer.act()
  }

  /** Returns the earliest timer; of several at the same time, the one that waits longest. */
  function next(): Timer | undefined {
    let first: Timer | undefined
    for (const timer of timers) if (first === undefined || timer.at < first.at) first = timer
    return first
  }

  async function step(until: Milliseconds): Promise<boolean> {
    const timer = next()
    if (timer === undefined || timer.at > until) return false
    elapsed = timer.at
    run(timer)
    await time.settled()
    return true
  }

  const time: VirtualTime = {
    now: () => offset + elapsed,
    elapsed: () => elapsed,
    after,
    every(period, act) {
      let cancel: Cancel
      const repeat = () => {
        cancel = after(period, repeat)
        act()
      }
      cancel = after(period, repeat)
      return () => cancel()
    },
    delay: (wait, signal) =>
      new Promise(resolve => {
        if (signal?.aborted) return resolve()
        const end = () => {
          cancel()
          resolve()
        }
        const cancel = after(wait, end)
        signal?.addEventListener('abort', end, {once: true})
      }),
    async advance(by) {
      const until = elapsed + by
      await time.settled()
      while (await step(until));
      elapsed = until
      await time.settled()
    },
    async until(promise) {
      let isOver = false
      const over = () => {
        isOver = true
      }
      promise.then(over, over)
      const most = elapsed + 10_000
      while (!isOver) if (!(await step(most))) await nextTurn()
      return promise
    },
    set(now) {
      offset = now - elapsed
    },
    async settled() {
      for (let turn = 0; turn < TURNS; turn++) await nextTurn()
    },
  }
  return time
}

/** Real timers beside a clock that is moved by hand. `setBy` is how far it was set, which `elapsed` doesn't know of. */
export const handMoved = (clock: {now: EpochMs; setBy?: Milliseconds}): Scheduler => ({
  ...realTime,
  now: () => clock.now,
  elapsed: () => clock.now - (clock.setBy ?? 0),
})
