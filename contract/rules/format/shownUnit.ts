import type {TemperatureUnit} from '../../wire/common'
import type {Aggregation} from '../../wire/telemetry/telemetry'
import {UNIT_TEXTS} from '../units'

/** A unit that a user has named for a key. Values are never converted to it. */
type NamedUnit = `unit:${string}`

/** The unit in which values are shown; null for values without one. */
export type ShownUnit = TemperatureUnit | NamedUnit | null

/**
 * Only the key named exactly `temperature` is known to hold temperatures. For other keys the unit is known when a user
 * has named it.
 */
export function unitOfKey(key: string, preferred: TemperatureUnit, named: string | null = null): ShownUnit {
  if (key === 'temperature') return preferred
  return named === null ? null : `unit:${named}`
}

/** Counts have no unit. A sum stays in celsius, because converting it would add 32 degrees for each of its values. */
export function unitOfAggregated(unit: ShownUnit, aggregation: Aggregation): ShownUnit {
  if (unit === null || aggregation === 'count') return null
  return aggregation === 'sum' && temperatureUnitOf(unit) !== null ? 'celsius' : unit
}

/** Returns null for units of other things than temperature. */
export const temperatureUnitOf = (unit: ShownUnit): TemperatureUnit | null =>
  unit === 'celsius' || unit === 'fahrenheit' ? unit : null

/** Writes '°C' or 'kWh'; null without a unit. */
export function unitText(unit: ShownUnit): string | null {
  if (unit === null) return null
  return unit === 'celsius' || unit === 'fahrenheit' ? UNIT_TEXTS[unit] : unit.slice('unit:'.length)
}
