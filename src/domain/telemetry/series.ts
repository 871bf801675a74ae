import {GAP_NEIGHBOURS, type Gap, gapsBetween} from '../../../contract/rules/gaps'
import type {SeriesPoint} from '../../../contract/rules/point'
import {inUnit} from '../../../contract/rules/temperature'
import type {EpochMs} from '../../../contract/wire/common'
import type {Aggregation} from '../../../contract/wire/telemetry'
import type {ShownUnit} from './temperature'

export interface Series {
  /** Oldest first, each `ts` once. */
  points: readonly SeriesPoint[]
  /** What the points are: it may be another one already that is asked for. */
  aggregation: Aggregation
  /** Of buckets, in minutes: what was asked for, and what was applied because that would have made too many; null of raw points. */
  window: {asked: number; applied: number} | null
  /** Points stored in the range: of a thinned series more than `points`. */
  total: number
  isThinned: boolean
  /** The fetch limit was reached, and the range has older points, which are not here. */
  isTruncated: boolean
  /** Neighbouring points between which no line may be drawn. */
  gaps: readonly Gap[]
}

export const NO_SERIES: Series = {
  points: [],
  aggregation: 'none',
  window: null,
  total: 0,
  isThinned: false,
  isTruncated: false,
  gaps: [],
}

/** What a line chart draws: a null inside each gap breaks the line. */
export function chartPoints(
  {points, gaps}: Pick<Series, 'points' | 'gaps'>,
  unit: ShownUnit,
): [EpochMs, number | null][] {
  const breaks = new Set(gaps.map(([from]) => from))
  // A loop, because a flatMap over a thousand points takes longer than all else that is done for a live one.
  const drawn: [EpochMs, number | null][] = []
  for (const {ts, value} of points) {
    drawn.push([ts, inUnit(value, unit)])
    if (breaks.has(ts)) drawn.push([ts + 1, null])
  }
  return drawn
}

/** Takes points in, wherever they belong; of two with the same time the newly arrived one stays. Returns `series` itself without news. */
export function mergePoints(series: Series, arrived: readonly SeriesPoint[]): Series {
  const last = series.points.at(-1)?.ts ?? Number.NEGATIVE_INFINITY
  const news = sortedByTime(arrived.filter(point => point.ts > last || !holds(series, point)))
  const first = news[0]
  if (first === undefined) return series
  return first.ts > last ? append(series, news) : insert(series, news)
}

/** Oldest first, each time once; of two with the same time the later in the list stays. */
export function sortedByTime(points: readonly SeriesPoint[]): SeriesPoint[] {
  const byTime = new Map(points.map(point => [point.ts, point]))
  return [...byTime.values()].sort((one, other) => one.ts - other.ts)
}

function holds({points}: Series, {ts, value}: SeriesPoint): boolean {
  return points.some(point => point.ts === ts && point.value === value)
}

function append(series: Series, news: readonly SeriesPoint[]): Series {
  return {
    ...series,
    points: [...series.points, ...news],
    total: series.total + news.length,
    gaps: [...series.gaps, ...findNewGaps(series.points, news)],
  }
}

/** Gaps that newly arrived points open behind the known ones. */
function findNewGaps(known: readonly SeriesPoint[], arrived: readonly SeriesPoint[]): Gap[] {
  const since = known.at(-1)?.ts ?? Number.POSITIVE_INFINITY
  return gapsBetween([...known.slice(-GAP_NEIGHBOURS - 1), ...arrived]).filter(([from]) => from >= since)
}

function insert(series: Series, news: readonly SeriesPoint[]): Series {
  const points = sortedByTime([...series.points, ...news])
  const added = points.length - series.points.length
  const gaps = series.isThinned ? splitGaps(series.gaps, news) : gapsBetween(points)
  return {...series, points, total: series.total + added, gaps}
}

/** Of a thinned series it is not known how often the device speaks: what remains around a point that fills a gap stays one. */
function splitGaps(gaps: readonly Gap[], news: readonly SeriesPoint[]): Gap[] {
  return gaps.flatMap(([from, to]): Gap[] => {
    const stops = [from, ...news.map(({ts}) => ts).filter(ts => ts > from && ts < to), to]
    return stops.slice(1).map((stop, index) => [stops[index] ?? from, stop])
  })
}
