import type {StatisticsWindow} from '../../../../contract/rules/time/calendar'
import {TILE_PERIOD} from '../../../../contract/rules/time/tileMinutes'
import type {EpochMs} from '../../../../contract/wire/common'
import type {WindowStatistics} from '../../../../contract/wire/telemetry/telemetry'

/** The statistics of each window: null without points, and `incomplete` when not all of its points could be fetched. */
export type DerivedStatistics = Record<StatisticsWindow, WindowStatistics | null | 'incomplete'>

/** `at` is the time of the statistics on the server's clock, if the server sends it. */
export type SeriesStatistics = DerivedStatistics & {at?: EpochMs | undefined}

/** The series of the statistics, and the zone of its days and weeks. */
export interface StatisticsOf {
  deviceId: string
  key: string
  /** An IANA time zone. */
  zone: string
}

export interface PushedStatistics {
  of: StatisticsOf
  statistics: SeriesStatistics
}

/** The statistics of the series have been pushed, or it is time to ask for them. */
export type StatisticsEvent = {type: 'statistics.arrived'; statistics: SeriesStatistics} | {type: 'statistics.due'}

/** Reads pushed statistics. The parts that watch them pass it in, so that no other part loads its code. */
export type StatisticsReader = (payload: unknown) => PushedStatistics | undefined

/**
 * Whether an answer may replace another one. Of two that overtook each other one is a little older than the other. One
 * that is much older comes from a server whose clock was set back.
 */
export function mayReplace(shown: SeriesStatistics | null, {at: arrivedAt}: SeriesStatistics): boolean {
  if (shown?.at === undefined || arrivedAt === undefined) return true
  return arrivedAt >= shown.at || shown.at - arrivedAt >= TILE_PERIOD
}
