import {and, eq, gt, isNull, lte} from 'drizzle-orm'
import * as z from 'zod/mini'
import {CLAIM_DURATION, CLAIM_DURATION_MAX} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'
import type {ClaimBody} from '../../contract/wire/entities/device'
import {lockEntity, SERVER} from '../access/reach'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database} from '../database/connect'
import {deleteFree} from '../database/rows'
import {claim} from '../database/schema/device'
import {type Device, type DeviceRef, type DeviceRepository, describe, namedDevice} from '../device/repository'
import {badRequest, forbidden, notFound} from '../http/failures/errors'
import {readAnyJson} from '../http/json'
import {hashToken} from '../http/secrets'

/** Claims, for the transports of devices. */
export interface DeviceClaims {
  /**
   * Offers the device to be claimed with its name and secret, for a time, as it says in JSON, which may be empty. Its
   * last offer counts. Throws an `HttpError`: 400 for an invalid offer, and 403 for a removed device.
   */
  offer(device: DeviceRef, body: string): Promise<void>
}

export interface ClaimRepository extends DeviceClaims {
  /** Gives the device to the caller's customer. Throws 404 when no such device offers itself. */
  take(caller: Caller, claimed: ClaimBody): Promise<Device>
}

export interface ClaimRepositoryOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  devices: Pick<DeviceRepository, 'findVisible' | 'change'>
}

export function createClaimRepository({database: {db}, now, audit, devices}: ClaimRepositoryOptions): ClaimRepository {
  return {
    async offer({id: deviceId}, body) {
      const {secretKey, durationMs} = readOffer(body)
      await deleteFree(db, claim.deviceId, lte(claim.expiresAt, now()))
      await db.transaction(async transaction => {
        const held = await lockEntity(transaction, SERVER, {entityType: 'device', entityId: deviceId})
        if (held === undefined) throw forbidden('Device was deleted!')
        const offered = {secretHash: hashToken(secretKey), expiresAt: now() + durationMs}
        await transaction
          .insert(claim)
          .values({deviceId, ...offered})
          .onConflictDoUpdate({target: claim.deviceId, set: offered})
      })
    },

    async take(caller, {name, secret}) {
      const {organisationId, customerId} = caller
      if (organisationId === null || customerId === null) throw notFound(NO_OFFER)
      const [offering] = await db
        .select({id: namedDevice.id})
        .from(claim)
        .innerJoin(namedDevice, eq(namedDevice.id, claim.deviceId))
        .where(
          and(
            ...[eq(claim.secretHash, hashToken(secret)), gt(claim.expiresAt, now())],
            ...[eq(namedDevice.name, name), eq(namedDevice.organisationId, organisationId)],
            isNull(namedDevice.customerId),
          ),
        )
        .limit(1)
      if (offering === undefined) throw notFound(NO_OFFER)
      // The offer of the device allows the caller to act as an admin of the organisation.
      const admitted: Caller = {...caller, authority: 'ORGANISATION_ADMIN', customerId: null}
      const found = await devices.findVisible(admitted, offering.id)
      if (found === undefined || found.customerId !== null) throw notFound(NO_OFFER)
      // A change by anybody else in the meantime has made another version of the device.
      const change = {customer_id: customerId, version: found.version}
      const claimed = await devices.change(admitted, offering.id, change, {})
      await db.transaction(async transaction => {
        await transaction.delete(claim).where(eq(claim.deviceId, claimed.id))
        await audit.record(transaction, caller, {
          action: 'device.claimed',
          entityType: 'device',
          entityId: claimed.id,
          ...describe(claimed),
        })
      })
      return claimed
    },
  }
}

const NO_OFFER = 'No device of this name and secret lets itself be claimed now.'

const offer = z.object({
  secretKey: z._default(z.string(), ''),
  durationMs: z._default(
    z.number().check(
      z.positive(),
      z.overwrite(duration => Math.min(Math.trunc(duration), CLAIM_DURATION_MAX)),
    ),
    CLAIM_DURATION,
  ),
})

function readOffer(body: string): z.infer<typeof offer> {
  const read = offer.safeParse(body === '' ? {} : readAnyJson(body))
  if (!read.success) throw badRequest('"secretKey" must be a text, and "durationMs" a positive number.')
  return read.data
}
