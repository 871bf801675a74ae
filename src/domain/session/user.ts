import type {TemperatureUnit} from '../../../contract/wire/common'
import type {WebAuthnOptions} from '../account/secondFactor'

/** The user who is signed in. `authority` is any text, because an unknown one leads to /unauthorized. */
export interface CurrentUser {
  id: string
  email: string
  name: string | null
  authority: string
  organisationId: string | null
  customerId: string | null
  /** Null for users without an organisation, and when the server doesn't say it. */
  organisationTitle: string | null
  /** Taken from the profile; it is celsius for users without one. */
  temperatureUnit: TemperatureUnit
  /** All but the calls for setting up a second factor are refused until the user has one. */
  needsSecondFactor: boolean
}

export interface Credentials {
  email: string
  password: string
}

/** What a screen signs in with instead of a user: the token of a link to one wall. */
export interface WallToken {
  wallToken: string
}

/** What a server asks for besides the right password, before it opens a session. */
export interface SecondStep {
  challenge: string
  kinds: readonly ('totp' | 'passkey' | 'recoveryCode')[]
  /** What the browser asks for a passkey by; only there with the kind `passkey`. */
  passkey?: WebAuthnOptions | undefined
}

/** A code of an app or a recovery code, or whatever passkey the browser answers with. */
export type SecondStepAnswer = {challenge: string; code: string} | {challenge: string; passkey: WebAuthnOptions}

/** The authority of a screen that shows a wall by its link. It may do nothing else. */
export const WALL_AUTHORITY = 'WALL'
