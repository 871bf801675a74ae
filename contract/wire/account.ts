import * as z from 'zod/mini'
import {PASSWORD_LENGTH} from '../limits'
import {email} from './text'
import {currentPassword, newPassword} from './userChange'

/** The token of a link. A missing token passes the schema, so that it gets the same answer as a wrong one. */
const linkToken = z._default(z.string(), '')
export const linkQuery = z.object({token: linkToken})

/** `POST /api/v0/user/register/`, open to everybody. The answer must not reveal whether the email is known. */
export const registrationBody = z
  .strictObject({email, password: newPassword, password2: z.string().check(z.maxLength(PASSWORD_LENGTH))})
  .check(z.refine(({password, password2}) => password === password2, 'Passwords do not match'))
export type RegistrationBody = z.infer<typeof registrationBody>

/** `POST /api/users/password_reset/`. The answer must not reveal whether the email is known. */
export const passwordResetBody = z.strictObject({email})

/** `POST /api/users/password_reset/confirm/?token=`. The token in the query counts, not the one in the body. */
export const newPasswordBody = z.strictObject({token: linkToken, password: newPassword})

/** `POST /api/v0/setup` creates the first SYS_ADMIN. The answer is 404 as soon as there is one. */
export const firstAdminBody = z.strictObject({token: linkToken, email, password: newPassword})

/**
 * `PUT /api/v0/users/password` changes the own password and answers 204. A wrong `currentPassword` is refused with 403.
 * The other sessions of the user end.
 */
export const ownPasswordBody = z.strictObject({currentPassword, password: newPassword})
export type OwnPasswordBody = z.infer<typeof ownPasswordBody>

/**
 * `PUT /api/v0/users/email` answers 204, whether or not someone has the email. It becomes the user's by the link that
 * is mailed to it. A wrong `currentPassword` is refused with 403.
 */
export const ownEmailBody = z.strictObject({currentPassword, email})
export type OwnEmailBody = z.infer<typeof ownEmailBody>

/** `message` says what happened, for display to the user. */
export const doneBody = z.object({message: z.string()})
