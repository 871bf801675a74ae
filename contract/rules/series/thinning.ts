import type {EpochMs, Milliseconds} from '../../wire/common'
import {MINUTE} from '../time/durations'
import {groupBy} from './buckets'
import type {EnvelopePart} from './envelope'
import {findGaps, type Gap, gapsBetween, type Step} from './gaps'
import type {SeriesPoint} from './point'

/** The points in one slot of time, as the server's scan of the table gives them. */
export interface Slot {
  slot: number
  firstTs: EpochMs
  lastTs: EpochMs
  lowest: number
  highest: number
  points: number
}

/** A point to fetch: the first one with this value from `from` to `to`, both inclusive. */
export interface Extreme {
  from: EpochMs
  to: EpochMs
  value: number
}

export interface ThinningPlan {
  /** The times of points to fetch: the first and last of each column, and the edges of gaps. */
  times: EpochMs[]
  extremes: Extreme[]
  gaps: [EpochMs, EpochMs][]
  /** The lowest and the highest value of each column. */
  envelope: EnvelopePart[]
  total: number
}

/** The first, last, lowest and highest point of a column stay. */
export const POINTS_PER_COLUMN = 4
/** Slots are narrower than columns, so that a gap within a column is found. */
const SLOTS_PER_COLUMN = 4

/** The starts of slots, and their width. */
export interface Slots {
  from: EpochMs
  width: Milliseconds
}

/** Slots are made of these where that widens them little, so that the server need not read points it has rolled up. */
const PIECES = [60 * MINUTE, 15 * MINUTE, 5 * MINUTE, MINUTE]
/** The maximum share of a slot that is added to make it of whole pieces. */
const ADDED = 1 / 4

/** The slots with which the columns give at most `limit` points, which must be at least `POINTS_PER_COLUMN`. */
export function slotsBetween(from: EpochMs, to: EpochMs, limit: number): Slots {
  const most = Math.floor(limit / POINTS_PER_COLUMN) * SLOTS_PER_COLUMN
  const widest = ((to - from + 1) / most) * (1 + ADDED)
  const slotsOf = (piece: Milliseconds): Slots => {
    const start = Math.floor(from / piece) * piece
    return {from: start, width: Math.ceil((to - start + 1) / most / piece) * piece}
  }
  return PIECES.map(slotsOf).find(({width}) => width <= widest) ?? slotsOf(1)
}

/** The M4 algorithm: the line through the points of this plan looks in each column like the line through all points. */
export function planThinning(slots: readonly Slot[], width: Milliseconds): ThinningPlan {
  const gaps = findGaps(stepsThrough(slots), 2 * width)
  const times = new Set(gaps.flat())
  const extremes: Extreme[] = []
  const envelope: EnvelopePart[] = []
  for (const column of groupColumns(slots)) {
    const low = column.reduce((a, b) => (b.lowest < a.lowest ? b : a))
    const high = column.reduce((a, b) => (b.highest > a.highest ? b : a))
    const [from, to] = [column.at(0)?.firstTs ?? low.firstTs, column.at(-1)?.lastTs ?? low.lastTs]
    times.add(from).add(to)
    extremes.push({from: low.firstTs, to: low.lastTs, value: low.lowest})
    extremes.push({from: high.firstTs, to: high.lastTs, value: high.highest})
    envelope.push({from, to, min: low.lowest, max: high.highest})
  }
  const total = slots.reduce((sum, {points}) => sum + points, 0)
  return {times: [...times], extremes, gaps, envelope: joined(envelope, gaps), total}
}

/** The line goes on between two columns, and so do their parts; only a gap parts them. */
function joined(parts: readonly EnvelopePart[], gaps: readonly Gap[]): EnvelopePart[] {
  const breaks = new Set(gaps.map(([from]) => from))
  return parts.map((part, index) => ({
    ...part,
    to: breaks.has(part.to) ? part.to : (parts[index + 1]?.from ?? part.to),
  }))
}

export interface Thinned {
  points: readonly SeriesPoint[]
  gaps: Gap[]
  /** Missing when no point is left out. */
  envelope?: readonly EnvelopePart[]
}

/**
 * Returns all points, or if there are more than `limit`, the points that draw the same line: the ends and peaks of each
 * column, and the edges of gaps, which may exceed the limit. `points` must be oldest first, with distinct times.
 */
export function thin(points: readonly SeriesPoint[], limit: number): Thinned {
  const [first, last] = [points[0], points.at(-1)]
  if (points.length <= limit || first === undefined || last === undefined) return {points, gaps: gapsBetween(points)}
  const slots = slotsBetween(first.ts, last.ts, Math.max(limit, POINTS_PER_COLUMN))
  const {times, extremes, gaps, envelope} = planThinning(slotsOf(points, slots), slots.width)
  const chosen = new Set(times)
  for (const {from, to, value} of extremes) {
    const found = points.find(point => point.ts >= from && point.ts <= to && point.value === value)
    if (found !== undefined) chosen.add(found.ts)
  }
  return {points: points.filter(({ts}) => chosen.has(ts)), gaps, envelope}
}

/** Computes the result of the server's scan of the table from points in memory. */
export function slotsOf(points: readonly SeriesPoint[], {from, width}: Slots): Slot[] {
  const slots = groupBy(points, ({ts}) => Math.floor((ts - from) / width))
  return [...slots].map(([slot, group]) => ({
    slot,
    firstTs: group[0]?.ts ?? from,
    lastTs: group.at(-1)?.ts ?? from,
    lowest: group.reduce((lowest, {value}) => Math.min(lowest, value), Number.POSITIVE_INFINITY),
    highest: group.reduce((highest, {value}) => Math.max(highest, value), Number.NEGATIVE_INFINITY),
    points: group.length,
  }))
}

const groupColumns = (slots: readonly Slot[]): Slot[][] => [
  ...groupBy(slots, ({slot}) => Math.floor(slot / SLOTS_PER_COLUMN)).values(),
]

/**
 * The spacing of the points within each slot, and the steps from slot to slot. A silence longer than two slots always
 * leaves a slot empty, so it is seen as a step between slots. The points of a slot may reach beyond it where only
 * rollups are left, and no silence among them is known, so the inside of a slot is never one.
 */
function stepsThrough(slots: readonly Slot[]): Step[] {
  return slots.flatMap(({firstTs, lastTs, points}, index) => {
    const within = {from: firstTs, to: firstTs, usual: (lastTs - firstTs) / Math.max(1, points - 1)}
    const next = slots[index + 1]
    const between = next && {from: lastTs, to: next.firstTs, usual: next.firstTs - lastTs}
    return [...(points > 1 ? [within] : []), ...(between ? [between] : [])]
  })
}
