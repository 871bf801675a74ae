import type {EpochMs} from '../../../../../contract/wire/common'

/** A null breaks the line. */
export type ChartPoint = readonly [EpochMs, number | null]

/** How to get from what is drawn to what should be: drop so many in front and behind, then append; or draw all anew. */
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

/** Points without a drawn neighbour: no line passes through them, so they need a mark of their own. */
export function isolated(points: readonly ChartPoint[]): ChartPoint[] {
  const isBreak = (at: number) => (points[at]?.[1] ?? null) === null
  return points.filter((point, at) => point[1] !== null && isBreak(at - 1) && isBreak(at + 1))
}

interface Range {
  start: number
  end: number
}

/** Less than this share of a range is no pixel of a chart. */
const VISIBLE_SHARE = 1 / 2000

/** Whether a range differs from what is drawn by what can be seen: a live end moves with each point, and each time a little. */
export function isRangeMoved(drawn: Range, {start, end}: Range): boolean {
  const visible = (end - start) * VISIBLE_SHARE
  return Math.abs(start - drawn.start) > visible || Math.abs(end - drawn.end) > visible
}
