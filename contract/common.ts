import * as z from 'zod/mini'
import {MAX_TS, MIN_TS} from './limits'

/** Milliseconds since 1970-01-01T00:00Z. */
export type EpochMs = number
export type Milliseconds = number

export const id = z.uuid()
export const epochMs = z.int().check(z.minimum(MIN_TS), z.maximum(MAX_TS))

/** The one shape of every answer with status 400 and above. */
export const errorBody = z.object({message: z.string()})
export type ErrorBody = z.infer<typeof errorBody>
