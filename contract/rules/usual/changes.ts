import type {UsualHour} from './hour'

/** The pieces of a series before a stretch of time, and in it, of one length in the order of time. */
export interface SeriesOfStretch<Id> {
  id: Id
  before: readonly UsualHour[]
  during: readonly UsualHour[]
  /** Counters are compared by their rise in a second. */
  isCounter: boolean
}

/**
 * The change of a series from its own past: `during` − `before`, which are means, divided by `spread`, by which the
 * pieces and their values were usually away from `before`. It is negative for a series that fell.
 */
export interface StretchChange<Id> {
  id: Id
  before: number
  during: number
  spread: number
  by: number
}

export interface StretchChanges<Id> {
  /** All that could be compared, the most changed first; of two equal changes the one that was given first. */
  changes: readonly StretchChange<Id>[]
  /** The number of series with too few pieces before, or none in the stretch. */
  tooLittle: number
}

/** Fewer pieces don't show how far they usually are apart. */
export const LEAST_PIECES = 6
/** A spread is at least this share of the mean, so that the last digit of a series that never changes is no change. */
const LEAST_OF_MEAN = 0.001
/** The share of the range of its values that counts as the spread within a piece. */
const RANGE_SHARE = 0.25
/** The maximum of any change, also of a series that was always zero. */
const FARTHEST = 1000

/** "What else changed in this stretch": ranks series of any units by how far each is from its own past. */
export function changesIn<Id>(series: readonly SeriesOfStretch<Id>[]): StretchChanges<Id> {
  const changes = series.flatMap(each => changeOf(each) ?? [])
  return {
    changes: changes.sort(mostFirst),
    tooLittle: series.length - changes.length,
  }
}

export const mostFirst = (one: Pick<StretchChange<unknown>, 'by'>, other: Pick<StretchChange<unknown>, 'by'>): number =>
  Math.abs(other.by) - Math.abs(one.by)

function changeOf<Id>({id, before, during, isCounter}: SeriesOfStretch<Id>): StretchChange<Id> | null {
  const [past, present] = isCounter ? [rates(before), rates([...before.slice(-1), ...during])] : [before, during]
  if (past.length < LEAST_PIECES || present.length === 0) return null
  const [usual, now] = [meanOf(past), meanOf(present)]
  const apart = past.map(({mean, low, high}) => Math.abs(mean - usual) + (high - low) * RANGE_SHARE)
  const own = apart.reduce((sum, each) => sum + each, 0) / apart.length
  const spread = Math.max(own, LEAST_OF_MEAN * Math.abs(usual))
  const by = now === usual ? 0 : (now - usual) / spread
  return {id, before: usual, during: now, spread, by: Math.min(FARTHEST, Math.max(-FARTHEST, by))}
}

type Piece = Pick<UsualHour, 'count' | 'mean' | 'low' | 'high'>

/** Each value counts once. */
function meanOf(pieces: readonly Piece[]): number {
  const count = pieces.reduce((sum, piece) => sum + piece.count, 0)
  return pieces.reduce((sum, piece) => sum + piece.mean * piece.count, 0) / count
}

/** The rise per second from each piece to the next, except where the counter was reset. */
const rates = (pieces: readonly UsualHour[]): Piece[] =>
  pieces.slice(1).flatMap(({ts, last}, index) => {
    const before = pieces[index]
    if (before === undefined || last < before.last) return []
    const rate = (last - before.last) / ((ts - before.ts) / 1000)
    return [{count: 1, mean: rate, low: rate, high: rate}]
  })
