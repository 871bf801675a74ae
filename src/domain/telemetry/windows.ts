import {tz} from '@date-fns/tz'
import {getMinutes, startOfDay, startOfISOWeek, subDays, subWeeks} from 'date-fns'
import {DEFAULT_START_DAYS_BACK, TILE_REFETCH_MINUTES} from '../../../contract/limits'
import type {EpochMs} from '../../../contract/wire/common'
import type {TileStatistics} from '../../../contract/wire/telemetry'
import type {ChosenRange} from './view'

export interface TimeRange {
  start: EpochMs
  end: EpochMs
}

const HOUR = 60 * 60_000

/** The start of the day in `zone`; where a day begins at 1 o'clock because of daylight saving, that. */
export function dayStart(at: EpochMs, zone: string): EpochMs {
  return startOfDay(at, {in: tz(zone)}).getTime()
}

/** The chart's range: what is chosen, else from the start of the day two days back until `until`. */
export function effectiveRange({start, end}: ChosenRange, until: EpochMs, zone: string): TimeRange {
  return {start: start ?? defaultRange(until, zone).start, end: end ?? until}
}

export function defaultRange(now: EpochMs, zone: string): TimeRange {
  const inZone = {in: tz(zone)}
  return {start: startOfDay(subDays(now, DEFAULT_START_DAYS_BACK, inZone), inZone).getTime(), end: now}
}

export type StatisticsWindow = keyof TileStatistics

/** The tiles' windows in the viewer's zone; weeks are ISO weeks. Each holds its start and not its end. */
export function statisticsWindows(now: EpochMs, zone: string): Record<StatisticsWindow, TimeRange> {
  const inZone = {in: tz(zone)}
  const today = startOfDay(now, inZone).getTime()
  const yesterday = startOfDay(subDays(now, 1, inZone), inZone).getTime()
  const thisWeek = startOfISOWeek(now, inZone).getTime()
  const lastWeek = startOfISOWeek(subWeeks(now, 1, inZone), inZone).getTime()
  return {
    lastHour: {start: now - HOUR, end: now},
    today: {start: today, end: now},
    yesterday: {start: yesterday, end: today},
    thisWeek: {start: thisWeek, end: now},
    lastWeek: {start: lastWeek, end: thisWeek},
  }
}

/** Whether the tiles are fetched again in this minute of the viewer's clock. */
export function isTileMinute(at: EpochMs, zone: string): boolean {
  return getMinutes(at, {in: tz(zone)}) % TILE_REFETCH_MINUTES === 0
}
