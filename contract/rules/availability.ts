import type {EpochMs, Milliseconds} from '../wire/common'
import type {DataWindows} from './dataDays'
import type {CalendarWindow} from './time/calendar'

/** The windows may overlap, and need no order. */
export interface AvailabilityHistory extends DataWindows {
  createdAt: EpochMs
  /** The time of the first value; null when there never was one. */
  knownSince: EpochMs | null
  critical: readonly CalendarWindow[]
  maintenance: readonly CalendarWindow[]
  now: EpochMs
}

/**
 * Lengths of time. `evaluated` is the time that counts: without maintenance, from the first value until now, as far as a
 * rhythm of the device is known. `available` is the part of it with data and without an active critical alarm.
 * `unknown` is the time since the creation of a device without evidence: before its first value, and without a known
 * rhythm.
 */
export interface Availability {
  available: Milliseconds
  evaluated: Milliseconds
  maintenance: Milliseconds
  unknown: Milliseconds
}

export const NOTHING_EVALUATED: Availability = {available: 0, evaluated: 0, maintenance: 0, unknown: 0}

/** The availability of a device in each of some pieces of time, which are in order and don't overlap. */
export function availabilityIn(history: AvailabilityHistory, pieces: readonly CalendarWindow[]): Availability[] {
  const {createdAt, knownSince, now} = history
  const maintenance = union(history.maintenance)
  const known = knownSince === null ? [] : without(windows(knownSince, now), union(history.unknown))
  const evaluated = without(known, maintenance)
  const available = without(evaluated, outages(history))
  const unknown = lengthsIn(without(windows(createdAt, now), known), pieces)
  const all = lengthsIn(known, pieces)
  const counted = lengthsIn(evaluated, pieces)
  return lengthsIn(available, pieces).map((length, index) => ({
    available: length,
    evaluated: counted[index] ?? 0,
    maintenance: (all[index] ?? 0) - (counted[index] ?? 0),
    unknown: unknown[index] ?? 0,
  }))
}

/** The times without data, or with an active critical alarm. */
function outages({data, critical}: AvailabilityHistory): CalendarWindow[] {
  const everything = windows(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
  return union([...without(everything, union(data)), ...critical])
}

export function sumOf(parts: Iterable<Availability>): Availability {
  const sum = {...NOTHING_EVALUATED}
  for (const {available, evaluated, maintenance, unknown} of parts) {
    sum.available += available
    sum.evaluated += evaluated
    sum.maintenance += maintenance
    sum.unknown += unknown
  }
  return sum
}

/** The share from 0 to 1; null when nothing is known, or all was maintenance. */
export const shareOf = ({available, evaluated}: Availability): number | null =>
  evaluated > 0 ? available / evaluated : null

/** Rounded down to hundredths, so that less than 100 % never reads as 100 %; null when nothing is known. */
export function percentOf(amounts: Availability): number | null {
  const share = shareOf(amounts)
  return share === null ? null : Math.floor(share * 10_000 + 1e-7) / 100
}

/** The time that the device may still be unavailable under a goal in percent; negative when the goal is missed. */
export const budgetLeft = ({available, evaluated}: Availability, goal: number): Milliseconds | null =>
  evaluated > 0 ? evaluated * (1 - goal / 100) - (evaluated - available) : null

const windows = (start: EpochMs, end: EpochMs): CalendarWindow[] => (start < end ? [{start, end}] : [])

/** Joins windows, so that they are in order and none touches another one. */
export function union(overlapping: readonly CalendarWindow[]): CalendarWindow[] {
  const joined: CalendarWindow[] = []
  const isInOrder = overlapping.every(
    ({start}, index) => index === 0 || start >= (overlapping[index - 1]?.start ?? start),
  )
  for (const {start, end} of isInOrder ? overlapping : [...overlapping].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else if (start < end) joined.push({start, end})
  }
  return joined
}

/** Both are in order, and don't overlap. */
export function without(from: readonly CalendarWindow[], removed: readonly CalendarWindow[]): CalendarWindow[] {
  const left: CalendarWindow[] = []
  let next = 0
  for (const {start, end} of from) {
    let since = start
    while ((removed[next]?.end ?? Number.POSITIVE_INFINITY) <= since) next++
    for (let place = next; place < removed.length; place++) {
      const gap = removed[place]
      if (gap === undefined || gap.start >= end) break
      if (gap.start > since) left.push({start: since, end: gap.start})
      since = Math.max(since, gap.end)
    }
    if (since < end) left.push({start: since, end})
  }
  return left
}

/** The length of each piece that the windows cover. Both are in order, and don't overlap. */
function lengthsIn(covered: readonly CalendarWindow[], pieces: readonly CalendarWindow[]): Milliseconds[] {
  let next = 0
  return pieces.map(({start, end}) => {
    while ((covered[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++
    let length = 0
    for (let place = next; place < covered.length; place++) {
      const window = covered[place]
      if (window === undefined || window.start >= end) break
      length += Math.min(window.end, end) - Math.max(window.start, start)
    }
    return length
  })
}
