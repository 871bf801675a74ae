import {UNIT_TEXTS} from '../../../contract/rules/temperature'
import type {Aggregation} from '../../../contract/wire/telemetry'
import type {TemperatureUnit} from '../../../contract/wire/temperatureUnit'

/** What values are shown in; null for values that are no temperatures. */
export type ShownUnit = TemperatureUnit | null

/** Only the key `temperature` itself is known to be one. */
export const unitOfKey = (key: string, preferred: TemperatureUnit): ShownUnit =>
  key === 'temperature' ? preferred : null

/** Counts have no unit. A sum stays in celsius: each of its values would bring another 32 degrees along. */
export function unitOfAggregated(unit: ShownUnit, aggregation: Aggregation): ShownUnit {
  if (unit === null || aggregation === 'count') return null
  return aggregation === 'sum' ? 'celsius' : unit
}

/** '70.7 °F'; without a unit the text itself. */
export const withUnit = (text: string, unit: ShownUnit): string =>
  unit === null ? text : `${text} ${UNIT_TEXTS[unit]}`
