import * as z from 'zod/mini'
import {json} from '../common'
import {route} from '../route'

/** `wall` is kept as walls of organisations are; null for the standard. `version` is 0 while nothing is kept. */
const ownOverview = z.object({wall: z.nullable(json), version: z.number()})
export type OwnOverviewWire = z.infer<typeof ownOverview>

/** What a user has made of the overview. Nobody else sees it. */
export const readOwnOverview = route('GET', '/api/v0/users/overview', {answer: ownOverview})

/** 409 when `version` is not the one that is kept. A wall of null is the standard again. */
export const changeOwnOverview = route('PUT', '/api/v0/users/overview', {
  body: z.strictObject({wall: z.nullable(json), version: z.number()}),
  answer: ownOverview,
})
