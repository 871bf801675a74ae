import {randomInt} from 'node:crypto'
import {and, eq, gt, lte} from 'drizzle-orm'
import {PAIRING_CODE_LENGTH, PAIRING_LIFETIME} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {deleteFree} from '../database/rows'
import {pairing} from '../database/schema/device'
import {type Device, type DeviceRepository, describe} from '../device/repository'
import {badRequest} from '../http/failures/errors'
import {createToken, hashToken} from '../http/secrets'

export interface Offer {
  code: string
  secret: string
  expiresAt: EpochMs
}

/** `deviceId` is null while nobody has typed the code in. */
export interface Found {
  deviceId: string | null
}

export interface PairingRepository {
  /** Makes a code for a player, which nobody else has while it is valid. */
  offer(): Promise<Offer>
  /** Undefined when the secret is unknown or its time has passed. */
  find(secret: string): Promise<Found | undefined>
  /**
   * Gives the device to the player that shows the code, and an access token if it has none. A code works once. Throws
   * 400 when no player shows it, and 403 or 404 unless the caller may change the device. Answers with the hash of the
   * secret.
   */
  pair(caller: Caller, deviceId: string, code: string): Promise<string>
}

export interface PairingRepositoryOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  devices: Pick<DeviceRepository, 'lock'>
  /** Gives a locked device an access token unless it has one. */
  ensureToken(transaction: Transaction, caller: Caller, device: Device): Promise<void>
}

export function createPairingRepository(options: PairingRepositoryOptions): PairingRepository {
  const {now, audit, devices, ensureToken} = options
  const {db} = options.database
  const isValid = () => gt(pairing.expiresAt, now())

  return {
    async offer() {
      await deleteFree(db, pairing.secretHash, lte(pairing.expiresAt, now()))
      for (;;) {
        const offer = {code: createCode(), secret: createToken(), expiresAt: now() + PAIRING_LIFETIME}
        const {code, secret, expiresAt} = offer
        const row = {secretHash: hashToken(secret), code, expiresAt}
        const [inserted] = await db.insert(pairing).values(row).onConflictDoNothing().returning({code: pairing.code})
        if (inserted !== undefined) return offer
      }
    },

    async find(secret) {
      const [found] = await db
        .select({deviceId: pairing.deviceId})
        .from(pairing)
        .where(and(eq(pairing.secretHash, hashToken(secret)), isValid()))
      return found
    },

    pair: (caller, deviceId, code) =>
      db.transaction(async transaction => {
        const device = await devices.lock(transaction, caller, deviceId)
        const [paired] = await transaction
          .update(pairing)
          // The player has as long again to fetch the token.
          .set({code: null, deviceId, expiresAt: now() + PAIRING_LIFETIME})
          .where(and(eq(pairing.code, code), isValid()))
          .returning({secretHash: pairing.secretHash})
        if (paired === undefined) throw badRequest('No screen shows this code, or it is too old.')
        await ensureToken(transaction, caller, device)
        await audit.record(transaction, caller, {
          action: 'device.paired',
          entityType: 'device',
          entityId: device.id,
          ...describe(device),
        })
        return paired.secretHash
      }),
  }
}

/** Without letters and digits that look like others: 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B. */
const ALPHABET = '34679ACDEFGHJKMNPQRTUVWXY'

const createCode = (): string =>
  Array.from({length: PAIRING_CODE_LENGTH}, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
