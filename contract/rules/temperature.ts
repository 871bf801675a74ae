import type {TemperatureUnit} from '../wire/telemetry/temperatureUnit'

/** Converts a stored temperature, which is always in Celsius. Values without a unit or in others stay as they are. */
export const inUnit = (stored: number, unit: string | null): number =>
  unit === 'fahrenheit' ? (stored * 9) / 5 + 32 : stored

export const UNIT_TEXTS = {celsius: '°C', fahrenheit: '°F'} as const satisfies Record<TemperatureUnit, string>
