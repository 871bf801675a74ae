import * as z from 'zod/mini'
import {PASSWORD_LENGTH, PASSWORD_LENGTH_MIN} from '../../limits'
import {id} from '../common'
import {addition, nothing, route} from '../route'
import {email} from '../text'
import {authority, user} from './user'

/** A new password. It must not be trimmed or shortened, because that would change the password. */
export const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_LENGTH_MIN, `must have at least ${PASSWORD_LENGTH_MIN} characters`),
    z.maxLength(PASSWORD_LENGTH, `must have at most ${PASSWORD_LENGTH} characters`),
  )

/** The password that is in force. */
export const currentPassword = z.string().check(z.minLength(1), z.maxLength(PASSWORD_LENGTH))

/** With `invite` instead of a password, the user sets one by a link that is mailed. */
const newUserBody = z
  .strictObject({
    email,
    password: z.optional(newPassword),
    invite: z.optional(z.literal(true)),
    authority: z._default(authority, 'ORGANISATION_ADMIN'),
    organisation_id: z.optional(z.nullable(id)),
    customer_id: z.optional(z.nullable(id)),
  })
  .check(
    z.refine(
      ({password, invite}) => (password === undefined) === (invite === true),
      'either a password or an invitation is needed',
    ),
  )
export type NewUserBody = z.infer<typeof newUserBody>

/**
 * A missing field and an empty password keep their value. An outdated `version` is refused with 409. Only a SYS_ADMIN
 * may change `organisation_id`. Users who change their own email or password give the `currentPassword`, and an own
 * email holds as soon as it is verified by the link that is mailed to it.
 */
const userChange = z.strictObject({
  email: z.optional(email),
  userDeleted: z.optional(z.boolean()),
  authority: z.optional(authority),
  organisation_id: z.optional(z.nullable(id)),
  customer_id: z.optional(z.nullable(id)),
  password: z.optional(z.union([z.literal(''), newPassword])),
  currentPassword: z.optional(currentPassword),
  version: z.optional(z.int()),
})
export type UserChange = z.infer<typeof userChange>

/** Only admins may call these. */
export const createUser = route('POST', '/api/v0/user/register', {body: newUserBody, answer: user, status: 201})
export const changeUser = route('PUT', '/api/v0/user/:id', {body: userChange, answer: user})
/** Marks the user as deleted. */
export const deleteUser = route('DELETE', '/api/v0/user/:id', {answer: nothing})
/** Sends the mail again to a user who was invited. An addition to the specification, like the one below. */
export const inviteUser = addition('POST', '/api/v0/user/:id/invitation', {answer: nothing})
export const endUserSessions = addition('POST', '/api/v0/user/:id/sessions/end', {answer: nothing})
