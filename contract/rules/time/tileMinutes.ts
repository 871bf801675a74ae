import {TILE_REFETCH_MINUTES} from '../../limits'
import type {EpochMs, Milliseconds} from '../../wire/common'
import {MINUTE} from './durations'
import {offsetsOf} from './localTime'

/** The period for which the statistics of the tiles are shown. */
export const TILE_PERIOD: Milliseconds = TILE_REFETCH_MINUTES * MINUTE

/** Whether the tiles are due in this minute of the clocks of `zone`. */
export const isTileMinute = (at: EpochMs, zone: string): boolean => at - tilePeriodStart(at, zone) < MINUTE

/** The last time, up to `at`, at which the tiles were due by the clocks of `zone`. */
export function tilePeriodStart(at: EpochMs, zone: string): EpochMs {
  const local = at + offsetsOf(zone)(at)
  return at - (local - Math.floor(local / TILE_PERIOD) * TILE_PERIOD)
}
