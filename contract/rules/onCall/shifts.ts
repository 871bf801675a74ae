import type {EpochMs} from '../../wire/common'
import {DAY} from '../time/durations'
import {wallOf} from '../time/wallTime'
import {handOverOf, hoursOn, type IsPresent, onCallAt, type Rota} from './rota'

/** A piece of time, `end` not included, in which the same person is called; null for nobody. */
export interface Shift {
  start: EpochMs
  end: EpochMs
  person: string | null
}

interface Range {
  start: EpochMs
  end: EpochMs
}

/** The shifts of a range without gaps between them: each begins with a hand-over, but the first one. */
export function shiftsIn(rota: Rota, isPresent: IsPresent, {start, end}: Range): Shift[] {
  if (start >= end) return []
  const inside = changesOf(rota, {start, end}).filter(at => at > start && at < end)
  const times = [...new Set([start, ...inside])].sort((a, b) => a - b)
  const shifts: Shift[] = []
  for (const [index, from] of times.entries()) {
    const person = onCallAt(rota, isPresent, from)
    const until = times[index + 1] ?? end
    const last = shifts.at(-1)
    if (last !== undefined && last.person === person) last.end = until
    else shifts.push({start: from, end: until, person})
  }
  return shifts
}

/** When nobody is called. */
export const gapsIn = (rota: Rota, isPresent: IsPresent, range: Range): Shift[] =>
  shiftsIn(rota, isPresent, range).filter(({person}) => person === null)

/** The shift after the one of `at`, which ends within two turns; null when the same person goes on. */
export function nextShift(rota: Rota, isPresent: IsPresent, at: EpochMs): Shift | null {
  const begin = Math.max(at, handOverOf(rota, 0))
  const end = begin + (2 * rota.handOver.days + WEEK_DAYS) * DAY
  return shiftsIn(rota, isPresent, {start: at, end})[1] ?? null
}

const WEEK_DAYS = 7

/** All times about a range at which somebody else may be called. */
function changesOf(rota: Rota, {start, end}: Range): EpochMs[] {
  const {zone, handOver, layers, overrides} = rota
  const step = handOver.days * DAY
  const first = handOverOf(rota, 0)
  const turns = numbers(Math.max(0, Math.floor((start - first) / step) - 1), Math.ceil((end - first) / step) + 1)
  const days = numbers(Math.floor(wallOf(start, zone) / DAY) - 2, Math.floor(wallOf(end, zone) / DAY) + 2)
  return [
    ...turns.map(turn => handOverOf(rota, turn)),
    ...overrides.flatMap(override => [override.start, override.end]),
    ...layers.flatMap(layer =>
      days.flatMap(day => {
        const hours = hoursOn(layer, zone, day)
        return hours === null ? [] : [hours.start, hours.end]
      }),
    ),
  ]
}

const numbers = (first: number, last: number): number[] =>
  Array.from({length: Math.max(0, last - first + 1)}, (_, index) => first + index)
