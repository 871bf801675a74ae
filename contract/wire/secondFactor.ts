import * as z from 'zod/mini'
import {PASSKEY_NAME_LENGTH, SECOND_FACTOR_CODE_LENGTH} from '../limits'
import {currentPassword} from './userChange'

/** What passkeys sign and certify is a few hundred bytes, and several thousand with the certificates of a maker. */
const ENCODED_LENGTH = 32_768

/** Bytes as WebAuthn writes them in JSON: base64url without padding. */
const encoded = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(ENCODED_LENGTH))

/** What WebAuthn wants from the browser, as its `parse…OptionsFromJSON` takes it. */
const webAuthnOptions = z.record(z.string(), z.unknown())

/** A code of an app (six digits) or a recovery code. Spaces and hyphens in it, and the case of letters, don't count. */
const code = z.string().check(z.minLength(1), z.maxLength(SECOND_FACTOR_CODE_LENGTH))

/**
 * Where an account has a second factor, `POST /api/v0/auth/login` with the right password answers 401 with this beside
 * `message`, and opens no session. The `challenge` goes to `POST /api/v0/auth/second-factor` within five minutes, with
 * what one of the `kinds` asks for.
 */
export const secondFactorAsked = z.object({
  challenge: z.string(),
  kinds: z.array(z.enum(['totp', 'passkey', 'recoveryCode'])),
  /** Only there with the kind `passkey`: what `navigator.credentials.get` is called with. */
  passkey: z.optional(webAuthnOptions),
})
export type SecondFactorAsked = z.infer<typeof secondFactorAsked>

/** `secondFactor` is only there where the password was right, and a second factor is asked for. */
export const loginRefusal = z.object({message: z.string(), secondFactor: z.optional(secondFactorAsked)})

/** What `navigator.credentials.get` has returned, as JSON. */
const passkeyAnswer = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
  }),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

const challenge = z.string().check(z.minLength(1), z.maxLength(SECOND_FACTOR_CODE_LENGTH))

/**
 * `POST /api/v0/auth/second-factor` answers like a login. What is not right is refused with 401, and may be sent
 * again; a challenge that has expired or was used, with 410.
 */
export const secondFactorBody = z.union([
  z.strictObject({challenge, code}),
  z.strictObject({challenge, passkey: passkeyAnswer}),
])
export type SecondFactorBody = z.infer<typeof secondFactorBody>

/** `GET /api/v0/users/second-factor`, and of someone else `GET /api/v0/user/{id}/second-factor`. */
export const secondFactorState = z.object({
  isOn: z.boolean(),
  /** Whether an app with codes is one of the kinds. */
  totp: z.boolean(),
  passkeys: z.array(
    z.object({id: z.string(), name: z.string(), created_at: z.number(), last_used_at: z.nullable(z.number())}),
  ),
  recoveryCodesLeft: z.number(),
})
export type SecondFactorState = z.infer<typeof secondFactorState>

/** What changes the own second factor asks for the present password; a wrong one is refused with 403. */
export const secondFactorChange = z.strictObject({currentPassword})
export type SecondFactorChange = z.infer<typeof secondFactorChange>

/**
 * `POST /api/v0/users/second-factor/totp` answers with a secret (base32) that is shown once, as a text and as an
 * address for the app, and holds from the confirmation on. It is refused with 409 when there is such an app already.
 */
export const totpOffer = z.object({secret: z.string(), uri: z.string()})
export type TotpOffer = z.infer<typeof totpOffer>

/** `POST /api/v0/users/second-factor/totp/confirmation` puts the secret in force. A wrong code is refused with 403. */
export const totpConfirmation = z.strictObject({code})

/**
 * `POST /api/v0/users/second-factor/passkey` answers with what `navigator.credentials.create` is called with. It is
 * refused with 409 where the server is reached by an IP address, for which browsers make no passkeys.
 */
export const passkeyOffer = z.object({options: webAuthnOptions})
export type PasskeyOffer = z.infer<typeof passkeyOffer>

/** What `navigator.credentials.create` has returned, as JSON. */
const madePasskey = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.optional(
      z.array(z.string().check(z.maxLength(SECOND_FACTOR_CODE_LENGTH))).check(z.maxLength(SECOND_FACTOR_CODE_LENGTH)),
    ),
  }),
})

/**
 * `POST /api/v0/users/second-factor/passkey/confirmation` within a quarter of an hour. What is no answer to the offer
 * is refused with 403.
 */
export const passkeyConfirmation = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(PASSKEY_NAME_LENGTH)),
  passkey: madePasskey,
})
export type PasskeyConfirmation = z.infer<typeof passkeyConfirmation>

/** `POST /api/v0/users/second-factor/passkey/removal`. Removing the last kind removes the recovery codes, too. */
export const passkeyRemoval = z.strictObject({currentPassword, id: encoded})
export type PasskeyRemoval = z.infer<typeof passkeyRemoval>

/**
 * The codes are shown once; new ones replace all former ones. A further app or passkey comes without codes while some
 * of the former ones are left.
 */
export const recoveryCodes = z.object({recoveryCodes: z.array(z.string())})
export type RecoveryCodes = z.infer<typeof recoveryCodes>
