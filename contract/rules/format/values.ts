import {inUnit} from '../units'
import {LISTED_DIGITS, MAX_DIGITS, type Numbers} from './numbers'
import {type ShownUnit, unitText} from './shownUnit'

/** Writes a stored number in a unit, with this many significant digits. */
export const numberInUnit = (
  {number}: Pick<Numbers, 'number'>,
  value: number,
  unit: ShownUnit,
  digits = LISTED_DIGITS,
) => number(inUnit(value, unit), {unit: unitText(unit), digits})

interface Limited {
  unit: ShownUnit
  limit: number | null
  values: readonly number[]
}

/**
 * Returns a function that writes the values of an alarm and its limit. They get more digits than others as long as a
 * value reads like a limit that it differs from.
 */
export function writerOfLimited(numbers: Pick<Numbers, 'number'>, {unit, limit, values}: Limited) {
  const differing = values.filter(value => value !== limit)
  const shown =
    limit !== null && differing.some(value => inUnit(value, unit) === inUnit(limit, unit)) ? storedUnit(unit) : unit
  const written = (value: number, digits: number) => numberInUnit(numbers, value, shown, digits)
  const isShown = (digits: number) =>
    limit === null || differing.every(value => written(value, digits) !== written(limit, digits))
  let digits = LISTED_DIGITS
  while (digits < MAX_DIGITS && !isShown(digits)) digits++
  return (value: number): string => written(value, digits)
}

/** Two temperatures that are close may be one and the same double in fahrenheit. */
const storedUnit = (unit: ShownUnit): ShownUnit => (unit === 'fahrenheit' ? 'celsius' : unit)
