import * as z from 'zod/mini'
import {addition} from './route'

/**
 * `GET /api/v0/opening` returns the answers of the first calls of a page for the signed-in user, by their paths, so
 * that the page need not make them one after the other. With `devices` the overview is one of them, unless there are
 * more than `OPENING_DEVICES`. Refused calls are left out. An addition to the specification.
 */
export const readOpening = addition('GET', '/api/v0/opening', {
  query: z.object({devices: z.optional(z.literal('true'))}),
  answer: z.record(z.string(), z.unknown()),
})
