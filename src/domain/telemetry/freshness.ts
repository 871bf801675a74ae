import {CLOCK_TOLERANCE} from '../../../contract/limits'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {isLinkUp, type LinkState} from './link'

/**
 * `notRead` means that the server was not asked yet; `never` means that it was asked and has no value. `replay` was fresh at
 * the past moment that is shown.
 */
export type Freshness = 'notRead' | 'never' | 'fresh' | 'late' | 'linkDown' | 'replay'

/** Whether a value has come in time, now or at the past moment that is shown. */
export const isInTime = (freshness: Freshness): boolean => freshness === 'fresh' || freshness === 'replay'

/** `receivedAt` is on the server's clock, `ts` is the device's own time; null means that the server doesn't tell it. */
export interface Arrival {
  receivedAt: EpochMs | null
  ts: EpochMs | null
}

export interface FreshnessConditions {
  now: EpochMs
  link: LinkState
  lateAfter: Milliseconds
}

/**
 * Judges a latest value: null when the key has none, undefined while it is not read. Without a time it is late, and so is one
 * that has arrived in the future: the server's clock was set back since.
 */
export function freshness(latest: Arrival | null | undefined, {now, link, lateAfter}: FreshnessConditions): Freshness {
  if (latest === undefined) return 'notRead'
  if (latest === null) return 'never'
  if (!isLinkUp(link)) return 'linkDown'
  const at = arrivalTime(latest, now)
  if (at === null || now - at > lateAfter || at > now + CLOCK_TOLERANCE) return 'late'
  return link.kind === 'replay' ? 'replay' : 'fresh'
}

/** Without `receivedAt` the device's own time counts, unless it lies ahead: then the device's clock is wrong. */
export function arrivalTime({receivedAt, ts}: Arrival, now: EpochMs): EpochMs | null {
  return receivedAt ?? (ts === null || ts > now + CLOCK_TOLERANCE ? null : ts)
}

/** The newest arrival of all values of a device; undefined when it never sent one. */
export function newestArrival(latest: Iterable<Arrival | null>, now: EpochMs): Arrival | undefined {
  let newest: Arrival | undefined
  for (const arrival of latest) {
    if (arrival === null) continue
    if (newest === undefined || (arrivalTime(arrival, now) ?? 0) > (arrivalTime(newest, now) ?? 0)) newest = arrival
  }
  return newest
}
