import * as z from 'zod/mini'
import {route} from './route'

/**
 * `GET /api/v0/opening` tells what the first calls of a page answer to whoever is signed in, by their paths, so that
 * the page need not ask one after the other. With `devices` the overview is one of them, unless there are more than
 * `OPENING_DEVICES`. What a call refuses is left out. An addition to the specification.
 */
export const readOpening = route('GET', '/api/v0/opening', {
  query: z.object({devices: z.optional(z.literal('true'))}),
  answer: z.record(z.string(), z.unknown()),
})
