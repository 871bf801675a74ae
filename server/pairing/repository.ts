import {randomInt} from 'node:crypto'
import {and, eq, gt, lte} from 'drizzle-orm'
import {PAIRING_CODE_LENGTH, PAIRING_LIFETIME} from '../../contract/limits'
import {deviceStatus} from '../../contract/rules/deviceStatus'
import type {EpochMs} from '../../contract/wire/common'
import type {Caller} from '../access/viewer'
import {type AttributeRepository, heartbeatOf} from '../attribute/repository'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {deleteFree} from '../database/rows'
import {pairing} from '../database/schema/device'
import {type Device, type DeviceRepository, describe} from '../device/repository'
import {badRequest, conflict} from '../http/failures/errors'
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
  /** Throws 400 when no player shows the code. */
  requireShown(code: string): Promise<void>
  /**
   * Gives the device to the player that shows the code, and an access token if it has none. A code works once. Throws
   * 400 when no player shows it, and 403 or 404 unless the caller may change the device. A device that is alive has a
   * player already: throws 409, or with `replace` ends its access. Answers with the hash of the secret.
   */
  pair(caller: Caller, deviceId: string, {code, replace}: {code: string; replace: boolean}): Promise<string>
}

export interface PairingRepositoryOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  devices: Pick<DeviceRepository, 'lock'>
  attributes: Pick<AttributeRepository, 'find'>
  /** Gives a locked device an access token unless it has one. */
  ensureToken(transaction: Transaction, caller: Caller, device: Device): Promise<void>
  /** Gives a locked device another access token, and ends the one that it has. */
  replaceToken(transaction: Transaction, caller: Caller, device: Device): Promise<void>
}

export function createPairingRepository(options: PairingRepositoryOptions): PairingRepository {
  const {now, audit, devices, attributes, ensureToken, replaceToken} = options
  const {db} = options.database
  const isValid = () => gt(pairing.expiresAt, now())
  const isShown = (code: string) => and(eq(pairing.code, code), isValid())

  /** Whatever uses the token of a device and sends heartbeats may be a screen. */
  async function isAlive(deviceId: string): Promise<boolean> {
    const stored = await heartbeatOf(attributes, deviceId)
    return deviceStatus(stored?.heartbeat, now()) === 'active'
  }

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

    async requireShown(code) {
      const [shown] = await db.select({code: pairing.code}).from(pairing).where(isShown(code))
      if (shown === undefined) throw notShown()
    },

    async pair(caller, deviceId, {code, replace}) {
      const isTaken = !replace && (await isAlive(deviceId))
      return db.transaction(async transaction => {
        const device = await devices.lock(transaction, caller, deviceId)
        const [paired] = await transaction
          .update(pairing)
          // The player has as long again to fetch the token.
          .set({code: null, deviceId, expiresAt: now() + PAIRING_LIFETIME})
          .where(isShown(code))
          .returning({secretHash: pairing.secretHash})
        if (paired === undefined) throw notShown()
        if (replace) await replaceToken(transaction, caller, device)
        else if (isTaken) throw conflict('The device has a screen already.')
        else await ensureToken(transaction, caller, device)
        await audit.record(transaction, caller, {
          action: 'device.paired',
          entityType: 'device',
          entityId: device.id,
          ...describe(device),
        })
        return paired.secretHash
      })
    },
  }
}

const notShown = () => badRequest('No screen shows this code, or it is too old.')

/** Without letters and digits that look like others: 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B. */
const ALPHABET = '34679ACDEFGHJKMNPQRTUVWXY'

const createCode = (): string =>
  Array.from({length: PAIRING_CODE_LENGTH}, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
