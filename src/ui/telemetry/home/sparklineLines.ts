import type {DrawnSparkline} from '../../../domain/telemetry/sparkline'
import type {TimeRange} from '../../../domain/timeRange/timeRange'

export interface Box {
  width: number
  height: number
}

export type Corner = readonly [x: number, y: number]

/** Leaves room for the stroke and for the dot at the end. */
const PADDING = 4

/** The unbroken pieces of the line, with the least value at the bottom. A single point is a piece, too. */
export function linesOf({points, gaps}: DrawnSparkline, {start, end}: TimeRange, {width, height}: Box): Corner[][] {
  const values = points.map(({value}) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const across = (ts: number) => PADDING + ((ts - start) / (end - start)) * (width - 2 * PADDING)
  const share = (value: number) => (high === low ? 0.5 : (value - low) / (high - low))
  const down = (value: number) => PADDING + (1 - share(value)) * (height - 2 * PADDING)
  const breaks = new Set(gaps.map(([, to]) => to))
  const lines: Corner[][] = []
  for (const {ts, value} of points) {
    const corner: Corner = [across(Math.min(ts, end)), down(value)]
    const line = lines.at(-1)
    if (line === undefined || breaks.has(ts)) lines.push([corner])
    else line.push(corner)
  }
  return lines
}
