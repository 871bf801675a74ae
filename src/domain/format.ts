import {TILE_DECIMALS} from '../../contract/limits'
import type {TelemetryValue} from './reading'

/** Digits that a double holds for certain: without the rest 0.1 + 0.2 reads 0.3. */
const CERTAIN_DIGITS = 12

/** Enough for a column; whole digits are never rounded away. */
const LISTED_DIGITS = 7

/** A latest value in full. */
export function valueText(value: TelemetryValue): string {
  if (value === null) return 'N/A'
  return typeof value === 'number' ? rounded(value, CERTAIN_DIGITS) : String(value)
}

/** A latest value as the list shows it. */
export function listedText(value: TelemetryValue): string {
  if (typeof value !== 'number') return valueText(value)
  const wholeDigits = String(Math.trunc(Math.abs(value))).length
  return rounded(value, Math.min(CERTAIN_DIGITS, Math.max(LISTED_DIGITS, wholeDigits)))
}

const rounded = (value: number, digits: number): string => String(Number(value.toPrecision(digits)))

export const tileText = (value: number): string => value.toFixed(TILE_DECIMALS)
