import {inUnit} from '../units'
import {CERTAIN_DIGITS, LISTED_DIGITS, MAX_DIGITS, type Numbers} from './numbers'
import {type ShownUnit, unitText} from './shownUnit'

/** Writes a stored number in a unit as a list or a wall does. */
export const listedInUnit = ({listed}: Pick<Numbers, 'listed'>, value: number, unit: ShownUnit): string =>
  listed(inUnit(value, unit), unitText(unit))

/** Writes a stored number in a unit, with this many significant digits. */
export const numberInUnit = ({number}: Pick<Numbers, 'number'>, value: number, unit: ShownUnit, digits: number) =>
  number(inUnit(value, unit), {unit: unitText(unit), digits})

/** Writes a limit as somebody has set it: with all of its digits. */
export const limitInUnit = (numbers: Pick<Numbers, 'number'>, limit: number, unit: ShownUnit): string =>
  numberInUnit(numbers, limit, unit, CERTAIN_DIGITS)

interface Limited {
  unit: ShownUnit
  limit: number | null
  values: readonly number[]
}

/**
 * Returns a function that writes the values of an alarm and its limit. They get as many digits as the limit has, and
 * more as long as a value reads like a limit that it differs from.
 */
export function writerOfLimited(numbers: Pick<Numbers, 'number' | 'exact'>, {unit, limit, values}: Limited) {
  const differing = values.filter(value => value !== limit)
  const written = (value: number, digits: number) => numberInUnit(numbers, value, unit, digits)
  const isShown = (digits: number) =>
    limit === null || differing.every(value => written(value, digits) !== written(limit, digits))
  let digits = limit === null ? LISTED_DIGITS : digitsOf(inUnit(limit, unit))
  while (digits < MAX_DIGITS && !isShown(digits)) digits++
  // Two values that are close may be one and the same double in fahrenheit, or in thousands of their unit.
  return isShown(digits)
    ? (value: number): string => written(value, digits)
    : (value: number): string => numbers.exact(value, unitText(storedUnit(unit)))
}

/** Returns how many significant digits write a number in full, at least those of a list. */
function digitsOf(value: number): number {
  const most = Number(value.toPrecision(CERTAIN_DIGITS))
  let digits = LISTED_DIGITS
  while (digits < CERTAIN_DIGITS && Number(value.toPrecision(digits)) !== most) digits++
  return digits
}

const storedUnit = (unit: ShownUnit): ShownUnit => (unit === 'fahrenheit' ? 'celsius' : unit)
