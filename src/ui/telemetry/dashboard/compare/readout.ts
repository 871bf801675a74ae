import type {EpochMs} from '../../../../../contract/wire/common'
import type {ChartPoint} from '../chart/drawing/difference'

/** The index of the first point that is not earlier than this; the number of points when all are earlier. */
export function indexAt(points: readonly ChartPoint[], at: EpochMs): number {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((points[middle]?.[0] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The point that tells the value at this time: the nearest one, or of values that hold until the next one the last
 * before. Null where the line has a gap, and beyond its ends.
 */
export function pointAt(
  points: readonly ChartPoint[],
  at: EpochMs,
  isHeld: boolean,
): readonly [EpochMs, number] | null {
  const index = indexAt(points, at)
  const [before, after] = [valued(points[index - 1]), valued(points[index])]
  if (after?.[0] === at) return after
  if (before === null || after === null) return null
  return isHeld || at - before[0] <= after[0] - at ? before : after
}

/** The time of the point of any series that is nearest to this one; null without points. */
export function nearestTime(series: readonly (readonly ChartPoint[])[], at: EpochMs): EpochMs | null {
  let nearest: EpochMs | null = null
  for (const points of series) {
    const index = indexAt(points, at)
    for (const point of [points[index - 1], points[index], points[index - 2]]) {
      if (point === undefined || point[1] === null) continue
      if (nearest === null || Math.abs(point[0] - at) < Math.abs(nearest - at)) nearest = point[0]
    }
  }
  return nearest
}

/** The time of the next point of any series, later or earlier. Stays where there is none. */
export function nextTime(series: readonly (readonly ChartPoint[])[], at: EpochMs, direction: -1 | 1): EpochMs {
  const times = series.flatMap(points => {
    const from = indexAt(points, direction === 1 ? at + 1 : at)
    const reached = direction === 1 ? points.slice(from, from + 2) : points.slice(Math.max(0, from - 2), from)
    return reached.flatMap(([ts, value]) => (value === null ? [] : [ts]))
  })
  if (times.length === 0) return at
  return direction === 1 ? Math.min(...times) : Math.max(...times)
}

function valued(point: ChartPoint | undefined): readonly [EpochMs, number] | null {
  return point === undefined || point[1] === null ? null : [point[0], point[1]]
}
