import * as z from 'zod/mini'
import {json} from '../common'
import {addition} from '../route'

/** `wall` is stored as walls of organisations are; null for the standard. `version` is 0 while nothing is stored. */
const ownOverview = z.object({wall: z.nullable(json), version: z.number()})
export type OwnOverviewWire = z.infer<typeof ownOverview>

/** Reads a user's own overview. Nobody else sees it. */
export const readOwnOverview = addition('GET', '/api/v0/users/overview', {answer: ownOverview})

/** 409 when `version` is not the stored one. A wall of null restores the standard. */
export const changeOwnOverview = addition('PUT', '/api/v0/users/overview', {
  body: z.strictObject({wall: z.nullable(json), version: z.number()}),
  answer: ownOverview,
})
