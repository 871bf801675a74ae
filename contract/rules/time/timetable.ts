import type {EpochMs} from '../../wire/common'
import {DAY, MINUTE} from './durations'
import {cachedOffsetsOf, type OffsetAt} from './localTime'
import {weekdayOf} from './weekday'

/** What holds on a day from a minute of its clocks on. */
export interface DayPart<Value> {
  from: number
  value: Value
}

/** What holds at which time. A week is like the one before, but for those in which it turns. */
export interface Timetable<Value> {
  /** The parts of a day in order, the first from 0 on; the day is counted from 1970-01-01. Same values are identical. */
  partsOf(day: number): readonly DayPart<Value>[]
  /** The days from which on weeks may be other than before. */
  turns: readonly number[]
}

export interface Timed<Value> {
  value: Value
  /** The next time at which another value holds; null where that never happens. */
  until: EpochMs | null
}

/**
 * Returns a function that gives what holds at a time in `zone`. It is fast for times in order, as it remembers its last
 * answer.
 */
export function lookUp<Value>(timetable: Timetable<Value>, zone: string): (at: EpochMs) => Timed<Value> {
  const offsetAt = offsetsIn(zone)
  const turns = [...timetable.turns].sort((one, other) => one - other)
  const partsOf = alike(turns, timetable.partsOf)
  let last: (Timed<Value> & {from: EpochMs}) | null = null

  function valueAt(at: EpochMs): Value {
    const local = at + offsetAt(at)
    const day = Math.floor(local / DAY)
    return heldAt(partsOf(day), Math.floor((local - day * DAY) / MINUTE))
  }

  /** Goes from day to day, and over those that are like a week that it has seen. */
  function nextOther(value: Value, at: EpochMs): EpochMs | null {
    let daysAlike = 0
    for (let time = at; ; ) {
      const offset = offsetAt(time)
      const day = Math.floor((time + offset) / DAY)
      const midnight = day * DAY - offset
      const end = firstChange(offsetAt, time, midnight + DAY)
      const part = partsOf(day).find(each => each.value !== value && isWithin(midnight + each.from * MINUTE, time, end))
      if (part !== undefined) return midnight + part.from * MINUTE
      if (valueAt(end) !== value) return end
      daysAlike = turns.includes(day) ? 0 : daysAlike + 1
      time = end
      if (daysAlike < DAYS_SEEN) continue
      const turn = turns.find(each => each > day)
      if (turn === undefined) return null
      daysAlike = 0
      time = Math.max(end, (turn - 1) * DAY - offset)
    }
  }

  return at => {
    if (last === null || at < last.from || (last.until !== null && at >= last.until)) {
      const value = valueAt(at)
      last = {value, from: at, until: nextOther(value, at)}
    }
    return last
  }
}

/** A week, the days at its ends, and one that a change of clocks cuts in two. */
const DAYS_SEEN = 10

const isWithin = (time: EpochMs, after: EpochMs, before: EpochMs) => time > after && time < before

/** The value of the last part that has begun. */
function heldAt<Value>(parts: readonly DayPart<Value>[], minute: number): Value {
  let at = parts.length - 1
  while (at > 0 && (parts[at]?.from ?? 0) > minute) at--
  const part = parts[at]
  if (part === undefined) throw new Error('A day has at least one part')
  return part.value
}

/** `end`, or the time before it at which the clocks are changed. */
function firstChange(offsetAt: OffsetAt, start: EpochMs, end: EpochMs): EpochMs {
  const offset = offsetAt(start)
  if (offsetAt(end - 1) === offset) return end
  let [before, after] = [start, end - 1]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle) === offset) before = middle
    else after = middle
  }
  return after
}

/** A day is like the same day of another week, unless a turn lies between them or between the days before them. */
function alike<Answer>(turns: readonly number[], ask: (day: number) => Answer): (day: number) => Answer {
  const known = new Map<string, Answer>()
  const turned = (day: number) => turns.filter(turn => turn <= day).length
  let last: {day: number; answer: Answer} | null = null
  return day => {
    if (last?.day === day) return last.answer
    const key = `${weekdayOf(day)} ${turned(day)} ${turned(day - 1)}`
    const answer = known.get(key) ?? ask(day)
    known.set(key, answer)
    last = {day, answer}
    return answer
  }
}

const offsets = new Map<string, OffsetAt>()
/** As many as there are formats of `offsetsOf`. */
const MAX_ZONES = 100

function offsetsIn(zone: string): OffsetAt {
  const known = offsets.get(zone)
  if (known !== undefined) return known
  const offsetAt = cachedOffsetsOf(zone)
  if (offsets.size >= MAX_ZONES) offsets.clear()
  offsets.set(zone, offsetAt)
  return offsetAt
}
