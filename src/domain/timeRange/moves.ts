import {dayStart} from '../../../contract/rules/time/calendar'
import {DAY, HOUR, MINUTE} from '../../../contract/rules/time/durations'
import {isValidTime} from '../../../contract/rules/time/validTime'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {RelativeTime} from './relativeTime'
import {followsNow, type RawRange, type TimeRange} from './timeRange'

/**
 * Moves a range by its own length, one earlier or one later. A range of whole days moves by days of the zone, so that
 * a change of clocks doesn't shift it.
 */
export function stepped({start, end}: TimeRange, direction: -1 | 1, zone: string): RawRange {
  const days = wholeDays({start, end}, zone)
  if (days !== null) {
    const from = dayStart(start, zone, -direction * days)
    return clamped({from, to: dayStart(from, zone, -days) - 1}, {start, end})
  }
  const length = end - start
  return clamped({from: start + direction * length, to: end + direction * length}, {start, end})
}

/** Doubles a range: half of its length goes to each side. One that follows now only gains on the side of the past. */
export function zoomedOut(raw: RawRange, {start, end}: TimeRange): RawRange {
  const length = end - start
  if (followsNow(raw)) return {from: backBy(2 * length), to: 'now'}
  return clamped({from: start - length / 2, to: end + length / 2}, {start, end})
}

/** Halves a range, to its newer half when it follows now, and else to its middle. */
export function zoomedIn(raw: RawRange, {start, end}: TimeRange): RawRange {
  const length = end - start
  if (length < 2 * SHORTEST) return raw
  if (followsNow(raw)) return {from: backBy(length / 2), to: 'now'}
  return clamped({from: start + length / 4, to: end - length / 4}, {start, end})
}

/** Beyond the times that a point can have there is nothing to see, so the range stays. */
function clamped({from, to}: {from: EpochMs; to: EpochMs}, {start, end}: TimeRange): RawRange {
  const moved = {from: Math.round(from), to: Math.round(to)}
  return isValidTime(moved.from) && isValidTime(moved.to) ? moved : {from: start, to: end}
}

const SHORTEST = MINUTE

/** Rounds up to a whole unit, so that the name of the range stays short. */
function backBy(length: Milliseconds): RelativeTime {
  if (length > 4 * DAY || length % DAY === 0) return `now-${Math.ceil(length / DAY)}d`
  return length > 4 * HOUR || length % HOUR === 0
    ? `now-${Math.ceil(length / HOUR)}h`
    : `now-${Math.max(1, Math.ceil(length / MINUTE))}m`
}

function wholeDays({start, end}: TimeRange, zone: string): number | null {
  const isWhole = dayStart(start, zone) === start && dayStart(end + 1, zone) === end + 1
  return isWhole && end > start ? Math.round((end + 1 - start) / DAY) : null
}
