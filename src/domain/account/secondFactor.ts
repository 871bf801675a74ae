import type {EpochMs} from '../../../contract/wire/common'

/** What a sign-in of somebody asks for besides the password. */
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

/** What the present password is asked for. */
export type SecondFactorDeed = 'addApp' | 'removeApp' | 'renewCodes' | 'switchOff'

/** What comes of a deed: something to be confirmed, codes to be kept, or nothing to be shown. */
export type SecondFactorOutcome = {offer: AppOffer} | {recoveryCodes: readonly string[]} | null
