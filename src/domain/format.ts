import {TILE_DECIMALS} from '../../contract/limits'
import type {TelemetryValue} from './reading'

/** Digits that a double holds for certain: without the rest 0.1 + 0.2 reads 0.3. */
const CERTAIN_DIGITS = 12

/** A latest value as the list shows it. */
export function valueText(value: TelemetryValue): string {
  if (value === null) return 'N/A'
  return typeof value === 'number' ? String(Number(value.toPrecision(CERTAIN_DIGITS))) : String(value)
}

export const tileText = (value: number): string => value.toFixed(TILE_DECIMALS)
