import type {Milliseconds} from '../../contract/wire/common'
import {type Cancel, type Job, report, type Scheduler, type UnderWay} from '../scheduler'

/** Work over much data that is due again and again, one pass at a time. */
export interface Passes {
  /** Begins at once, and later by itself. */
  start(): void
  underWay: UnderWay
  /** Resolves after the step under way. */
  close(): Promise<void>
}

export interface PassesOptions {
  every: Milliseconds
  scheduler: Pick<Scheduler, 'elapsed' | 'delay' | 'every'>
  /** Called with each pass. A failed step is tried again by the next one. */
  job: Job
  pass(unhurried: Unhurried): Promise<void>
}

/** Rests after each step as long as it took, so that devices don't wait, and ends early when the server closes. */
export type Unhurried = <Step>(steps: AsyncIterable<Step>) => AsyncGenerator<Step, void>

export function createPasses({every, scheduler, job, pass}: PassesOptions): Passes {
  const {elapsed, delay} = scheduler
  const closing = new AbortController()
  let passing: Promise<void> | undefined
  let stopLooking: Cancel = () => {}

  async function* unhurried<Step>(steps: AsyncIterable<Step>): AsyncGenerator<Step, void> {
    let began = elapsed()
    for await (const step of steps) {
      yield step
      await delay(elapsed() - began, closing.signal)
      if (closing.signal.aborted) return
      began = elapsed()
    }
  }

  function begin() {
    passing ??= report(job, pass(unhurried)).finally(() => {
      passing = undefined
    })
  }

  return {
    start() {
      if (closing.signal.aborted) return
      stopLooking = scheduler.every(every, begin)
      begin()
    },
    underWay: () => passing,
    async close() {
      stopLooking()
      closing.abort()
      await passing
    },
  }
}
