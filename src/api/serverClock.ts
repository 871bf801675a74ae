import type {EpochMs, Milliseconds} from '../../contract/wire/common'

/**
 * Tells how far the server's clock is from this machine's, so that charts and ages are right on a machine whose clock
 * is wrong. Times of telemetry, and all that is compared with them, stay on the server's clock.
 */
export interface ServerClock {
  /** Learns from an answer. `date` is its Date header, which has whole seconds. */
  observe(answer: {sentAt: EpochMs; answeredAt: EpochMs; date: string | undefined}): void
  /** Returns the present moment on the server's clock. */
  now(): EpochMs
  /** Converts a moment on the server's clock to this machine's clock. */
  toClient(serverTime: EpochMs): EpochMs
}

export function createServerClock(): ServerClock {
  let known: Bounds | undefined
  const ahead = () => (known === undefined ? 0 : nearestToZero(known))

  return {
    observe({sentAt, answeredAt, date}) {
      const stated = Date.parse(date ?? '')
      if (Number.isNaN(stated) || answeredAt < sentAt) return
      known = narrowed(known, {low: stated - answeredAt, high: stated + DATE_RESOLUTION - sentAt})
    },
    now: () => Date.now() + ahead(),
    toClient: serverTime => serverTime - ahead(),
  }
}

/** A Date header is cut to whole seconds, so it may be up to this much behind. */
const DATE_RESOLUTION: Milliseconds = 1000

/** The offset (server minus client) lies between these two. A quick answer narrows them. */
interface Bounds {
  low: Milliseconds
  high: Milliseconds
}

/** When the bounds contradict each other, one of the clocks was set, and only the newest answer counts. */
function narrowed(known: Bounds | undefined, seen: Bounds): Bounds {
  if (known === undefined) return seen
  const both = {low: Math.max(known.low, seen.low), high: Math.min(known.high, seen.high)}
  return both.low <= both.high ? both : seen
}

/** Two clocks that may agree are taken to agree. */
const nearestToZero = ({low, high}: Bounds): Milliseconds => Math.min(Math.max(0, low), high)
