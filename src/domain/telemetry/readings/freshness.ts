import {CLOCK_TOLERANCE, CLOCKS_SET_SINCE} from '../../../../contract/limits'
import type {EpochMs, Milliseconds} from '../../../../contract/wire/common'
import {isLinkUp, type LinkState} from '../../link'

/**
 * The freshness of a value, the worst first. `notRead` means that the server was not asked yet, or that the link is still
 * sought for the first time: nobody knows whether the values that came with the page still hold. `never` means that it
 * was asked and has no value. `replay` was fresh at the past moment that is shown.
 */
export const WORST_FIRST = ['linkDown', 'late', 'never', 'notRead', 'fresh', 'replay'] as const
export type Freshness = (typeof WORST_FIRST)[number]

/** Whether a value has come in time, now or at the past moment that is shown. */
export const isInTime = (freshness: Freshness): boolean => freshness === 'fresh' || freshness === 'replay'

/** `receivedAt` is on the server's clock, `ts` is the device's own time; null means that the server doesn't say it. */
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
 * Evaluates a latest value: null when the key has none, undefined while it is not read. Without a time it is late, and
 * so is one that has arrived in the future: the server's clock was set back since.
 */
export function freshness(latest: Arrival | null | undefined, {now, link, lateAfter}: FreshnessConditions): Freshness {
  if (latest === undefined || link.kind === 'probing') return 'notRead'
  if (latest === null) return 'never'
  if (!isLinkUp(link)) return 'linkDown'
  if (!isWithin(validAt(latest, now), now, lateAfter)) return 'late'
  return link.kind === 'replay' ? 'replay' : 'fresh'
}

const isWithin = (at: EpochMs | null, now: EpochMs, limit: Milliseconds): boolean =>
  at !== null && now - at <= limit && at <= now + CLOCK_TOLERANCE

/**
 * The moment whose state a value tells, from which its age counts: that of its measurement or of its arrival, whichever
 * is earlier. The time of a device whose clock is wrong doesn't count.
 */
export function validAt({receivedAt, ts}: Arrival, now: EpochMs): EpochMs | null {
  const measuredAt = wrongClock({receivedAt, ts}, now) === null ? ts : null
  if (receivedAt === null || measuredAt === null) return receivedAt ?? measuredAt
  return Math.min(receivedAt, measuredAt)
}

export type WrongClock = 'clockAhead' | 'clockNotSet'

/** Null for a clock that may be right. */
function wrongClock({receivedAt, ts}: Arrival, now: EpochMs): WrongClock | null {
  if (ts === null) return null
  if (ts < CLOCKS_SET_SINCE) return 'clockNotSet'
  return ts > (receivedAt ?? now) + CLOCK_TOLERANCE ? 'clockAhead' : null
}

/** A remark about a value beside its age. */
export type Remark = {kind: 'arrived'; at: EpochMs} | {kind: WrongClock}

/** That a value has arrived in time, but was measured long before; or that the clock of its device is wrong. */
export function remarkOn(latest: Arrival | null | undefined, {now, lateAfter}: FreshnessConditions): Remark | null {
  if (!latest) return null
  const wrong = wrongClock(latest, now)
  if (wrong !== null) return {kind: wrong}
  const {receivedAt} = latest
  const isLate = !isWithin(validAt(latest, now), now, lateAfter)
  return receivedAt !== null && isLate && isWithin(receivedAt, now, lateAfter)
    ? {kind: 'arrived', at: receivedAt}
    : null
}

/** Returns the arrival that represents the latest state of a device; undefined when it never sent one. */
export function newestArrival(latest: Iterable<Arrival | null>, now: EpochMs): Arrival | undefined {
  let newest: Arrival | undefined
  for (const arrival of latest) {
    if (arrival === null) continue
    if (newest === undefined || (validAt(arrival, now) ?? 0) > (validAt(newest, now) ?? 0)) newest = arrival
  }
  return newest
}
