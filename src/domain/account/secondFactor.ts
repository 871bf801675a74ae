import type {EpochMs} from '../../../contract/wire/common'

/** The factors that a sign-in of a user requires besides the password. */
export interface SecondFactor {
  isOn: boolean
  /** Whether an app with codes is one of the kinds. */
  hasApp: boolean
  passkeys: readonly Passkey[]
  recoveryCodesLeft: number
}

interface Passkey {
  id: string
  name: string
  createdAt: EpochMs
  lastUsedAt: EpochMs | null
}

/** The data that an app needs to make codes. It is shown once. */
export interface AppOffer {
  /** For those who type it. */
  secret: string
  /** For those who scan it: an `otpauth:` address. */
  uri: string
}

/** The options for making a passkey or answering with one. Only the browser reads them. */
export type WebAuthnOptions = Readonly<Record<string, unknown>>

/** The actions that require the present password. */
export type SecondFactorAction = 'addApp' | 'removeApp' | 'addPasskey' | 'removePasskey' | 'renewCodes' | 'switchOff'

/** `passkeyId` says which passkey is removed. */
export interface SecondFactorChange {
  action: SecondFactorAction
  passkeyId: string | null
  currentPassword: string
}

/** Proof that the user has the offered factor: a code of the app, or a passkey, which gets a name. */
export type SecondFactorProof = {code: string} | {name: string; options: WebAuthnOptions}

/** The result of an action: an offer to confirm, recovery codes to store, or nothing to show. */
export type SecondFactorOutcome =
  | {offer: AppOffer}
  | {passkeyOffer: WebAuthnOptions}
  | {recoveryCodes: readonly string[]}
  | null
