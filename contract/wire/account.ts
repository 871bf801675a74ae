import * as z from 'zod/mini'
import {PASSWORD_LENGTH} from '../limits'
import {email} from './text'
import {newPassword} from './userChange'

/** The token of a link. None, or one of another length, is as worthless as a wrong one, and is told so. */
const linkToken = z._default(z.string(), '')
export const linkQuery = z.object({token: linkToken})

/** `POST /api/v0/user/register/`, by anyone. The answer never tells whether the email is known. */
export const registrationBody = z
  .strictObject({email, password: newPassword, password2: z.string().check(z.maxLength(PASSWORD_LENGTH))})
  .check(z.refine(({password, password2}) => password === password2, 'Passwords do not match'))
export type RegistrationBody = z.infer<typeof registrationBody>

/** `POST /api/users/password_reset/`. The answer never tells whether the email is known. */
export const passwordResetBody = z.strictObject({email})

/** `POST /api/users/password_reset/confirm/?token=`; the token of the query counts. */
export const newPasswordBody = z.strictObject({token: linkToken, password: newPassword})

/** `POST /api/v0/setup`: makes the first SYS_ADMIN; 404 as soon as there is one. */
export const firstAdminBody = z.strictObject({token: linkToken, email, password: newPassword})

/** What happened, in words for people. */
export const doneBody = z.object({message: z.string()})
