import {EVENT_THRESHOLD} from '../limits'
import type {WindowStatistics} from '../wire/telemetry'
import type {CalendarWindow} from './calendar'
import type {SeriesPoint} from './point'
import {sumOf} from './sum'

/** Statistics of a piece of time; `first` and `last` are its outermost values, to see an event go on in the next piece. */
export interface Piece extends CalendarWindow {
  points: number
  sum: number
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
      sum: sumOf(values),
      min: values.reduce((one, other) => Math.min(one, other)),
      max: values.reduce((one, other) => Math.max(one, other)),
      events: countEvents(values),
      first,
      last,
    },
  ])
}

/** Of pieces in the order of time; an event that goes on over the cut was counted on both sides of it. */
export function combinedStatistics(pieces: readonly Piece[]): WindowStatistics | null {
  if (pieces.length === 0) return null
  const sum = sumOf(pieces.map(piece => piece.sum))
  return {
    sum,
    events:
      sumOf(pieces.map(piece => piece.events)) - sumOf(pieces.map((piece, index) => goesOn(pieces[index - 1], piece))),
    average: sum / sumOf(pieces.map(piece => piece.points)),
    min: Math.min(...pieces.map(piece => piece.min)),
    max: Math.max(...pieces.map(piece => piece.max)),
  }
}

/** An event starts with a value above the threshold while none is active; only a value at or below it ends one. */
export function countEvents(values: readonly number[]): number {
  return values.filter((value, index) => value > EVENT_THRESHOLD && !((values[index - 1] ?? 0) > EVENT_THRESHOLD))
    .length
}

function goesOn(before: Piece | undefined, piece: Piece): number {
  return before !== undefined && before.last > EVENT_THRESHOLD && piece.first > EVENT_THRESHOLD ? 1 : 0
}
