import {CLOCK_TOLERANCE} from '../../../contract/limits'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {isLinkUp, type LinkState} from './link'

/** `notRead` claims nothing; `never`: the server was asked, and has no value. */
export type Freshness = 'notRead' | 'never' | 'fresh' | 'late' | 'linkDown'

/** A value that arrived on the server at `receivedAt` (on its clock) with the device's time `ts`; null where nobody tells. */
export interface Arrival {
  receivedAt: EpochMs | null
  ts: EpochMs | null
}

export interface FreshnessConditions {
  now: EpochMs
  link: LinkState
  lateAfter: Milliseconds
}

/** Of a key's latest value, which is null when it has none, and undefined as long as that is not read. What nobody can date counts as late. */
export function freshness(latest: Arrival | null | undefined, {now, link, lateAfter}: FreshnessConditions): Freshness {
  if (latest === undefined) return 'notRead'
  if (latest === null) return 'never'
  if (!isLinkUp(link)) return 'linkDown'
  const at = arrivalTime(latest, now)
  return at === null || now - at > lateAfter ? 'late' : 'fresh'
}

/** When a value arrived: by the server's word, else by its device's own time, unless that lies ahead: then its clock is wrong. */
export function arrivalTime({receivedAt, ts}: Arrival, now: EpochMs): EpochMs | null {
  return receivedAt ?? (ts === null || ts > now + CLOCK_TOLERANCE ? null : ts)
}

/** What a device was last heard by: the newest arrival of all; undefined when it was never heard of. */
export function newestArrival(latest: Iterable<Arrival | null>, now: EpochMs): Arrival | undefined {
  let newest: Arrival | undefined
  for (const arrival of latest) {
    if (arrival === null) continue
    if (newest === undefined || (arrivalTime(arrival, now) ?? 0) > (arrivalTime(newest, now) ?? 0)) newest = arrival
  }
  return newest
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** '5 s', '3 min', '2 h', '4 d': rounded down, and never negative. */
export function ageOf(at: EpochMs, now: EpochMs): string {
  const age = Math.max(0, now - at)
  if (age < MINUTE) return `${Math.floor(age / SECOND)} s`
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`
  if (age < DAY) return `${Math.floor(age / HOUR)} h`
  return `${Math.floor(age / DAY)} d`
}
