import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {isLinkUp, type LinkState} from './link'

export type Freshness = 'never' | 'fresh' | 'late' | 'linkDown'

/** Whatever arrived on the server at `receivedAt` (client's clock); null when the server doesn't tell. */
export interface Arrival {
  receivedAt: EpochMs | null
}

export interface FreshnessConditions {
  now: EpochMs
  link: LinkState
  lateAfter: Milliseconds
}

/** Judged by arrival on the server and by the link, never by a device's own clock. An arrival nobody vouches for counts as late. */
export function freshness(arrival: Arrival | undefined, {now, link, lateAfter}: FreshnessConditions): Freshness {
  if (arrival === undefined) return 'never'
  if (!isLinkUp(link)) return 'linkDown'
  if (arrival.receivedAt === null) return 'late'
  return now - arrival.receivedAt > lateAfter ? 'late' : 'fresh'
}

/** What a device was last heard by: the newest arrival of all; undefined when it was never heard of. */
export function newestArrival(arrivals: Iterable<Arrival>): Arrival | undefined {
  let newest: Arrival | undefined
  for (const arrival of arrivals)
    if (newest === undefined || (arrival.receivedAt ?? 0) > (newest.receivedAt ?? 0)) newest = arrival
  return newest
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** '5 s', '3 min', '2 h', '4 d': rounded down, and never negative. */
export function ageOf(receivedAt: EpochMs, now: EpochMs): string {
  const age = Math.max(0, now - receivedAt)
  if (age < MINUTE) return `${Math.floor(age / SECOND)} s`
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`
  if (age < DAY) return `${Math.floor(age / HOUR)} h`
  return `${Math.floor(age / DAY)} d`
}
