import * as z from 'zod/mini'
import {EMAIL_LENGTH, PASSWORD_LENGTH} from '../../limits'
import {id} from '../common'
import {addition, nothing, route} from '../route'
import {currentUser} from './user'

const loginBody = z.object({
  email: z.string().check(z.minLength(1), z.maxLength(EMAIL_LENGTH)),
  password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_LENGTH)),
})
export type LoginBody = z.infer<typeof loginBody>

/** Opens a session. Refused with 401, which may ask for a second factor. */
export const signIn = route('POST', '/api/v0/auth/login', {body: loginBody, answer: currentUser})
export const signOut = route('POST', '/api/v0/auth/logout', {answer: nothing})
/** Replaces the tokens of the session by new ones, in cookies. */
export const refreshTokens = route('POST', '/api/v0/auth/refresh-token', {answer: nothing})

/**
 * A session of the caller. `user_agent` is the browser's own description, and `last_seen_at` is when it renewed its
 * access last, which browsers in use do every quarter of an hour.
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

export const listOwnSessions = addition('GET', '/api/v0/users/sessions', {answer: z.array(ownSession)})
export const endOwnSession = addition('POST', '/api/v0/users/sessions/end', {body: z.object({id}), answer: nothing})
export const endOtherSessions = addition('POST', '/api/v0/users/sessions/end-others', {answer: nothing})
