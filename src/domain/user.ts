import type {EpochMs, TemperatureUnit} from '../../contract/wire/common'
import type {WebAuthnOptions} from './account/secondFactor'

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

/** The sign-in of a screen instead of a user: the token of a link to one wall. */
export interface WallToken {
  wallToken: string
}

/** The second step that a server requires after the right password, before it opens a session. */
export interface SecondStep {
  challenge: string
  kinds: readonly ('totp' | 'passkey' | 'recoveryCode')[]
  /** The browser's options for asking for a passkey; only there with the kind `passkey`. */
  passkey?: WebAuthnOptions | undefined
}

/** A code of an app or a recovery code, or whatever passkey the browser answers with. */
export type SecondStepAnswer = {challenge: string; code: string} | {challenge: string; passkey: WebAuthnOptions}

/** The authority of a screen that shows a wall by its link. It may do nothing else. */
export const WALL_AUTHORITY = 'WALL'

/** A device or browser on which a user is signed in. */
export interface OwnSession {
  id: string
  isCurrent: boolean
  /** As far as the browser tells; null where it tells nothing that is known. */
  browser: string | null
  system: string | null
  /** The network address that it was last seen from. */
  address: string | null
  startedAt: EpochMs
  lastUsedAt: EpochMs | null
}

/** Whether the user may change what screens play, and how they are called. */
export const mayArrange = ({authority}: CurrentUser): boolean => authority !== 'CUSTOMER_USER'

/** Whether the user may also change groups and videos. */
export const mayManage = ({authority}: CurrentUser): boolean =>
  authority === 'ORGANISATION_ADMIN' || authority === 'SYS_ADMIN'
