import type {EpochMs} from '../../wire/common'
import {DAY} from '../time/durations'
import {cachedOffsetsOf} from '../time/localTime'
import {callingOf, handOverOf, hoursOn, type IsPresent, type Rota} from './rota'

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

/**
 * The shifts of a range without gaps between them: each begins with a hand-over, but the first one. The cost is a pass
 * over the changes of the range: a layer has two a day, a turn and an override have one and two.
 */
export function shiftsIn(rota: Rota, isPresent: IsPresent, {start, end}: Range): Shift[] {
  if (start >= end) return []
  const calledIn = callingOf(rota, isPresent)
  const changes = changesOf(rota, {start, end})
  /** The numbers of running pieces of each layer's hours; the clocks may let two of them overlap. */
  const begun = rota.layers.map(() => 0)
  const isOn = (layer: number) => (begun[layer] ?? 0) > 0
  let turn: number | null = null
  const shifts: Shift[] = []
  let next = 0
  for (let at = start; at < end; ) {
    for (let change = changes[next]; change !== undefined && change.at <= at; change = changes[++next]) {
      if (change.kind === 'turn') turn = change.turn
      else if (change.kind === 'hours') begun[change.layer] = (begun[change.layer] ?? 0) + change.by
    }
    const until = Math.min(changes[next]?.at ?? end, end)
    const person = calledIn({at, turn, isOn})
    const last = shifts.at(-1)
    if (last !== undefined && last.person === person) last.end = until
    else shifts.push({start: at, end: until, person})
    at = until
  }
  return shifts
}

/** The times in which nobody is on call. */
export const gapsIn = (rota: Rota, isPresent: IsPresent, range: Range): Shift[] =>
  shiftsIn(rota, isPresent, range).filter(({person}) => person === null)

/** The shift after the one of `at`, which ends within two turns; null when the same person goes on. */
export function nextShift(rota: Rota, isPresent: IsPresent, at: EpochMs): Shift | null {
  const begin = Math.max(at, handOverOf(rota, 0))
  const end = begin + (2 * rota.handOver.days + WEEK_DAYS) * DAY
  return shiftsIn(rota, isPresent, {start: at, end})[1] ?? null
}

const WEEK_DAYS = 7

/** A time at which somebody else may be called, and what changes then. */
type Change = {at: EpochMs} & (
  | {kind: 'turn'; turn: number}
  | {kind: 'hours'; layer: number; by: 1 | -1}
  | {kind: 'override'}
)

/** All changes until the end of a range, in order, with the earlier ones that decide the state at its start. */
function changesOf(rota: Rota, range: Range): Change[] {
  const {zone, handOver, layers, overrides} = rota
  const offsetAt = cachedOffsetsOf(zone)
  const step = handOver.days * DAY
  const first = handOverOf(rota, 0)
  const {end} = range
  /** Layers say nothing before the first turn. */
  const start = Math.max(range.start, first)
  const turns = numbers(Math.max(0, Math.floor((start - first) / step) - 1), Math.ceil((end - first) / step) + 1)
  const days = numbers(Math.floor((start + offsetAt(start)) / DAY) - 2, Math.floor((end + offsetAt(end)) / DAY) + 2)
  const changes = [
    ...turns.map((turn): Change => ({kind: 'turn', turn, at: handOverOf(rota, turn, offsetAt)})),
    ...overrides.flatMap(({start, end}) => [start, end].map((at): Change => ({kind: 'override', at}))),
    ...layers.flatMap((hours, layer) =>
      days.flatMap((day): Change[] => {
        const piece = hoursOn(hours, offsetAt, day)
        if (piece === null || piece.start >= piece.end) return []
        return [
          {kind: 'hours', layer, by: 1, at: piece.start},
          {kind: 'hours', layer, by: -1, at: piece.end},
        ]
      }),
    ),
  ]
  return changes.sort((one, other) => one.at - other.at)
}

const numbers = (first: number, last: number): number[] =>
  Array.from({length: Math.max(0, last - first + 1)}, (_, index) => first + index)
