import {EVENT_THRESHOLD} from '../../limits'
import type {EpochMs} from '../../wire/common'
import type {WindowStatistics} from '../../wire/telemetry/telemetry'
import type {CalendarWindow} from '../time/calendar'
import type {SeriesPoint} from './point'
import {averageOf, sumOf} from './sum'

/**
 * The statistics of a piece of time. `sums` are numbers whose sum is that of all values. `first` and `last` are the
 * first and the last value; by them an event that continues in the next piece is found.
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

/** Returns null when the window has no points. `points` must be oldest first. */
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
 * Joins pieces into the statistics of one window; null without pieces. `pieces` must be in the order of time, and their
 * `sums` are multiplied by `scale`. An event that continues from one piece to the next is counted once.
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

/** An event starts with a value above the threshold and ends with the next value at or below it. */
export function countEvents(values: readonly number[]): number {
  return values.filter((value, index) => startsEvent(values[index - 1], value)).length
}

/** The times at which events start. `points` must be oldest first. */
export const eventStarts = (points: readonly SeriesPoint[]): EpochMs[] =>
  points.flatMap(({ts, value}, index) => (startsEvent(points[index - 1]?.value, value) ? [ts] : []))

const startsEvent = (before: number | undefined, value: number): boolean =>
  value > EVENT_THRESHOLD && !((before ?? 0) > EVENT_THRESHOLD)

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

function goesOn(before: Piece | undefined, piece: Piece): number {
  return before !== undefined && before.last > EVENT_THRESHOLD && piece.first > EVENT_THRESHOLD ? 1 : 0
}
