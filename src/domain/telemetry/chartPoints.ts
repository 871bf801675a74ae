import type {SeriesPoint} from '../../../contract/rules/point'
import type {TimeRange} from '../timeRange/timeRange'
import {aheadOf, drawable, type Ranged, withEnd} from './chartRange'
import {mergePoints, NO_SERIES, type Series} from './series'
import type {SeriesQuestion} from './seriesAnswer'
import type {PointsReceived} from './update'

/** A chart's question and what is drawn of the answer. */
export interface Chart extends Ranged, Omit<SeriesQuestion, keyof TimeRange> {
  /** Null until a series is loaded. */
  series: Series | null
  /** The points pushed since the last question was asked, whose answer may lack them. */
  recent: readonly SeriesPoint[]
}

export function questionOf(chart: Chart): SeriesQuestion {
  const {deviceId, key, range, aggregation, windowMinutes, zone} = chart
  return {deviceId, key, start: range.start, end: range.end + aheadOf(chart), aggregation, windowMinutes, zone}
}

/** Draws pushed points of a chart of raw points that follows now, and moves its end. */
export function withPoints(chart: Chart, {points, at}: Pick<PointsReceived, 'points' | 'at'>) {
  const followed = {...chart, ...withEnd(chart, Math.max(chart.now, at))}
  return {...followed, series: mergePoints(chart.series ?? NO_SERIES, drawable(followed, points))}
}

/** Adds the points pushed meanwhile to raw ones; buckets stay as the server has answered them. */
export const withRecent = (chart: Chart, series: Series): Series =>
  chart.aggregation === 'none' ? mergePoints(series, drawable(chart, chart.recent)) : series
