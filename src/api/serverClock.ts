import type {EpochMs, Milliseconds} from '../../contract/wire/common'

/**
 * Tells the time of the server, so that charts and ages are right on a machine whose clock is wrong or is set in the
 * meantime. Times of telemetry, and all that is compared with them, stay on the server's clock.
 */
export interface ServerClock {
  /**
   * Is called when a question is asked, or with a moment of the monotonic clock before that; the function that it
   * returns, with the Date header of the answer.
   */
  asking(sentAt?: Milliseconds): (date: string | undefined) => void
  /** Returns the present moment on the server's clock. */
  now(): EpochMs
  /** Converts a moment on the server's clock to this machine's clock. */
  toClient(serverTime: EpochMs): EpochMs
}

/**
 * `monotonic` is in milliseconds and is never set. It may stand still while the machine sleeps; then the next answer
 * tells the time again.
 */
export function createServerClock(monotonic = () => performance.now()): ServerClock {
  let known: Bounds | undefined

  /** In whole milliseconds. As long as this machine's clock may agree with the server's, it is taken to. */
  function now(): EpochMs {
    if (known === undefined) return Date.now()
    const sinceStart = monotonic()
    return Math.round(Math.min(Math.max(Date.now(), sinceStart + known.low), sinceStart + known.high))
  }

  return {
    asking(sentAt = monotonic()) {
      return date => {
        const stated = Date.parse(date ?? '')
        if (Number.isNaN(stated)) return
        known = narrowed(known, {low: stated - monotonic(), high: stated + DATE_RESOLUTION - sentAt})
      }
    },
    now,
    toClient: serverTime => serverTime - now() + Date.now(),
  }
}

/** A Date header is cut to whole seconds, so it may be up to this much behind. */
const DATE_RESOLUTION: Milliseconds = 1000

/** The server's time when `monotonic` was 0 lies between these two. A quick answer narrows them. */
interface Bounds {
  low: EpochMs
  high: EpochMs
}

/** When the bounds contradict each other, a clock was set or stood still, and only the newest answer counts. */
function narrowed(known: Bounds | undefined, seen: Bounds): Bounds {
  if (known === undefined) return seen
  const both = {low: Math.max(known.low, seen.low), high: Math.min(known.high, seen.high)}
  return both.low <= both.high ? both : seen
}
