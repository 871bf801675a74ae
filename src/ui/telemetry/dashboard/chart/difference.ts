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

export interface Range {
  start: EpochMs
  end: EpochMs
}

/** Less than this share of a range is no pixel of a chart. */
const INVISIBLE_SHARE = 1 / 1000

/** What the axis spans: it ends on a later whole step that can't be seen, so that a live end moves it once in many points. */
export function drawnRange({start, end}: Range): Range {
  const [first, last] = [Math.min(start, end), Math.max(start, end)]
  const step = 2 ** Math.floor(Math.log2(Math.max(1, (last - first) * INVISIBLE_SHARE)))
  return {start: first, end: Math.ceil(last / step) * step}
}
