import * as z from 'zod/mini'
import {PASSWORD_LENGTH, PASSWORD_LENGTH_MIN} from '../limits'
import {id} from './common'
import {email} from './text'
import {authority} from './user'

/** A password to be set; nothing of it is trimmed or cut off. */
export const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_LENGTH_MIN, `must have at least ${PASSWORD_LENGTH_MIN} characters`),
    z.maxLength(PASSWORD_LENGTH, `must have at most ${PASSWORD_LENGTH} characters`),
  )

/** `POST /api/v0/user/register`, by an admin. */
export const newUserBody = z.strictObject({
  email,
  password: newPassword,
  authority: z._default(authority, 'ORGANISATION_ADMIN'),
  organisation_id: z.optional(z.nullable(id)),
  customer_id: z.optional(z.nullable(id)),
})
export type NewUserBody = z.infer<typeof newUserBody>

/**
 * `PUT /api/v0/user/{id}`: what is left out stays. An empty password counts as left out. With an older `version` than the
 * server's nothing changes (409). Only a SYS_ADMIN may send another
 * `organisation_id` than it is.
 */
export const userChange = z.strictObject({
  email: z.optional(email),
  userDeleted: z.optional(z.boolean()),
  authority: z.optional(authority),
  organisation_id: z.optional(z.nullable(id)),
  customer_id: z.optional(z.nullable(id)),
  password: z.optional(z.union([z.literal(''), newPassword])),
  version: z.optional(z.int()),
})
export type UserChange = z.infer<typeof userChange>
