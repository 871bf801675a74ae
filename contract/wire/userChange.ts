import * as z from 'zod/mini'
import {PASSWORD_LENGTH, PASSWORD_LENGTH_MIN} from '../limits'
import {id} from './common'
import {email} from './text'
import {authority} from './user'

/** A new password. It must not be trimmed or shortened, because that would change the password. */
export const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_LENGTH_MIN, `must have at least ${PASSWORD_LENGTH_MIN} characters`),
    z.maxLength(PASSWORD_LENGTH, `must have at most ${PASSWORD_LENGTH} characters`),
  )

/** The password that is in force. */
export const currentPassword = z.string().check(z.minLength(1), z.maxLength(PASSWORD_LENGTH))

/** `POST /api/v0/user/register`, for admins only. */
export const newUserBody = z.strictObject({
  email,
  password: newPassword,
  authority: z._default(authority, 'ORGANISATION_ADMIN'),
  organisation_id: z.optional(z.nullable(id)),
  customer_id: z.optional(z.nullable(id)),
})
export type NewUserBody = z.infer<typeof newUserBody>

/**
 * `PUT /api/v0/user/{id}`: a missing field and an empty password keep their value. An outdated `version` is refused
 * with 409. Only a SYS_ADMIN may change `organisation_id`.
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
