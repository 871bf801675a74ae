import type {EpochMs} from '../../contract/common'
import {CHART_POINT_LIMIT} from '../../contract/limits'
import type {TileStatistics} from '../../contract/telemetry'
import {seriesPoints, type TelemetryPoint} from './seriesAnswer'
import {statisticsOf} from './statistics'
import {statisticsWindows, type TimeRange} from './windows'

/** The newest points of a range, at most 1000. */
export type FetchPoints = (range: TimeRange) => Promise<readonly TelemetryPoint[]>

/**
 * The tiles of a server that doesn't compute them, from its points: exact as long as everything since the start of last
 * week fits into one answer. Otherwise each window is asked for by itself, and one of more than 1000 points is judged by
 * its newest 1000.
 */
export async function deriveStatistics(now: EpochMs, zone: string, fetch: FetchPoints): Promise<TileStatistics> {
  const windows = statisticsWindows(now, zone)
  const all = seriesPoints(await fetch({start: windows.lastWeek.start, end: now}))
  const pointsOf = async (window: TimeRange) =>
    all.length < CHART_POINT_LIMIT ? all : seriesPoints(await fetch(window))
  const of = async (window: TimeRange) => statisticsOf(await pointsOf(window), window)
  return {
    lastHour: await of(windows.lastHour),
    today: await of(windows.today),
    yesterday: await of(windows.yesterday),
    thisWeek: await of(windows.thisWeek),
    lastWeek: await of(windows.lastWeek),
  }
}
