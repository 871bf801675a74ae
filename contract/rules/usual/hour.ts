import type {EpochMs, Milliseconds} from '../../wire/common'
import {DAY, HOUR} from '../time/durations'

/**
 * The numbers of a series in an hour that is over, as its rollup has them: late ones are in, removed ones are not, and
 * each counts once. Without any number there is no hour.
 */
export interface UsualHour {
  /** The start: a whole hour of UTC. */
  ts: EpochMs
  count: number
  mean: number
  low: number
  high: number
  first: number
  last: number
}

/** The hours of a week from Monday on. */
export const WEEK_HOURS = 168

export const hourOf = (at: EpochMs): EpochMs => Math.floor(at / HOUR) * HOUR

/** 1970-01-01 was a Thursday. */
const HOURS_BEFORE_THURSDAY = 72

/** The number of a local day, and of the hour of the week: 0 for that from midnight on Monday. */
export interface LocalHour {
  day: number
  weekHour: number
}

/** Places the hour of UTC that begins at `ts` in the week of a zone, by the local time at which it begins. */
export function localHour(ts: EpochMs, offsetAt: (at: EpochMs) => Milliseconds): LocalHour {
  const local = ts + offsetAt(ts)
  const weekHour = modulo(Math.floor(local / HOUR) + HOURS_BEFORE_THURSDAY, WEEK_HOURS)
  return {day: Math.floor(local / DAY), weekHour}
}

const modulo = (dividend: number, divisor: number): number => ((dividend % divisor) + divisor) % divisor

/** The hours of values in any order. The last one of values at the same time counts. */
export function hoursOf(values: Iterable<readonly [EpochMs, number]>): UsualHour[] {
  const hours: UsualHour[] = []
  for (const [at, value] of [...new Map(values)].sort(([one], [other]) => one - other)) {
    const ts = hourOf(at)
    const hour = hours.at(-1)
    if (hour?.ts !== ts) hours.push({ts, count: 1, mean: value, low: value, high: value, first: value, last: value})
    else {
      hour.count++
      hour.mean += (value - hour.mean) / hour.count
      hour.low = Math.min(hour.low, value)
      hour.high = Math.max(hour.high, value)
      hour.last = value
    }
  }
  return hours
}
