import {EVENT_THRESHOLD} from '../limits'
import type {WindowStatistics} from '../wire/telemetry'
import type {CalendarWindow} from './calendar'
import type {SeriesPoint} from './point'
import {averageOf, sumOf} from './sum'

/**
 * Statistics of a piece of time. `sums`: numbers whose sum is that of its values; `first` and `last` are its outermost
 * values, to see an event go on in the next piece.
 */
export interface Piece extends CalendarWindow {
  points: number
  sums: readonly number[]
  min: number
  max: number
  events: number
  first: number
  last: number
}

/** Null without points in the window. `points` are oldest first. */
export function statisticsOf(points: readonly SeriesPoint[], {start, end}: CalendarWindow): WindowStatistics | null {
  const values = points.filter(({ts}) => ts >= start && ts < end).map(({value}) => value)
  const [first] = values
  const last = values.at(-1)
  if (first === undefined || last === undefined) return null
  return combinedStatistics([
    {
      start,
      end,
      points: values.length,
      sums: values,
      min: values.reduce((one, other) => Math.min(one, other)),
      max: values.reduce((one, other) => Math.max(one, other)),
      events: countEvents(values),
      first,
      last,
    },
  ])
}

/**
 * Of pieces in the order of time, whose sums are given at `scale`; an event that goes on over the cut was counted on both
 * sides of it.
 */
export function combinedStatistics(pieces: readonly Piece[], scale = 1): WindowStatistics | null {
  if (pieces.length === 0) return null
  const sums = pieces.flatMap(piece => piece.sums)
  const sum = sumOf(sums, scale)
  return {
    sum,
    events: total(pieces.map((piece, index) => piece.events - goesOn(pieces[index - 1], piece))),
    average: averageOf(sum, total(pieces.map(({points}) => points))),
    min: Math.min(...pieces.map(piece => piece.min)),
    max: Math.max(...pieces.map(piece => piece.max)),
  }
}

/** An event starts with a value above the threshold while none is active; only a value at or below it ends one. */
export function countEvents(values: readonly number[]): number {
  return values.filter((value, index) => value > EVENT_THRESHOLD && !((values[index - 1] ?? 0) > EVENT_THRESHOLD))
    .length
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

function goesOn(before: Piece | undefined, piece: Piece): number {
  return before !== undefined && before.last > EVENT_THRESHOLD && piece.first > EVENT_THRESHOLD ? 1 : 0
}
