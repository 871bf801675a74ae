import type {ShownUnit} from '../../../../contract/rules/format/shownUnit'
import type {EnvelopePart} from '../../../../contract/rules/series/envelope'
import {GAP_NEIGHBOURS, type Gap, gapsBetween} from '../../../../contract/rules/series/gaps'
import type {SeriesPoint} from '../../../../contract/rules/series/point'
import {inUnit} from '../../../../contract/rules/units'
import type {EpochMs} from '../../../../contract/wire/common'
import type {Aggregation} from '../../../../contract/wire/telemetry/telemetry'
import type {SeriesStates} from './states'

export interface Series {
  /** In order of time, oldest first; each `ts` occurs once. */
  points: readonly SeriesPoint[]
  /** The aggregation of the points. It may differ from the one in the controls while that is being loaded. */
  aggregation: Aggregation
  /** The length of buckets in minutes; `applied` is longer when `asked` would make too many. Raw points have null. */
  window: {asked: number; applied: number} | null
  /** The number of points stored in the range, which is more than `points` holds when the series is thinned. */
  total: number
  isThinned: boolean
  /** The fetch limit was reached, and the range has older points that are not in `points`. */
  isTruncated: boolean
  /** Pairs of neighbouring points that no line may connect. */
  gaps: readonly Gap[]
  /** Between which values the points lie that thinning or averages leave out. Missing where they leave out none. */
  envelope?: readonly EnvelopePart[]
  /** The texts of a range without numbers. Missing for numbers, and where the server doesn't say. */
  states?: SeriesStates
  /** What the range has besides numbers. Missing where the server doesn't say, and of texts alone. */
  others?: OtherValues
  /** Before it, only hourly and minutely figures are stored. Missing where no values have been removed. */
  rollupsUntil?: EpochMs
}

export interface OtherValues {
  /** The number of texts, which are not drawn. */
  texts: number
  /** The time of the newest text. */
  newest: EpochMs | null
  /** How many of the numbers are true or false; missing where that is not known. */
  booleans?: 'none' | 'some' | 'all'
}

/** The newest points are never thinned; this is their number. */
export const RECENT_POINTS = 20

export const NO_SERIES: Series = {
  points: [],
  aggregation: 'none',
  window: null,
  total: 0,
  isThinned: false,
  isTruncated: false,
  gaps: [],
}

export const isAnything = ({points, states}: Series): boolean => points.length > 0 || (states?.runs ?? []).length > 0

/** Tells whether there are points, but each aggregate is larger than a number can be. */
export const isBeyondRange = (series: Series): boolean => series.total > 0 && !isAnything(series)

/**
 * Why no axis can be drawn for the values: they are so far apart that its steps would overflow, or so close to 0 that
 * there is nothing between them; null when it can.
 */
export function undrawable({points}: Pick<Series, 'points'>): 'tooWide' | 'tooSmall' | null {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const {value} of points) {
    lowest = Math.min(lowest, value)
    highest = Math.max(highest, value)
  }
  const size = Math.max(Math.abs(lowest), Math.abs(highest))
  if (size > 0 && size < SMALLEST_AXIS) return 'tooSmall'
  return highest - lowest > WIDEST_AXIS ? 'tooWide' : null
}

const WIDEST_AXIS = 1e306
const SMALLEST_AXIS = 1e-300

/** The points as a line chart draws them: a null in each gap interrupts the line. */
export function chartPoints(
  {points, gaps}: Pick<Series, 'points' | 'gaps'>,
  unit: ShownUnit,
): [EpochMs, number | null][] {
  const breaks = new Set(gaps.map(([from]) => from))
  // A loop is used because `flatMap` over a thousand points takes longer than everything else that a live point needs.
  const drawn: [EpochMs, number | null][] = []
  for (const {ts, value} of points) {
    drawn.push([ts, inUnit(value, unit)])
    if (breaks.has(ts)) drawn.push([ts + 1, null])
  }
  return drawn
}

/**
 * Adds points in order of time. Of two points with the same time the one that arrived later wins. Returns `series` itself
 * when nothing is new.
 */
export function mergePoints(series: Series, arrived: readonly SeriesPoint[]): Series {
  const last = series.points.at(-1)?.ts ?? Number.NEGATIVE_INFINITY
  const fresh = sortedByTime(arrived.filter(point => point.ts > last || !holds(series, point)))
  const first = fresh[0]
  if (first === undefined) return series
  return first.ts > last ? append(series, fresh) : insert(series, fresh)
}

/** Adds the newest points, which thinning may have left out, to a series whose `total` counts them already. */
export const withNewest = (series: Series, newest: readonly SeriesPoint[]): Series => ({
  ...mergePoints(series, newest),
  total: series.total,
})

/** Sorts by time, oldest first. Of two points with the same time the later in the list wins. */
export function sortedByTime(points: readonly SeriesPoint[]): SeriesPoint[] {
  const byTime = new Map(points.map(point => [point.ts, point]))
  return [...byTime.values()].sort((one, other) => one.ts - other.ts)
}

function holds({points}: Series, {ts, value}: SeriesPoint): boolean {
  return points.some(point => point.ts === ts && point.value === value)
}

function append(series: Series, fresh: readonly SeriesPoint[]): Series {
  return {
    ...series,
    points: [...series.points, ...fresh],
    total: series.total + fresh.length,
    gaps: [...series.gaps, ...findNewGaps(series.points, fresh)],
  }
}

/** Finds the gaps that newly arrived points make after the known ones. */
function findNewGaps(known: readonly SeriesPoint[], arrived: readonly SeriesPoint[]): Gap[] {
  const since = known.at(-1)?.ts ?? Number.POSITIVE_INFINITY
  return gapsBetween([...known.slice(-GAP_NEIGHBOURS - 1), ...arrived]).filter(([from]) => from >= since)
}

function insert(series: Series, fresh: readonly SeriesPoint[]): Series {
  const points = sortedByTime([...series.points, ...fresh])
  const added = points.length - series.points.length
  const gaps = series.isThinned ? splitGaps(series.gaps, fresh) : gapsBetween(points)
  return {...series, points, total: series.total + added, gaps}
}

/** A thinned series doesn't show how often the device sends, so a point inside a gap leaves a gap on both sides. */
function splitGaps(gaps: readonly Gap[], fresh: readonly SeriesPoint[]): Gap[] {
  return gaps.flatMap(([from, to]): Gap[] => {
    const stops = [from, ...fresh.map(({ts}) => ts).filter(ts => ts > from && ts < to), to]
    return stops.slice(1).map((stop, index) => [stops[index] ?? from, stop])
  })
}
