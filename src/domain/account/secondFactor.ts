import type {EpochMs} from '../../../contract/wire/common'

/** What a sign-in of a user asks for besides the password. */
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

/** What an app needs to make codes. It is shown once. */
export interface AppOffer {
  /** For those who type it. */
  secret: string
  /** For those who scan it: an `otpauth:` address. */
  uri: string
}

/** What the browser makes a passkey by, or answers with one by. Nobody but the browser reads it. */
export type WebAuthnOptions = Readonly<Record<string, unknown>>

/** What the present password is asked for. */
export type SecondFactorAction = 'addApp' | 'removeApp' | 'addPasskey' | 'removePasskey' | 'renewCodes' | 'switchOff'

/** `passkeyId` says which passkey is removed. */
export interface SecondFactorChange {
  action: SecondFactorAction
  passkeyId: string | null
  currentPassword: string
}

/** What shows that a user has what was offered: a code of the app, or a passkey, which gets a name. */
export type SecondFactorProof = {code: string} | {name: string; options: WebAuthnOptions}

/** What comes of an action: something to be confirmed, codes to be kept, or nothing to be shown. */
export type SecondFactorOutcome =
  | {offer: AppOffer}
  | {passkeyOffer: WebAuthnOptions}
  | {recoveryCodes: readonly string[]}
  | null
