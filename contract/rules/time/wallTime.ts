import type {EpochMs} from '../../wire/common'
import {DAY} from './durations'
import {type OffsetAt, offsetsOf} from './localTime'

/**
 * The time at which the clocks of `zone` show `wall`, which is that time as if it were in UTC. A time that they show
 * twice is the first of the two, and one that they skip is as much later as they skip, as in RFC 5545.
 */
export const instantOf = (wall: EpochMs, zone: string): EpochMs => instantBy(offsetsOf(zone), wall)

/** The same by the offsets of a zone, for many times. */
export function instantBy(offsetAt: OffsetAt, wall: EpochMs): EpochMs {
  const before = offsetAt(wall - DAY)
  if (offsetAt(wall - before) === before) return wall - before
  const after = offsetAt(wall + DAY)
  return offsetAt(wall - after) === after ? wall - after : wall - before
}

/** The time that the clocks of `zone` show, as if it were in UTC. */
export const wallOf = (at: EpochMs, zone: string): EpochMs => at + offsetsOf(zone)(at)
