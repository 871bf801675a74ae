import {CHART_POINT_LIMIT, DAY_WINDOW_MINUTES} from '../../../../contract/limits'
import type {SeriesPoint} from '../../../../contract/rules/series/point'
import type {TextPoint} from '../../../../contract/rules/series/states'
import {HOUR, MINUTE} from '../../../../contract/rules/time/durations'
import type {EpochMs} from '../../../../contract/wire/common'
import {stepBack} from '../../timeRange/relativeTime'
import type {TimeRange} from '../../timeRange/timeRange'
import type {PointsReceived} from '../readings/update'
import {aheadOf, drawable, type Ranged, withEnd} from './chartRange'
import {mergePoints, NO_SERIES, type Series} from './series'
import type {SeriesQuestion} from './seriesAnswer'
import {statesOf, withTexts} from './states'

/** A chart's question and the drawn part of the answer. */
export interface Chart extends Ranged, Omit<SeriesQuestion, keyof TimeRange> {
  /** Null until a series is loaded. */
  series: Series | null
  /** The points pushed since the last question was asked, whose answer may lack them. */
  recent: readonly (SeriesPoint | TextPoint)[]
}

export function questionOf(chart: Chart): SeriesQuestion {
  const {deviceId, key, range, aggregation, windowMinutes, zone} = chart
  return {deviceId, key, start: startOf(chart), end: range.end + aheadOf(chart), aggregation, windowMinutes, zone}
}

/**
 * Buckets of a range that goes back from the present begin at whole multiples of their width, so that they are the same
 * for each request. Where the server joins some because there are too many, they begin at a whole hour. A server that
 * rolls values up then reads few of them.
 */
function startOf({range, rangeChosen: {from}, aggregation, windowMinutes}: Chart): EpochMs {
  const isSteady = typeof from !== 'number' && stepBack(from) !== null
  if (aggregation === 'none' || windowMinutes === DAY_WINDOW_MINUTES || !isSteady) return range.start
  const width = windowMinutes * MINUTE
  const areJoined = (range.end - range.start) / width > CHART_POINT_LIMIT
  const step = areJoined ? Math.max(width, HOUR) : width
  return Math.floor(range.start / step) * step
}

/** Draws pushed points of a chart of raw points that follows now, and moves its end. */
export function withPoints(chart: Chart, {points, texts = [], at}: Pick<PointsReceived, 'points' | 'texts' | 'at'>) {
  const followed = {...chart, ...withEnd(chart, Math.max(chart.now, at))}
  const series = mergePoints(chart.series ?? NO_SERIES, drawable(followed, points))
  return {...followed, series: mergeTexts(series, drawable(followed, texts))}
}

/** Whether pushed points change what is drawn. A paused chart draws only those of its range. */
export const changesDrawing = (chart: Chart, arrived: readonly {ts: EpochMs}[]): boolean =>
  (chart.pausedAt === null ? arrived : drawable(chart, arrived)).length > 0

/** Keeps pushed points, which the answer to the last question may lack. */
export function withRecentPoints({recent}: Chart, {points, texts = []}: Pick<PointsReceived, 'points' | 'texts'>) {
  return {recent: [...recent, ...points, ...texts]}
}

/** Adds the points pushed in the meantime to raw ones; buckets stay as the server has answered them. */
export function withRecent(chart: Chart, series: Series): Series {
  if (chart.aggregation !== 'none') return series
  const recent = drawable(chart, chart.recent)
  const points = recent.flatMap(point => ('value' in point ? [point] : []))
  return mergeTexts(
    mergePoints(series, points),
    recent.flatMap(point => ('text' in point ? [point] : [])),
  )
}

/** Texts among numbers are not drawn, but counted. */
function mergeTexts(series: Series, texts: readonly TextPoint[]): Series {
  if (texts.length === 0) return series
  if (series.points.length > 0) return countTexts(series, texts)
  const states = withTexts(series.states ?? statesOf([]), texts)
  return states === series.states ? series : {...series, states}
}

/** Those that are older than the newest known one may be counted already, and wait for the next answer. */
function countTexts(series: Series, arrived: readonly TextPoint[]): Series {
  const {texts, newest, ...rest} = series.others ?? {texts: 0, newest: null}
  const times = new Set(arrived.map(({ts}) => ts).filter(ts => newest === null || ts > newest))
  if (times.size === 0) return series
  return {...series, others: {...rest, texts: texts + times.size, newest: Math.max(...times)}}
}
