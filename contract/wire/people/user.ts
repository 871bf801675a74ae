import * as z from 'zod/mini'
import {temperatureUnit} from '../common'
import {filterValue, listQuery, pageOrList} from '../list'
import {addition, route} from '../route'

export const AUTHORITIES = ['SYS_ADMIN', 'ORGANISATION_ADMIN', 'CUSTOMER_ADMIN', 'CUSTOMER_USER'] as const
export const authority = z.enum(AUTHORITIES)
export type Authority = z.infer<typeof authority>

const userFields = {
  _id: z.string(),
  email: z.string(),
  name: z.optional(z.nullable(z.string())),
  organisation_id: z.optional(z.nullable(z.string())),
  customer_id: z.optional(z.nullable(z.string())),
  userDeleted: z.optional(z.boolean()),
  lastLogin: z.optional(z.nullable(z.number())),
  createdAt: z.optional(z.nullable(z.number())),
}

/**
 * The user who is signed in. `authority` must stay a text: an unknown authority of another server leads to
 * /unauthorized and is no error. `temperature_unit`, from the profile, and `organisation_title` are additions to the
 * specification. `needs_second_factor` is one, too: all but the calls for setting one up are refused with 403 until
 * then. Times are epoch ms.
 */
export const currentUser = z.object({
  ...userFields,
  authority: z.string(),
  temperature_unit: z.optional(temperatureUnit),
  organisation_title: z.optional(z.nullable(z.string())),
  needs_second_factor: z.optional(z.boolean()),
})
export type CurrentUserWire = z.infer<typeof currentUser>

/**
 * A user as shown to admins. `isInvited` says that the user was invited by mail and has set no password yet;
 * `isVerified` says that the user has confirmed the email, or that an admin has created the user or set the password.
 */
export const user = z.object({
  ...userFields,
  authority: z.string(),
  isVerified: z.optional(z.boolean()),
  isInvited: z.optional(z.boolean()),
  version: z.optional(z.nullable(z.number())),
})
export type UserWire = z.infer<typeof user>

const userListQuery = z.extend(listQuery(['email', 'authority', 'userDeleted', 'lastLogin', 'createdAt']), {
  authority: filterValue,
  customer_id: filterValue,
  userDeleted: filterValue,
})

export const readCurrentUser = route('GET', '/api/v0/user', {answer: currentUser})
export const listUsers = route('GET', '/api/v0/user/by-org/:id', {query: userListQuery, answer: pageOrList(user)})
/** An addition to the specification. */
export const listUnassignedUsers = addition('GET', '/api/v0/user/without-organisation', {
  query: userListQuery,
  answer: pageOrList(user),
})
export const readUser = route('GET', '/api/v0/user/:id', {answer: user})
