import * as z from 'zod/mini'
import {id} from './common'

/**
 * `GET /api/v0/users/sessions`: where the caller is signed in. `user_agent` is what the browser says that it is, and
 * `last_seen_at` is when it renewed its access last, which browsers in use do every quarter of an hour.
 */
export const ownSession = z.object({
  id,
  address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  created_at: z.number(),
  last_seen_at: z.nullable(z.number()),
  /** Whether it is the one that asks. */
  is_current: z.boolean(),
})

export const ownSessions = z.array(ownSession)

/** `POST /api/v0/users/sessions/end` */
export const ownSessionRef = z.object({id})
