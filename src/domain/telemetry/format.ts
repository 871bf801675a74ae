import {TILE_DECIMALS} from '../../../contract/limits'
import {inUnit} from '../../../contract/rules/temperature'
import type {TelemetryValue} from './reading'
import {type ShownUnit, withUnit} from './temperature'

/** A double holds this many digits for certain. With more of them, 0.1 + 0.2 would not read 0.3. */
const CERTAIN_DIGITS = 12

/** A column of the list has room for this many digits. The digits before the decimal point are never rounded. */
const LISTED_DIGITS = 7
const SHORT_DIGITS = 4

/** Writes a latest value in full. Numbers with a unit are converted to it; texts and booleans stay as they are. */
export function valueText(value: TelemetryValue, unit: ShownUnit): string {
  if (value === null) return 'N/A'
  if (typeof value !== 'number') return String(value)
  return withUnit(String(rounded(inUnit(value, unit))), unit)
}

/** Writes a latest value as short as the list needs it. */
export function listedText(value: TelemetryValue, unit: ShownUnit): string {
  return typeof value === 'number' ? numberText(value, unit, LISTED_DIGITS) : valueText(value, unit)
}

/** Writes a number that stands below a small chart. */
export const shortText = (value: number, unit: ShownUnit): string => numberText(value, unit, SHORT_DIGITS)

function numberText(value: number, unit: ShownUnit, digits: number): string {
  const shown = inUnit(value, unit)
  const wholeDigits = String(Math.trunc(Math.abs(shown))).length
  return withUnit(String(rounded(shown, Math.min(CERTAIN_DIGITS, Math.max(digits, wholeDigits)))), unit)
}

export const rounded = (value: number, digits: number = CERTAIN_DIGITS): number => Number(value.toPrecision(digits))

export const tileText = (value: number, unit: ShownUnit): string =>
  withUnit(inUnit(value, unit).toFixed(TILE_DECIMALS), unit)
