import {DAY, HOUR} from '../../../../contract/rules/time/durations'
import type {UsualHour} from '../../../../contract/rules/usual/hour'
import type {EpochMs} from '../../../../contract/wire/common'

/** An hour with these numbers. */
export function hourOfNumbers(ts: EpochMs, numbers: readonly number[]): UsualHour {
  const [first = 0] = numbers
  return {
    ts,
    count: numbers.length,
    mean: numbers.reduce((sum, number) => sum + number, 0) / numbers.length,
    low: Math.min(...numbers),
    high: Math.max(...numbers),
    first,
    last: numbers.at(-1) ?? first,
  }
}

/** The hours of some days with six numbers each, by the hours since the first. */
export const hoursFrom = (start: EpochMs, days: number, numberAt: (hours: number) => number): UsualHour[] =>
  Array.from({length: days * 24}, (_, hour) =>
    hourOfNumbers(
      start + hour * HOUR,
      Array.from({length: 6}, (_, tenth) => numberAt(hour + tenth / 6)),
    ),
  )

/** Swings once a day between -1 and 1, highest at 18 h after the start of a day of UTC. */
export const daily = (hours: number): number => -Math.sin(((hours * HOUR) / DAY) * 2 * Math.PI)
