import {tz} from '@date-fns/tz'
import {getMinutes} from 'date-fns'
import {TILE_REFETCH_MINUTES} from '../../../contract/limits'
import type {EpochMs} from '../../../contract/wire/common'

/** Tells the time `at` on the server's clock, once a minute. */
export type MinuteTicked = {type: 'minute.ticked'; at: EpochMs}

/** Whether the tiles are fetched again in this minute of the viewer's clock. */
export function isTileMinute(at: EpochMs, zone: string): boolean {
  return getMinutes(at, {in: tz(zone)}) % TILE_REFETCH_MINUTES === 0
}
