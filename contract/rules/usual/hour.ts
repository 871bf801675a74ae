import type {EpochMs} from '../../wire/common'
import {DAY, HOUR} from '../time/durations'
import {offsetsOf} from '../time/localTime'

/**
 * The numbers of a series in an hour that is over, as its rollup has them: late ones are in, removed ones are not, and
 * each counts once. Without any number there is no hour.
 */
export interface UsualHour {
  /** When it began: a whole hour of UTC. */
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

/** Returns a function that places an hour in the week of `zone` by the local time at which it begins. */
export function localHours(zone: string): (ts: EpochMs) => LocalHour {
  const offsetAt = offsetsOf(zone)
  return ts => {
    const local = ts + offsetAt(ts)
    return {
      day: Math.floor(local / DAY),
      weekHour: modulo(Math.floor(local / HOUR) + HOURS_BEFORE_THURSDAY, WEEK_HOURS),
    }
  }
}

const modulo = (dividend: number, divisor: number): number => ((dividend % divisor) + divisor) % divisor
