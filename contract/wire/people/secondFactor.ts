import * as z from 'zod/mini'
import {PASSKEY_NAME_LENGTH, SECOND_FACTOR_CODE_LENGTH} from '../../limits'
import {addition, nothing} from '../route'
import {trim} from '../text'
import {currentUser} from './user'
import {currentPassword} from './userChange'

/** A passkey's answer has a few hundred bytes, and several thousand with the certificates of a maker. */
const ENCODED_LENGTH = 32_768

/** Bytes as WebAuthn writes them in JSON: base64url without padding. */
const encoded = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(ENCODED_LENGTH))

/** The browser's options for WebAuthn, as its `parse…OptionsFromJSON` takes them. */
const webAuthnOptions = z.record(z.string(), z.unknown())

/** A code of an app (six digits) or a recovery code. Spaces and hyphens in it, and the case of letters, don't count. */
const code = z.string().check(z.minLength(1), z.maxLength(SECOND_FACTOR_CODE_LENGTH))

/**
 * `POST /api/v0/auth/login` with the right password answers 401 with this beside `message`, and opens no session, where
 * an account has a second factor. The `challenge` goes to `POST /api/v0/auth/second-factor` within five minutes, with
 * the answer to one of the `kinds`.
 */
export const secondFactorAsked = z.object({
  challenge: z.string(),
  kinds: z.array(z.enum(['totp', 'passkey', 'recoveryCode'])),
  /** Only present with the kind `passkey`: the argument of `navigator.credentials.get`. */
  passkey: z.optional(webAuthnOptions),
})
export type SecondFactorAsked = z.infer<typeof secondFactorAsked>

/** `secondFactor` is only there where the password was right, and a second factor is asked for. */
export const loginRefusal = z.object({message: z.string(), secondFactor: z.optional(secondFactorAsked)})

/** The result of `navigator.credentials.get` as JSON. */
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

const secondFactorBody = z.union([
  z.strictObject({challenge, code}),
  z.strictObject({challenge, passkey: passkeyAnswer}),
])
export type SecondFactorBody = z.infer<typeof secondFactorBody>

/**
 * Answers like a login. A wrong answer is refused with 401, and may be sent again; a challenge that has expired or was
 * used, with 410.
 */
export const answerSecondFactor = addition('POST', '/api/v0/auth/second-factor', {
  body: secondFactorBody,
  answer: currentUser,
})

/** The state of the caller or of someone else. */
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

/** A change of one's own second factor requires the present password; a wrong one is refused with 403. */
const secondFactorChange = z.strictObject({currentPassword})
export type SecondFactorChange = z.infer<typeof secondFactorChange>

/**
 * A secret (base32) that is shown once, as a text and as an address for the app, and holds from the confirmation on.
 */
const totpOffer = z.object({secret: z.string(), uri: z.string()})
export type TotpOffer = z.infer<typeof totpOffer>

/** The argument of `navigator.credentials.create`. */
const passkeyOffer = z.object({options: webAuthnOptions})
export type PasskeyOffer = z.infer<typeof passkeyOffer>

/** The result of `navigator.credentials.create` as JSON. */
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

const passkeyConfirmation = z.strictObject({
  name: z.string().check(trim(), z.minLength(1), z.maxLength(PASSKEY_NAME_LENGTH)),
  passkey: madePasskey,
})
export type PasskeyConfirmation = z.infer<typeof passkeyConfirmation>

const passkeyRemoval = z.strictObject({currentPassword, id: encoded})
export type PasskeyRemoval = z.infer<typeof passkeyRemoval>

/**
 * The codes are shown once; new ones replace all former ones. A further app or passkey comes without codes while some
 * of the former ones are left.
 */
const recoveryCodes = z.object({recoveryCodes: z.array(z.string())})
export type RecoveryCodes = z.infer<typeof recoveryCodes>

export const readSecondFactor = addition('GET', '/api/v0/users/second-factor', {answer: secondFactorState})
/** Refused with 409 when there is an app already. */
export const offerTotp = addition('POST', '/api/v0/users/second-factor/totp', {
  body: secondFactorChange,
  answer: totpOffer,
})
/** Puts the secret in force. A wrong code is refused with 403. */
export const confirmTotp = addition('POST', '/api/v0/users/second-factor/totp/confirmation', {
  body: z.strictObject({code}),
  answer: recoveryCodes,
})
export const removeTotp = addition('POST', '/api/v0/users/second-factor/totp/removal', {
  body: secondFactorChange,
  answer: nothing,
})
/** Refused with 409 where the server is reached by an IP address, for which browsers make no passkeys. */
export const offerPasskey = addition('POST', '/api/v0/users/second-factor/passkey', {
  body: secondFactorChange,
  answer: passkeyOffer,
})
/** The offer lasts a quarter of an hour. Anything but an answer to it is refused with 403. */
export const confirmPasskey = addition('POST', '/api/v0/users/second-factor/passkey/confirmation', {
  body: passkeyConfirmation,
  answer: recoveryCodes,
})
/** Removing the last kind removes the recovery codes, too. */
export const removePasskey = addition('POST', '/api/v0/users/second-factor/passkey/removal', {
  body: passkeyRemoval,
  answer: nothing,
})
export const renewRecoveryCodes = addition('POST', '/api/v0/users/second-factor/recovery-codes', {
  body: secondFactorChange,
  answer: recoveryCodes,
})
export const removeSecondFactor = addition('POST', '/api/v0/users/second-factor/removal', {
  body: secondFactorChange,
  answer: nothing,
})
export const readSecondFactorOf = addition('GET', '/api/v0/user/:id/second-factor', {answer: secondFactorState})
export const removeSecondFactorOf = addition('POST', '/api/v0/user/:id/second-factor/removal', {answer: nothing})
