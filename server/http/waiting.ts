import type {FastifyReply} from 'fastify'
import type {Milliseconds} from '../../contract/wire/common'
import type {Scheduler} from '../scheduler'
import {tooManyRequests} from './errors'

/** Calls that wait until there is news for them. */
export interface Waiting<News> {
  /**
   * Resolves to the next news for `key`; undefined when the time has passed, nobody waits any more (`signal`) or the
   * server closes. Throws 429 when too many wait for the same already.
   */
  next(key: string, timeout: Milliseconds, signal: AbortSignal): Promise<News | undefined>
  tell(key: string, news: News): void
  isEmpty(): boolean
  /** Ends all waiting, as if the time had passed, so that callers ask again. */
  close(): void
}

/** A caller needs one. Those that it has given up without ending the connection must not stand in the way. */
const CALLS_PER_KEY = 5

/** Nobody waits for longer than `longest`, whatever is asked for. */
export function createWaiting<News>(
  {after}: Pick<Scheduler, 'after'>,
  longest: Milliseconds = Number.POSITIVE_INFINITY,
): Waiting<News> {
  const waiting = new Map<string, Set<(news?: News) => void>>()
  let isClosed = false

  return {
    next(key, timeout, signal) {
      if (isClosed || signal.aborted) return Promise.resolve(undefined)
      const calls = waiting.get(key) ?? new Set()
      if (calls.size >= CALLS_PER_KEY) throw tooManyRequests(timeout)
      waiting.set(key, calls)
      return new Promise(resolve => {
        const expire = () => end()
        const cancel = after(Math.min(timeout, longest), expire)
        function end(news?: News) {
          cancel()
          signal.removeEventListener('abort', expire)
          if (calls.delete(end) && calls.size === 0) waiting.delete(key)
          resolve(news)
        }
        calls.add(end)
        signal.addEventListener('abort', expire)
      })
    },
    tell(key, news) {
      for (const end of waiting.get(key) ?? []) end(news)
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
