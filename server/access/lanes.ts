import {tooManyRequests} from '../http/failures/errors'

/** Enters a lane. Resolves to a function that leaves it, which may be called more than once. */
export type EnterLane = (lane: string) => Promise<() => void>

interface Lane {
  busy: number
  waiting: (() => void)[]
}

/** Longer queues are in vain: the senders of their first calls have given up. */
const LONGEST_LINE = 500

/**
 * Each lane has room for this many at once; others wait in its line, first come, first served. Throws 429 when the line
 * is too long. So the slow calls of one organisation never take all connections to the database.
 */
export function createLanes(width: number): EnterLane {
  const lanes = new Map<string, Lane>()

  function leave(name: string, lane: Lane) {
    const next = lane.waiting.shift()
    if (next !== undefined) return next()
    lane.busy--
    if (lane.busy === 0) lanes.delete(name)
  }

  return async name => {
    const lane = lanes.get(name) ?? {busy: 0, waiting: []}
    lanes.set(name, lane)
    if (lane.busy < width) lane.busy++
    else if (lane.waiting.length >= LONGEST_LINE) throw tooManyRequests(1000)
    else await new Promise<void>(resolve => lane.waiting.push(resolve))
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      leave(name, lane)
    }
  }
}
