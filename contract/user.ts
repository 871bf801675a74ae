import * as z from 'zod/mini'
import {EMAIL_LENGTH, PASSWORD_LENGTH} from './limits'

export const AUTHORITIES = ['SYS_ADMIN', 'ORGANISATION_ADMIN', 'CUSTOMER_ADMIN', 'CUSTOMER_USER'] as const
export const authority = z.enum(AUTHORITIES)
export type Authority = z.infer<typeof authority>

export const loginBody = z.object({
  email: z.string().check(z.minLength(1), z.maxLength(EMAIL_LENGTH)),
  password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_LENGTH)),
})

/** `GET /api/v0/user`. `authority` is text, because a foreign server's unknown authority leads to /unauthorized, not to an error. Times are epoch ms. */
export const currentUser = z.object({
  _id: z.string(),
  email: z.string(),
  name: z.optional(z.nullable(z.string())),
  authority: z.string(),
  organisation_id: z.optional(z.nullable(z.string())),
  customer_id: z.optional(z.nullable(z.string())),
  userDeleted: z.optional(z.boolean()),
  lastLogin: z.optional(z.nullable(z.number())),
  createdAt: z.optional(z.nullable(z.number())),
})
export type CurrentUserWire = z.infer<typeof currentUser>
