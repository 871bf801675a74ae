import type {EpochMs} from '../../../../../../contract/wire/common'

/** A point in time and its value; the line has a gap where the value is null. */
export type ChartPoint = readonly [EpochMs, number | null]

/** `changed` drops this many points at the beginning and the end, then appends; `replaced` draws all points again. */
export type Difference =
  | {kind: 'none'}
  | {kind: 'replaced'}
  | {kind: 'changed'; dropFirst: number; dropLast: number; append: readonly ChartPoint[]}

const CHEAPER_ANEW = 50

export function difference(drawn: readonly ChartPoint[], next: readonly ChartPoint[]): Difference {
  const first = next[0]
  if (first === undefined) return drawn.length === 0 ? {kind: 'none'} : {kind: 'replaced'}
  const dropFirst = drawn.findIndex(([ts]) => ts >= first[0])
  if (dropFirst === -1) return {kind: 'replaced'}
  const same = commonLength(drawn, dropFirst, next)
  const dropLast = drawn.length - dropFirst - same
  const append = next.slice(same)
  if (dropFirst + dropLast + append.length === 0) return {kind: 'none'}
  if (dropFirst + dropLast + append.length > CHEAPER_ANEW) return {kind: 'replaced'}
  return {kind: 'changed', dropFirst, dropLast, append}
}

function commonLength(drawn: readonly ChartPoint[], from: number, next: readonly ChartPoint[]): number {
  let length = 0
  while (isSame(drawn[from + length], next[length])) length++
  return length
}

const isSame = (a: ChartPoint | undefined, b: ChartPoint | undefined): boolean =>
  a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1]

/** A line through so few points is easily overlooked, or too short to be seen. */
const FEW = 30

/** Returns the points that need a mark of their own: those without a neighbour, as no line passes them, or a few. */
export function marked(points: readonly ChartPoint[]): ChartPoint[] {
  return points.length <= FEW ? points.filter(([, value]) => value !== null) : isolated(points)
}

export function isolated(points: readonly ChartPoint[]): ChartPoint[] {
  const isBreak = (at: number) => (points[at]?.[1] ?? null) === null
  return points.filter((point, at) => point[1] !== null && isBreak(at - 1) && isBreak(at + 1))
}

export interface Range {
  start: EpochMs
  end: EpochMs
}

/** A smaller share of the range is less than a pixel of the chart. */
const INVISIBLE_SHARE = 1 / 1000

/**
 * Returns the range of the axis. Its end is rounded up by less than a pixel, so that live points rarely move the axis,
 * which would redraw the whole chart.
 */
export function drawnRange({start, end}: Range): Range {
  const [first, last] = [Math.min(start, end), Math.max(start, end)]
  const step = 2 ** Math.floor(Math.log2(Math.max(1, (last - first) * INVISIBLE_SHARE)))
  return {start: first, end: Math.ceil(last / step) * step}
}
