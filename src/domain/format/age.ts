import {DAY, HOUR, MINUTE, SECOND} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'

/** Writes an age as '5 s', '3 min', '2 h' or '4 d', rounded down and never negative. */
export function ageOf(at: EpochMs, now: EpochMs): string {
  const age = Math.max(0, now - at)
  if (age < MINUTE) return `${Math.floor(age / SECOND)} s`
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`
  if (age < DAY) return `${Math.floor(age / HOUR)} h`
  return `${Math.floor(age / DAY)} d`
}
