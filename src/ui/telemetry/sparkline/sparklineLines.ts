import type {Limit} from '../../../domain/telemetry/limits'
import type {DrawnSparkline} from '../../../domain/telemetry/series/sparkline'
import type {TimeRange} from '../../../domain/timeRange/timeRange'

export interface Box {
  width: number
  height: number
  /** The values that have to fit in besides the points. */
  shown?: readonly number[]
}

export type Corner = readonly [x: number, y: number]

/** Leaves room for the stroke and for the dot at the end. */
const PADDING = 4

/**
 * The unbroken pieces of the line, with the least value at the bottom. A single point is a piece, too. A stepped line
 * keeps each value until the next one.
 */
export function linesOf({points, gaps}: DrawnSparkline, range: TimeRange, box: Box, isStepped = false): Corner[][] {
  const down = downIn(points, box)
  const breaks = new Set(gaps.map(([, to]) => to))
  const lines: Corner[][] = []
  for (const {ts, value} of points) {
    const corner: Corner = [acrossAt(Math.min(ts, range.end), range, box.width), down(value)]
    const line = lines.at(-1)
    if (line === undefined || breaks.has(ts)) lines.push([corner])
    else {
      const before = line.at(-1)
      if (isStepped && before !== undefined) line.push([corner[0], before[1]])
      line.push(corner)
    }
  }
  return lines
}

/** Returns a function from a value to its distance from the upper edge. */
export function downIn(points: DrawnSparkline['points'], {height, shown = []}: Box): (value: number) => number {
  const values = [...points.map(({value}) => value), ...shown]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const share = (value: number) => (high === low ? 0.5 : (value - low) / (high - low))
  return value => PADDING + (1 - share(value)) * (height - 2 * PADDING)
}

/** The limits that are near enough to the values to be shown with them. */
export function nearTo(points: DrawnSparkline['points'], limits: readonly Limit[]): readonly Limit[] {
  const values = points.map(({value}) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = high - low
  return limits.filter(({value}) => value >= low - room && value <= high + room)
}

/** Returns the distance of a time from the left edge. */
export const acrossAt = (at: number, {start, end}: TimeRange, width: number): number =>
  PADDING + ((at - start) / (end - start)) * (width - 2 * PADDING)

/** The time at a distance from the left edge, within the range. */
export function timeAcross(x: number, {start, end}: TimeRange, width: number): number {
  const share = (x - PADDING) / (width - 2 * PADDING)
  return Math.round(start + Math.min(Math.max(share, 0), 1) * (end - start))
}
