import * as z from 'zod/mini'
import {PASSWORD_LENGTH} from '../../limits'
import {id} from '../common'
import {addition, nothing, route} from '../route'
import {email} from '../text'
import {currentPassword, newPassword} from './userChange'

/** The token of a link. A missing token passes the schema, so that it gets the same answer as a wrong one. */
const linkToken = z._default(z.string(), '')
const linkQuery = z.object({token: linkToken})

const registrationBody = z
  .strictObject({email, password: newPassword, password2: z.string().check(z.maxLength(PASSWORD_LENGTH))})
  .check(z.refine(({password, password2}) => password === password2, 'Passwords do not match'))

const ownPasswordBody = z.strictObject({currentPassword, password: newPassword})
export type OwnPasswordBody = z.infer<typeof ownPasswordBody>

const ownEmailBody = z.strictObject({currentPassword, email})
export type OwnEmailBody = z.infer<typeof ownEmailBody>

/** `message` says what happened, for display to the user. */
const done = z.object({message: z.string()})

/** Open to everybody. The answer must not reveal whether the email is known. */
export const register = route('POST', '/api/v0/user/register/', {body: registrationBody, answer: done})
export const verifyEmail = route('GET', '/api/users/verify-email/', {query: linkQuery, answer: done})
/** The answer must not reveal whether the email is known. */
export const requestPasswordReset = route('POST', '/api/users/password_reset/', {
  body: z.strictObject({email}),
  answer: done,
})
/** The token in the query counts, not the one in the body. */
export const resetPassword = route('POST', '/api/users/password_reset/confirm/', {
  query: linkQuery,
  body: z.strictObject({token: linkToken, password: newPassword}),
  answer: done,
})
/** Acknowledges an alarm by the link of a mail, as the recipient of the mail. 404 for a changed link, or an old one. */
export const acknowledgeByLink = addition('POST', '/api/v0/alarm/acknowledgement', {
  body: z.object({token: z.string().check(z.maxLength(2000))}),
  answer: z.object({_id: id, device_name: z.string(), key: z.string()}),
})
/** Makes the first SYS_ADMIN. The answer is 404 as soon as there is one. */
export const makeFirstAdmin = route('POST', '/api/v0/setup', {
  body: z.strictObject({token: linkToken, email, password: newPassword}),
  answer: done,
})
/** A wrong `currentPassword` is refused with 403. The other sessions of the user end. */
export const changeOwnPassword = addition('PUT', '/api/v0/users/password', {body: ownPasswordBody, answer: nothing})
/**
 * Answers alike whether or not someone has the email. It becomes the user's by the link that is mailed to it. A wrong
 * `currentPassword` is refused with 403.
 */
export const changeOwnEmail = addition('PUT', '/api/v0/users/email', {body: ownEmailBody, answer: nothing})
