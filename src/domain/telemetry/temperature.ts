import {UNIT_TEXTS} from '../../../contract/rules/temperature'
import type {Aggregation} from '../../../contract/wire/telemetry'
import type {TemperatureUnit} from '../../../contract/wire/temperatureUnit'

/** The unit in which values are shown; null for values that are not temperatures. */
export type ShownUnit = TemperatureUnit | null

/** Only the key named exactly `temperature` is known to hold temperatures. */
export const unitOfKey = (key: string, preferred: TemperatureUnit): ShownUnit =>
  key === 'temperature' ? preferred : null

/** Counts have no unit. A sum stays in celsius, because converting it would add 32 degrees for each of its values. */
export function unitOfAggregated(unit: ShownUnit, aggregation: Aggregation): ShownUnit {
  if (unit === null || aggregation === 'count') return null
  return aggregation === 'sum' ? 'celsius' : unit
}

/** Writes '70.7 °F'; without a unit the text stays as it is. */
export const withUnit = (text: string, unit: ShownUnit): string =>
  unit === null ? text : `${text} ${UNIT_TEXTS[unit]}`
