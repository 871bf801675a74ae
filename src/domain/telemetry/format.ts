import {TILE_DECIMALS} from '../../../contract/limits'
import {afterNumber, CERTAIN_DIGITS, type Numbers} from '../../../contract/rules/format/numbers'
import {prefixed} from '../../../contract/rules/format/prefixes'
import {type ShownUnit, temperatureUnitOf, unitText} from '../../../contract/rules/format/shownUnit'
import {listedInUnit} from '../../../contract/rules/format/values'
import {inUnit} from '../../../contract/rules/units'
import type {TelemetryValue} from './readings/reading'

/** A tenth of a per cent decides nothing. */
const SHARE_DIGITS = 2

/** Writes a latest value in full. Numbers with a unit are converted to it; texts and booleans stay as they are. */
export function valueText({exact}: Numbers, value: TelemetryValue, unit: ShownUnit): string {
  if (typeof value !== 'number') return wordOf(value)
  const shown = temperatureUnitOf(unit) === 'fahrenheit' ? rounded(inUnit(value, unit)) : value
  return exact(shown, unitText(unit))
}

/** Writes a latest value as short as the list needs it. */
export const listedText = (numbers: Numbers, value: TelemetryValue, unit: ShownUnit): string =>
  typeof value === 'number' ? listedInUnit(numbers, value, unit) : wordOf(value)

/** Writes the same in two parts, as the unit may be smaller than its value. */
export function listedParts({listed}: Numbers, value: TelemetryValue, unit: ShownUnit): {text: string; unit: string} {
  if (typeof value !== 'number') return {text: wordOf(value), unit: ''}
  const shown = prefixed(inUnit(value, unit), unitText(unit))
  return {
    text: listed(shown.value),
    unit: Number.isFinite(shown.value) ? afterNumber(shown.unit) : '',
  }
}

/** Writes a statistic. A tile has no room for more digits, which must never be cut: without decimals, or in short. */
export function tileText({fixed, compact}: Numbers, value: number, unit: ShownUnit): string {
  const {value: shown, unit: named} = prefixed(inUnit(value, unit), unitText(unit))
  const size = Math.abs(shown)
  if (size >= 1e9) return compact(shown, named)
  return fixed(shown, size >= 1e6 ? 0 : TILE_DECIMALS, named)
}

/** Writes which part of all booleans is true. */
export const shareText = ({number}: Pick<Numbers, 'number'>, share: number): string =>
  number(share * 100, {unit: '%', digits: SHARE_DIGITS})

const wordOf = (value: Exclude<TelemetryValue, number>): string => (value === null ? 'N/A' : String(value))

const rounded = (value: number): number => Number(value.toPrecision(CERTAIN_DIGITS))
