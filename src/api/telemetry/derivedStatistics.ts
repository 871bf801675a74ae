import {CHART_POINT_LIMIT} from '../../../contract/limits'
import {countedPoints} from '../../../contract/rules/series/point'
import {statisticsOf} from '../../../contract/rules/series/statistics'
import {type CalendarWindow, statisticsWindows} from '../../../contract/rules/time/calendar'
import type {EpochMs} from '../../../contract/wire/common'
import type {WindowStatistics} from '../../../contract/wire/telemetry/telemetry'
import type {TelemetryPoint} from '../../domain/telemetry/series/seriesAnswer'
import type {DerivedStatistics} from '../../domain/telemetry/series/seriesStatistics'
import {type FetchPoints, pointsBack} from './pointsBack'

/** A week of one point a minute takes eleven calls every ten minutes; a point each second would need hundreds. */
const PAGES = 20

/** Computes the tiles for a server that doesn't. Each window is exact or `incomplete`; none is guessed. */
export async function deriveStatistics(now: EpochMs, zone: string, fetch: FetchPoints): Promise<DerivedStatistics> {
  const windows = statisticsWindows(now, zone)
  const range = {start: windows.lastWeek.start, end: now}
  const {points, since} = await pointsBack(range, fetch, {enough: windows.thisWeek.start, pages: PAGES})
  const of = async (window: CalendarWindow): Promise<WindowStatistics | null | 'incomplete'> => {
    if (window.start >= since) return statisticsOf(numbersOf(points), window)
    if (window.end > now) return 'incomplete'
    // A window that has ended may lie behind the fetched points. The end is exclusive for a window, but inclusive for a
    // call.
    const fetched = await fetch({start: window.start, end: window.end - 1})
    return fetched.length < CHART_POINT_LIMIT ? statisticsOf(numbersOf(fetched), window) : 'incomplete'
  }
  return {
    lastHour: await of(windows.lastHour),
    today: await of(windows.today),
    yesterday: await of(windows.yesterday),
    thisWeek: await of(windows.thisWeek),
    lastWeek: await of(windows.lastWeek),
  }
}

const numbersOf = (points: readonly TelemetryPoint[]) => countedPoints(points).sort((one, other) => one.ts - other.ts)
