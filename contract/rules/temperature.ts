import type {TemperatureUnit} from '../wire/temperatureUnit'

/** Temperatures are stored in celsius. */
export const inUnit = (stored: number, unit: TemperatureUnit | null): number =>
  unit === 'fahrenheit' ? (stored * 9) / 5 + 32 : stored

export const UNIT_TEXTS = {celsius: '°C', fahrenheit: '°F'} as const satisfies Record<TemperatureUnit, string>
