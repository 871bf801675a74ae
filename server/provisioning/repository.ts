import {and, desc, eq} from 'drizzle-orm'
import {MAX_PROVISIONING_PROFILES} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'
import type {
  NewProvisioningProfile,
  ProvisionAnswer,
  ProvisioningProfileWire,
  ProvisionSecret,
} from '../../contract/wire/entities/provisioning'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database} from '../database/connect'
import {exactlyOne} from '../database/rows'
import {provisioningProfile} from '../database/schema/device'
import {conflict, noSuch} from '../http/failures/errors'
import {createToken, hashToken} from '../http/secrets'
import {holdIssuer, requireCustomer} from '../store/issuer'

export type ProvisioningProfile = typeof provisioningProfile.$inferSelect

export interface ProvisioningRepository {
  /** The newest first. */
  list(organisationId: string): Promise<ProvisioningProfile[]>
  /** Throws 404 for a removed organisation, 400 for a customer of another one, and 409 when there are too many. */
  issue(
    caller: Caller,
    organisationId: string,
    profile: NewProvisioningProfile,
  ): Promise<{row: ProvisioningProfile; secret: string}>
  /** Throws 404 when there is no such profile. */
  revoke(caller: Caller, organisationId: string, id: string): Promise<void>
  /** Undefined when no profile has the key and the secret. */
  find(secret: ProvisionSecret): Promise<ProvisioningProfile | undefined>
}

export interface ProvisioningRepositoryOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
}

export function createProvisioningRepository(options: ProvisioningRepositoryOptions): ProvisioningRepository {
  const {now, audit} = options
  const {db} = options.database

  return {
    list: organisationId =>
      db
        .select()
        .from(provisioningProfile)
        .where(eq(provisioningProfile.organisationId, organisationId))
        .orderBy(desc(provisioningProfile.createdAt), desc(provisioningProfile.id)),

    issue: (caller, organisationId, {name, customer_id: customerId = null}) =>
      db.transaction(async transaction => {
        const organisation = await holdIssuer(transaction, caller, organisationId)
        const own = eq(provisioningProfile.organisationId, organisationId)
        if ((await transaction.$count(provisioningProfile, own)) >= MAX_PROVISIONING_PROFILES)
          throw conflict(`There are at most ${MAX_PROVISIONING_PROFILES} provisioning profiles.`)
        if (customerId !== null) await requireCustomer(transaction, caller, customerId, organisationId)
        const secret = createToken()
        const stored = {key: createToken(), secretHash: hashToken(secret), issuedBy: caller.email, createdAt: now()}
        const values = {organisationId, customerId, name, ...stored}
        const row = exactlyOne(await transaction.insert(provisioningProfile).values(values).returning())
        await audit.record(transaction, caller, {
          action: 'provisioningProfile.issued',
          detail: {name: row.name},
          ...organisation,
        })
        return {row, secret}
      }),

    revoke: (caller, organisationId, id) =>
      db.transaction(async transaction => {
        const organisation = await holdIssuer(transaction, caller, organisationId)
        const [row] = await transaction
          .delete(provisioningProfile)
          .where(and(eq(provisioningProfile.id, id), eq(provisioningProfile.organisationId, organisationId)))
          .returning()
        if (row === undefined) throw noSuch('provisioning profile')
        await audit.record(transaction, caller, {
          action: 'provisioningProfile.revoked',
          detail: {name: row.name},
          ...organisation,
        })
      }),

    async find({provisionDeviceKey, provisionDeviceSecret}) {
      // The database can't search for NUL.
      if (provisionDeviceKey.includes('\0')) return undefined
      const secretHash = hashToken(provisionDeviceSecret)
      const [found] = await db
        .select()
        .from(provisioningProfile)
        .where(and(eq(provisioningProfile.key, provisionDeviceKey), eq(provisioningProfile.secretHash, secretHash)))
      return found
    },
  }
}

/** Provisioning, for the transports of devices. */
export interface Provisioning {
  /**
   * Answers a device that asks for credentials, as in ThingsBoard. Throws an `HttpError`: 400 for an invalid request,
   * and 429 while the network at the address has to wait because of wrong secrets, or the profile is asked too often.
   */
  provision(body: string, address: string): Promise<ProvisionAnswer>
}

export const toWire = ({
  id,
  name,
  customerId,
  key,
  issuedBy,
  createdAt,
}: ProvisioningProfile): ProvisioningProfileWire => ({
  _id: id,
  name,
  customer_id: customerId,
  key,
  issued_by: issuedBy,
  issued_at: createdAt,
})
