import {CHART_POINT_LIMIT} from '../../../contract/limits'
import {type CalendarWindow, statisticsWindows} from '../../../contract/rules/calendar'
import {statisticsOf} from '../../../contract/rules/statistics'
import type {EpochMs} from '../../../contract/wire/common'
import type {TileStatistics} from '../../../contract/wire/telemetry'
import {seriesPoints, type TelemetryPoint} from './seriesAnswer'
import type {TimeRange} from './windows'

/** The newest points of a range, at most 1000. */
export type FetchPoints = (range: TimeRange) => Promise<readonly TelemetryPoint[]>

/** Ten calls for three windows each ten minutes are little; a device that speaks each second would need hundreds. */
const PAGES = 10

/**
 * The tiles of a server that doesn't compute them, from its points. Exact as long as this week holds at most 10,000;
 * of a window that reaches further back than the points that were fetched, only the newest 1000 or those fetched count.
 */
export async function deriveStatistics(now: EpochMs, zone: string, fetch: FetchPoints): Promise<TileStatistics> {
  const windows = statisticsWindows(now, zone)
  const {points, since} = await fetchBack({start: windows.lastWeek.start, end: now}, windows.thisWeek.start, fetch)
  /** A window that is over may lie behind what was fetched. A call's range holds its end. */
  const pointsOf = async ({start, end}: CalendarWindow) =>
    end <= now && start < since ? await fetch({start, end: end - 1}) : points
  const of = async (window: CalendarWindow) => statisticsOf(seriesPoints(await pointsOf(window)), window)
  return {
    lastHour: await of(windows.lastHour),
    today: await of(windows.today),
    yesterday: await of(windows.yesterday),
    thisWeek: await of(windows.thisWeek),
    lastWeek: await of(windows.lastWeek),
  }
}

/** Page by page from the newest; all points from `since` on. Stops where `enough` is reached, and after ten pages in any case. */
async function fetchBack({start, end}: TimeRange, enough: EpochMs, fetch: FetchPoints) {
  const points: TelemetryPoint[] = []
  let since = end + 1
  for (let page = 0; page < PAGES && since > enough; page++) {
    const fetched = await fetch({start, end: since - 1})
    points.push(...fetched)
    since = fetched.length < CHART_POINT_LIMIT ? start : Math.min(...fetched.map(({ts}) => ts))
  }
  return {points, since}
}
