import type {FastifyReply} from 'fastify'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Scheduler} from '../../scheduler'
import {tooManyRequests} from './errors'

/** Calls that wait for an event. */
export interface Waiting<Event> {
  /**
   * Resolves to the next event for `key`; undefined when the time has passed, nobody waits any more (`signal`) or the
   * server closes. Throws 429 when too many wait for the same already.
   */
  next(key: string, timeout: Milliseconds, signal: AbortSignal): Promise<Event | undefined>
  notify(key: string, event: Event): void
  isEmpty(): boolean
  /** Ends all waiting, as if the time had passed, so that callers ask again. */
  close(): void
}

/** A caller needs one. Calls that it has given up without ending the connection must not block it. */
const CALLS_PER_KEY = 5

/** Nobody waits for longer than `longest`, whatever is asked for. At most `callsPerKey` wait for the same. */
export function createWaiting<Event>(
  {after}: Pick<Scheduler, 'after'>,
  longest: Milliseconds = Number.POSITIVE_INFINITY,
  callsPerKey = CALLS_PER_KEY,
): Waiting<Event> {
  const waiting = new Map<string, Set<(event?: Event) => void>>()
  let isClosed = false

  return {
    next(key, timeout, signal) {
      if (isClosed || signal.aborted) return Promise.resolve(undefined)
      const calls = waiting.get(key) ?? new Set()
      if (calls.size >= callsPerKey) throw tooManyRequests(timeout)
      waiting.set(key, calls)
      return new Promise(resolve => {
        const expire = () => end()
        const cancel = after(Math.min(timeout, longest), expire)
        function end(event?: Event) {
          cancel()
          signal.removeEventListener('abort', expire)
          if (calls.delete(end) && calls.size === 0) waiting.delete(key)
          resolve(event)
        }
        calls.add(end)
        signal.addEventListener('abort', expire)
      })
    },
    notify(key, event) {
      for (const end of waiting.get(key) ?? []) end(event)
    },
    isEmpty: () => waiting.size === 0,
    close() {
      isClosed = true
      for (const calls of waiting.values()) for (const end of calls) end()
    },
  }
}

/** Aborts when the answer is sent or the caller has gone away. Until then, the connection may be silent. */
export function untilClosed({raw}: FastifyReply): AbortSignal {
  const closing = new AbortController()
  raw.once('close', () => closing.abort())
  raw.setTimeout(0, () => {})
  return closing.signal
}
