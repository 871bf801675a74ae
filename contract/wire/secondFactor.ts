import * as z from 'zod/mini'
import {currentPassword} from './userChange'

const CODE_LENGTH = 64

/** A code of an app (six digits) or a recovery code. Spaces and hyphens in it, and the case of letters, don't count. */
const code = z.string().check(z.minLength(1), z.maxLength(CODE_LENGTH))

/**
 * Where an account has a second factor, `POST /api/v0/auth/login` with the right password answers 401 with this beside
 * `message`, and opens no session. The `challenge` goes to `POST /api/v0/auth/second-factor` within five minutes, with
 * what one of the `kinds` asks for.
 */
export const secondFactorAsked = z.object({
  challenge: z.string(),
  kinds: z.array(z.enum(['totp', 'recoveryCode'])),
})

/** `secondFactor` is only there where the password was right, and a second factor is asked for. */
export const loginRefusal = z.object({message: z.string(), secondFactor: z.optional(secondFactorAsked)})

/** `POST /api/v0/auth/second-factor` answers like a login. */
export const secondFactorBody = z.strictObject({
  challenge: z.string().check(z.minLength(1), z.maxLength(CODE_LENGTH)),
  code,
})

/** `GET /api/v0/users/second-factor`, and of somebody else `GET /api/v0/user/{id}/second-factor`. */
export const secondFactorState = z.object({isOn: z.boolean(), recoveryCodesLeft: z.number()})
export type SecondFactorState = z.infer<typeof secondFactorState>

/** What changes the own second factor asks for the present password; a wrong one is refused with 403. */
export const secondFactorChange = z.strictObject({currentPassword})
export type SecondFactorChange = z.infer<typeof secondFactorChange>

/**
 * `POST /api/v0/users/second-factor/totp` answers with a secret (base32) that is shown once, as a text and as an address
 * for the app, and holds from the confirmation on. It is refused with 409 when there is a second factor already.
 */
export const totpOffer = z.object({secret: z.string(), uri: z.string()})
export type TotpOffer = z.infer<typeof totpOffer>

/** `POST /api/v0/users/second-factor/totp/confirmation` puts the secret in force. A wrong code is refused with 403. */
export const totpConfirmation = z.strictObject({code})

/** The codes are shown once; new ones replace all former ones. */
export const recoveryCodes = z.object({recoveryCodes: z.array(z.string())})
export type RecoveryCodes = z.infer<typeof recoveryCodes>
