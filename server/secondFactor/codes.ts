import {randomBytes} from 'node:crypto'
import {Secret, TOTP} from 'otpauth'
import {TITLE} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'

const PERIOD_SECONDS = 30
const RECOVERY_CODES = 10
const RECOVERY_CODE_BYTES = 15

/** Apps know no other algorithm than SHA-1 for sure. */
const totpOf = (secret: string, label = '') =>
  new TOTP({issuer: TITLE, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', period: PERIOD_SECONDS})

export const createSecret = (): string => new Secret({size: 20}).base32

/** The address that an app reads from a QR code. */
export const addressOf = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The time step of the code: the present one, or one beside it. Undefined for a wrong code. */
export function stepOf(secret: string, code: string, now: EpochMs): number | undefined {
  const delta = totpOf(secret).validate({token: code, timestamp: now, window: 1})
  return delta === null ? undefined : Math.floor(now / (PERIOD_SECONDS * 1000)) + delta
}

/** Each is too random to be found by its hash: 120 bits, in six groups. */
export const createRecoveryCodes = (): string[] => Array.from({length: RECOVERY_CODES}, createRecoveryCode)

function createRecoveryCode(): string {
  const text = new Secret({buffer: new Uint8Array(randomBytes(RECOVERY_CODE_BYTES)).buffer}).base32.toLowerCase()
  return text.replace(/(.{4})(?=.)/g, '$1-')
}

/** The code as it is compared, however it was typed. */
export const asTyped = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase()
