import * as z from 'zod/mini'
import {id} from '../common'
import {nothing, route} from '../route'

/**
 * Where the caller is signed in. `user_agent` is what the browser says that it is, and
 * `last_seen_at` is when it renewed its access last, which browsers in use do every quarter of an hour.
 */
const ownSession = z.object({
  id,
  address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  created_at: z.number(),
  last_seen_at: z.nullable(z.number()),
  /** Whether it is the one that asks. */
  is_current: z.boolean(),
})

export const listOwnSessions = route('GET', '/api/v0/users/sessions', {answer: z.array(ownSession)})
export const endOwnSession = route('POST', '/api/v0/users/sessions/end', {body: z.object({id}), answer: nothing})
export const endOtherSessions = route('POST', '/api/v0/users/sessions/end-others', {answer: nothing})
