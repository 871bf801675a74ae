import * as z from 'zod/mini'

/** `GET /livez` is answered as long as the process turns. */
export const alive = z.object({status: z.literal('alive')})

/** `GET /readyz`: calls are served. A warning names what will hinder them if nobody does anything. */
export const ready = z.object({status: z.literal('ready'), warnings: z.array(z.string())})

/** Status 503 of `GET /readyz`, with a sentence for each reason why calls are not served or nothing can be stored. */
export const unready = z.object({message: z.string(), reasons: z.array(z.string()), warnings: z.array(z.string())})

/** `GET /api/v0/version`. A server that was not built from a repository has no commit. */
export const version = z.object({version: z.string(), commit: z.nullable(z.string()), startedAt: z.number()})
