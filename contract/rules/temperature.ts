import type {TemperatureUnit} from '../wire/temperatureUnit'

/** Converts a stored temperature, which is always in Celsius. `unit` is null for a value that is no temperature. */
export const inUnit = (stored: number, unit: TemperatureUnit | null): number =>
  unit === 'fahrenheit' ? (stored * 9) / 5 + 32 : stored

export const UNIT_TEXTS = {celsius: '°C', fahrenheit: '°F'} as const satisfies Record<TemperatureUnit, string>
