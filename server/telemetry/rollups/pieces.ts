import {HOUR, MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import type {Range} from '../read/series'
import {ROLLED_UP} from './rollUp'

/** A piece of time without its end. */
export interface Span {
  since: EpochMs
  until: EpochMs
}

/** Hours next to each other that are rolled up, with their quarters and so on, or without. */
export interface RolledUp extends Span {
  isParted: boolean
  /** Only rollups are left of the hours, which then count as a whole where they begin. */
  isKept: boolean
}

/** The sources of a series' numbers: the listed rollups of each width, and its points. */
export interface Pieces {
  rollups: ReadonlyMap<number, readonly Span[]>
  points: readonly Span[]
}

/** A span costs as much as reading this many rows: it is one more look-up in the index. */
const SPAN_COST = 8
/** The ways to read are compared by this many ranges. Others lie alike. */
const COMPARED = 100

const [, ...PARTS] = ROLLED_UP
const SMALLEST = Math.min(...PARTS)

/** Ways to read hours that have parts: with or without the hours and each longer part. The smallest fill the rest. */
const WAYS: readonly (readonly number[])[] = ROLLED_UP.filter(minutes => minutes !== SMALLEST).reduce<number[][]>(
  (ways, minutes) => ways.flatMap(way => [[...way.slice(0, -1), minutes, SMALLEST], way]),
  [[SMALLEST]],
)

/**
 * Cuts ranges into pieces that each lie within one of them, in the way that reads the least. Both lists must be in the
 * order of time, and the spans of each list apart from each other.
 */
export function piecesOf(ranges: readonly Range[], rolledUp: readonly RolledUp[]): Pieces {
  const some = ranges.slice(0, COMPARED)
  const [way = []] = WAYS.map(each => ({each, cost: costOf(cutBy(each, some, rolledUp))}))
    .sort((one, other) => one.cost - other.cost)
    .map(({each}) => each)
  return cutBy(way, ranges, rolledUp)
}

const costOf = ({rollups}: Pieces): number => {
  let cost = 0
  for (const [minutes, spans] of rollups)
    for (const {since, until} of spans) cost += SPAN_COST + (until - since) / (minutes * MINUTE)
  return cost
}

function cutBy(way: readonly number[], ranges: readonly Range[], rolledUp: readonly RolledUp[]): Pieces {
  const rollups = new Map<number, Span[]>(ROLLED_UP.map(minutes => [minutes, []]))
  const points: Span[] = []

  /** Takes as much as it can in pieces of the first width, and the rest at both ends in those of the others. */
  function cut(since: EpochMs, until: EpochMs, [minutes, ...shorter]: readonly number[], left: Span[] = points) {
    if (since >= until) return
    if (minutes === undefined) {
      add(left, since, until)
      return
    }
    const width = minutes * MINUTE
    const last = Math.floor(until / width) * width
    const first = Math.min(Math.ceil(since / width) * width, last)
    cut(since, first, shorter, left)
    add(spansOf(minutes), first, last)
    cut(Math.max(since, last), until, shorter, left)
  }

  const spansOf = (minutes: number) => rollups.get(minutes) ?? []

  let next = 0
  for (const {startTs, endTs} of ranges) {
    let at = startTs
    while ((rolledUp[next]?.until ?? Number.POSITIVE_INFINITY) <= at) next++
    for (let place = next; at <= endTs; place++) {
      const {since, until, isParted, isKept} = rolledUp[place] ?? NOTHING
      cut(at, Math.min(since, endTs + 1), [])
      const [widths, smallest] = isParted ? [way, SMALLEST] : [HOURS, HOUR / MINUTE]
      cut(Math.max(at, since), Math.min(until, endTs + 1), widths, isKept ? spansOf(smallest) : points)
      at = Math.max(at, Math.min(until, endTs + 1))
    }
  }
  return {rollups: new Map([...rollups].filter(([, spans]) => spans.length > 0)), points}
}

const NOTHING: RolledUp = {
  since: Number.POSITIVE_INFINITY,
  until: Number.POSITIVE_INFINITY,
  isParted: false,
  isKept: false,
}
const HOURS = [HOUR / MINUTE]

function add(spans: Span[], since: EpochMs, until: EpochMs) {
  if (since >= until) return
  const last = spans.at(-1)
  if (last?.until === since) last.until = until
  else spans.push({since, until})
}
