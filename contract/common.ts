import * as z from 'zod/mini'

/** Milliseconds since 1970-01-01T00:00Z. */
export type EpochMs = number
export type Milliseconds = number

export const id = z.uuid()

/** The one shape of every answer with status 400 and above. */
export const errorBody = z.object({message: z.string()})
