import type {EpochMs, Milliseconds} from '../contract/wire/common'

export type Cancel = () => void

/** All time of the server, which is handed in, so that a test can move it. */
export interface Scheduler {
  now: () => EpochMs
  /** The time since any moment, which is not changed when the clock is set. */
  elapsed: () => Milliseconds
  /** Resolves after that time, or as soon as the signal aborts. The process stays alive in the meantime. */
  delay: (wait: Milliseconds, signal?: AbortSignal) => Promise<void>
  /** Acts once. It does not keep the process alive, nor does `every`. */
  after: (wait: Milliseconds, act: () => void) => Cancel
  every: (period: Milliseconds, act: () => void) => Cancel
}

/** The present background work; undefined while it only waits for its time. */
export type UnderWay = () => Promise<unknown> | undefined

/** Called with the outcome of each run of some work in the background. */
export interface Job {
  succeeded(): void
  failed(error: unknown): void
}

/** Resolves when the work has ended, and reports its outcome to the job. */
export const report = (job: Job, work: Promise<unknown>): Promise<void> => work.then(job.succeeded, job.failed)

/** Remembers the work that has begun and not ended. */
export function createUnderWay(): {track<Done>(work: Promise<Done>): Promise<Done>; underWay: UnderWay} {
  const works = new Set<Promise<unknown>>()
  return {
    track(work) {
      const ended = work.catch(() => {}).finally(() => works.delete(ended))
      works.add(ended)
      return work
    },
    underWay: () => (works.size === 0 ? undefined : Promise.all(works)),
  }
}

/** Resolves when none of them works any more, also on what another has begun in the meantime. */
export async function drained(parts: readonly {underWay: UnderWay}[]): Promise<void> {
  const underWay = () => parts.flatMap(part => part.underWay() ?? [])
  for (let works = underWay(); works.length > 0; works = underWay()) await Promise.allSettled(works)
}

/** Whether the work ends in that time. It isn't waited for any longer. */
export function within(
  {delay}: Pick<Scheduler, 'delay'>,
  wait: Milliseconds,
  work: Promise<unknown>,
): Promise<boolean> {
  const over = new AbortController()
  const inTime = work.then(() => true)
  return Promise.race([inTime, delay(wait, over.signal).then(() => false)]).finally(() => over.abort())
}

export const realTime: Scheduler = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  delay: (wait, signal) =>
    new Promise(resolve => {
      if (signal?.aborted) return resolve()
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, wait)
      signal?.addEventListener('abort', end)
    }),
  after(wait, act) {
    const timer = setTimeout(act, wait).unref()
    return () => clearTimeout(timer)
  },
  every(period, act) {
    const timer = setInterval(act, period).unref()
    return () => clearInterval(timer)
  },
}
