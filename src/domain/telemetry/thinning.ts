import {CHART_POINT_LIMIT} from '../../../contract/limits'
import {groupBy} from '../groupBy'
import type {SeriesPoint} from './seriesPoint'

const POINTS_PER_COLUMN = 4

/** M4: the first, least, greatest and last point of each column of equal time, so that peaks survive. Returns `points` itself within the limit. */
export function thin(points: readonly SeriesPoint[], limit: number = CHART_POINT_LIMIT): readonly SeriesPoint[] {
  const [first, last] = [points[0], points.at(-1)]
  if (points.length <= limit || first === undefined || last === undefined) return points
  const columns = Math.max(1, Math.floor(limit / POINTS_PER_COLUMN))
  const columnOf = ({ts}: SeriesPoint) =>
    Math.min(columns - 1, Math.floor(((ts - first.ts) / (last.ts - first.ts)) * columns))
  return [...groupBy(points, columnOf).values()].flatMap(ofColumn)
}

function ofColumn(points: readonly SeriesPoint[]): SeriesPoint[] {
  const least = points.reduce((one, other) => (other.value < one.value ? other : one))
  const greatest = points.reduce((one, other) => (other.value > one.value ? other : one))
  const kept = new Set([points[0], least, greatest, points.at(-1)])
  return points.filter(point => kept.has(point))
}
