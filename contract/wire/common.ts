import * as z from 'zod/mini'

/** Milliseconds since 1970-01-01T00:00Z. */
export type EpochMs = number
export type Milliseconds = number

export const json = z.json()
export type Json = z.infer<typeof json>

/** Ids are compared as texts, so they are always converted to lower case, as the server stores them. */
export const id = z.uuid().check(z.toLowerCase())

/** Whether a text is an id as the server stores it. */
export const isId = (text: string): boolean => id.safeParse(text).data === text

/** The body of every answer with status 400 or above. */
export const errorBody = z.object({message: z.string()})

export const TEMPERATURE_UNITS = ['celsius', 'fahrenheit'] as const
export const temperatureUnit = z.enum(TEMPERATURE_UNITS)
export type TemperatureUnit = z.infer<typeof temperatureUnit>
