import {DAY, HOUR} from '../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'

/**
 * The credentials of a device, their expiry, and the time until which the former access token works, too. `createdAt` is
 * null when the server doesn't send it; the others are null when nothing ends. Times are on the client's clock.
 */
export interface DeviceCredentials {
  accessToken: string
  createdAt: EpochMs | null
  expiresAt: EpochMs | null
  formerUntil: EpochMs | null
}

/** A former access token works this long beside the new one; null is not at all. */
export const OVERLAPS = {
  none: null,
  hour: HOUR,
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
} satisfies Record<string, Milliseconds | null>
export type Overlap = keyof typeof OVERLAPS

/** An access token works this long; null is for ever. */
export const LIVES = {
  ever: null,
  month: 30 * DAY,
  quarter: 90 * DAY,
  year: 365 * DAY,
} satisfies Record<string, Milliseconds | null>
export type Life = keyof typeof LIVES

/** The terms on which an access token is replaced. */
export interface Replacement {
  overlap: Overlap
  life: Life
}

export const USUAL_REPLACEMENT: Replacement = {overlap: 'day', life: 'ever'}

/** When something ends that begins now. */
export const endOf = (length: Milliseconds | null, now: EpochMs): EpochMs | null =>
  length === null ? null : now + length

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 32
/** Bytes from this limit on are skipped, because they would make the first letters of the alphabet more likely. */
const FAIR = 256 - (256 % ALPHABET.length)

/** Makes an access token of letters and digits. `randomBytes` must be cryptographically secure. */
export function deviceToken(randomBytes: (length: number) => Uint8Array): string {
  let token = ''
  while (token.length < LENGTH) {
    const fair = [...randomBytes(LENGTH - token.length)].filter(byte => byte < FAIR)
    token += fair.map(byte => ALPHABET[byte % ALPHABET.length]).join('')
  }
  return token
}
