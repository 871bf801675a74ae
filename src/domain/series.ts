import type {EpochMs, Milliseconds} from '../../contract/common'
import {findGaps, type Gap} from './gaps'

export interface SeriesPoint {
  ts: EpochMs
  value: number
}

export interface Series {
  /** Oldest first, each `ts` once. */
  points: readonly SeriesPoint[]
  /** Points stored in the range; more than `points` when thinned. */
  total: number
  isThinned: boolean
  /** The fetch limit was reached, so that older points of the range are not here. */
  isTruncated: boolean
  /** Neighbouring points between which no line may be drawn. */
  gaps: readonly Gap[]
  /** A live point further than this behind the last one opens a gap. */
  silentAfter: Milliseconds
}

/** `appended`: the last `count` points are new and nothing else changed, so that a drawing can add them. */
export type SeriesChange = {kind: 'replaced'} | {kind: 'appended'; count: number}

const REPLACED: SeriesChange = {kind: 'replaced'}

/** What a line chart draws: a null inside each gap breaks the line. */
export function chartPoints({points, gaps}: Pick<Series, 'points' | 'gaps'>): [EpochMs, number | null][] {
  const breaks = new Set(gaps.map(([from]) => from))
  return points.flatMap(({ts, value}): [EpochMs, number | null][] =>
    breaks.has(ts)
      ? [
          [ts, value],
          [ts + 1, null],
        ]
      : [[ts, value]],
  )
}

/**
 * Takes points in, wherever they belong; of two with the same time the newly arrived one stays. Tells how little of the
 * drawing has to change; null when nothing has.
 */
export function mergePoints(
  series: Series,
  arrived: readonly SeriesPoint[],
): {series: Series; change: SeriesChange} | null {
  const last = series.points.at(-1)?.ts ?? Number.NEGATIVE_INFINITY
  const news = arrived.filter(point => point.ts > last || !series.points.some(known => isSame(known, point)))
  const points = sortedByTime(news)
  const first = points[0]
  if (first === undefined) return null
  return first.ts > last ? append(series, points) : insert(series, points)
}

/** Oldest first, each time once; of two with the same time the later in the list stays. */
export function sortedByTime(points: readonly SeriesPoint[]): SeriesPoint[] {
  const byTime = new Map(points.map(point => [point.ts, point]))
  return [...byTime.values()].sort((one, other) => one.ts - other.ts)
}

function append(series: Series, points: readonly SeriesPoint[]): {series: Series; change: SeriesChange} {
  const gaps = findGaps([...series.points.slice(-1), ...points], series.silentAfter)
  return {
    series: {
      ...series,
      points: [...series.points, ...points],
      total: series.total + points.length,
      gaps: gaps.length === 0 ? series.gaps : [...series.gaps, ...gaps],
    },
    change: gaps.length === 0 ? {kind: 'appended', count: points.length} : REPLACED,
  }
}

function insert(series: Series, arrived: readonly SeriesPoint[]): {series: Series; change: SeriesChange} {
  const points = sortedByTime([...series.points, ...arrived])
  const added = points.length - series.points.length
  const gaps = series.isThinned ? unfilledGaps(series.gaps, arrived) : findGaps(points, series.silentAfter)
  return {series: {...series, points, total: series.total + added, gaps}, change: REPLACED}
}

/** A gap in which a point has turned up is split; its remains stay gaps, for what is known of a thinned series ends there. */
function unfilledGaps(gaps: readonly Gap[], arrived: readonly SeriesPoint[]): Gap[] {
  return gaps.flatMap(([from, to]): Gap[] => {
    const stops = [from, ...arrived.map(({ts}) => ts).filter(ts => ts > from && ts < to), to]
    return stops.slice(1).map((stop, index) => [stops[index] ?? from, stop])
  })
}

const isSame = (one: SeriesPoint, other: SeriesPoint) => one.ts === other.ts && one.value === other.value
