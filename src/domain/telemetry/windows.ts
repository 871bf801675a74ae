import {tz} from '@date-fns/tz'
import {getMinutes} from 'date-fns'
import {DEFAULT_START_DAYS_BACK, TILE_REFETCH_MINUTES} from '../../../contract/limits'
import {dayStart} from '../../../contract/rules/calendar'
import type {EpochMs} from '../../../contract/wire/common'
import type {ChosenRange} from './view'

export interface TimeRange {
  start: EpochMs
  end: EpochMs
}

/** Tells the time `at` on the server's clock, once a minute. */
export type MinuteTicked = {type: 'minute.ticked'; at: EpochMs}

/**
 * The chosen range of the chart. The default start is the start of the day two days before `until`, the default end is
 * `until`.
 */
export function effectiveRange({start, end}: ChosenRange, until: EpochMs, zone: string): TimeRange {
  return {start: start ?? defaultRange(until, zone).start, end: end ?? until}
}

export function defaultRange(now: EpochMs, zone: string): TimeRange {
  return {start: dayStart(now, zone, DEFAULT_START_DAYS_BACK), end: now}
}

/** Whether the tiles are fetched again in this minute of the viewer's clock. */
export function isTileMinute(at: EpochMs, zone: string): boolean {
  return getMinutes(at, {in: tz(zone)}) % TILE_REFETCH_MINUTES === 0
}
