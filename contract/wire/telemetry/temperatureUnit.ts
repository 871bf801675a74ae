import * as z from 'zod/mini'

export const TEMPERATURE_UNITS = ['celsius', 'fahrenheit'] as const
export const temperatureUnit = z.enum(TEMPERATURE_UNITS)
export type TemperatureUnit = z.infer<typeof temperatureUnit>
