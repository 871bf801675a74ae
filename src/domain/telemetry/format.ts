import {TILE_DECIMALS} from '../../../contract/limits'
import {inUnit} from '../../../contract/rules/temperature'
import type {TelemetryValue} from './reading'
import {type ShownUnit, withUnit} from './temperature'

/** Digits that a double holds for certain: without the rest 0.1 + 0.2 reads 0.3. */
const CERTAIN_DIGITS = 12

/** Enough for a column; whole digits are never rounded away. */
const LISTED_DIGITS = 7
const SHORT_DIGITS = 4

/** A latest value in full. Numbers of a unit are shown in it; texts and yes or no stay what they are. */
export function valueText(value: TelemetryValue, unit: ShownUnit): string {
  if (value === null) return 'N/A'
  if (typeof value !== 'number') return String(value)
  return withUnit(String(rounded(inUnit(value, unit))), unit)
}

/** A latest value as the list shows it. */
export function listedText(value: TelemetryValue, unit: ShownUnit): string {
  return typeof value === 'number' ? numberText(value, unit, LISTED_DIGITS) : valueText(value, unit)
}

/** A number beneath a small chart. */
export const shortText = (value: number, unit: ShownUnit): string => numberText(value, unit, SHORT_DIGITS)

function numberText(value: number, unit: ShownUnit, digits: number): string {
  const shown = inUnit(value, unit)
  const wholeDigits = String(Math.trunc(Math.abs(shown))).length
  return withUnit(String(rounded(shown, Math.min(CERTAIN_DIGITS, Math.max(digits, wholeDigits)))), unit)
}

export const rounded = (value: number, digits: number = CERTAIN_DIGITS): number => Number(value.toPrecision(digits))

export const tileText = (value: number, unit: ShownUnit): string =>
  withUnit(inUnit(value, unit).toFixed(TILE_DECIMALS), unit)
