import * as z from 'zod/mini'

/** Milliseconds since 1970-01-01T00:00Z. */
export type EpochMs = number
export type Milliseconds = number

/** Any JSON, such as what is kept beside the fields of an entity. */
export const json = z.json()
export type Json = z.infer<typeof json>

/** In lower case, as they are kept: ids are compared as texts. */
export const id = z.uuid().check(z.toLowerCase())

/** The one shape of every answer with status 400 and above. */
export const errorBody = z.object({message: z.string()})
