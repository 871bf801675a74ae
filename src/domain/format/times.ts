import type {Milliseconds} from '../../../contract/wire/common'

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const

/** Writes a length of time without rounding it, in the largest unit that gives a whole number: '90 s', '2 h'. */
export function lengthOf(length: Milliseconds): string {
  const unit = UNITS.find(([size]) => length >= size && length % size === 0)
  return unit === undefined ? `${length / 1000} s` : `${length / unit[0]} ${unit[1]}`
}

/**
 * A time of the day that was typed, as it is written: 8, 8:00, 8.00 and 0800 are 08:00. Null where nothing was typed;
 * what is no time stays as it is.
 */
export function dayTimeFrom(typed: string): string | null {
  const text = typed.trim()
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.]?(\d\d))?$/.exec(text) ?? []
  if (hours !== undefined) return `${hours.padStart(2, '0')}:${minutes}`
  return text === '' ? null : text
}
