import {setTimeout as delay} from 'node:timers/promises'
import type {Milliseconds} from '../../contract/wire/common'

/** Work over much data that is due again and again, one pass at a time. */
export interface Passes {
  /** Begins at once, and later by itself. */
  start(): void
  /** Resolves after the step under way. */
  close(): Promise<void>
}

export interface PassesOptions {
  every: Milliseconds
  /** The time since any moment, which is not changed when the clock is set. */
  elapsed: () => Milliseconds
  /** Hears what fails, which is tried again by the next pass. */
  onFailed: (error: unknown) => void
  pass(unhurried: Unhurried): Promise<void>
}

/** Rests after each step as long as it took, so that devices don't wait for it, and ends early when the server closes. */
export type Unhurried = <Step>(steps: AsyncIterable<Step>) => AsyncGenerator<Step, void>

export function createPasses({every, elapsed, onFailed, pass}: PassesOptions): Passes {
  const closing = new AbortController()
  let passing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function* unhurried<Step>(steps: AsyncIterable<Step>): AsyncGenerator<Step, void> {
    let began = elapsed()
    for await (const step of steps) {
      yield step
      await delay(elapsed() - began, undefined, {signal: closing.signal, ref: false}).catch(() => {})
      if (closing.signal.aborted) return
      began = elapsed()
    }
  }

  function begin() {
    passing ??= pass(unhurried)
      .catch(onFailed)
      .finally(() => {
        passing = undefined
      })
  }

  return {
    start() {
      if (closing.signal.aborted) return
      timer = setInterval(begin, every).unref()
      begin()
    },
    async close() {
      clearInterval(timer)
      closing.abort()
      await passing
    },
  }
}
