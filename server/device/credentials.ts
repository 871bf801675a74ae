import {and, eq, lte, not, sql} from 'drizzle-orm'
import {alias} from 'drizzle-orm/pg-core'
import {DAY} from '../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {CredentialsBody, CredentialsRotation, DeviceCredentialsWire} from '../../contract/wire/entities/device'
import type {Caller, Viewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {device, deviceCredentials} from '../database/schema/device'
import {badRequest, conflict, notFound} from '../http/failures/errors'
import {createToken} from '../http/secrets'
import {changeable} from '../store/change'
import {CREDENTIALS_VALUE, type Device, type DeviceRepository, describe} from './repository'
import {tokensInReach, unusable} from './tokensInUse'

const LONGEST: Milliseconds = 3650 * DAY

/** `formerUntil` is there while the former token counts beside it. */
export type DeviceCredentials = typeof deviceCredentials.$inferSelect & {formerUntil: EpochMs | null}

export interface CredentialsRepositoryOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  devices: Pick<DeviceRepository, 'findVisible' | 'lock'>
}

/**
 * Manages the credentials of devices within the viewer's reach. Throws 404 for other devices, and when there are no
 * credentials. Only `find` and `create` may return the token, so that it doesn't leak into lists or the audit trail.
 */
export class CredentialsRepository {
  readonly #options: CredentialsRepositoryOptions
  readonly #db

  constructor(options: CredentialsRepositoryOptions) {
    this.#options = options
    this.#db = options.database.db
  }

  async find(viewer: Viewer, deviceId: string): Promise<DeviceCredentials> {
    changeable('device', await this.#options.devices.findVisible(viewer, deviceId))
    return found(await credentialsOf(this.#db, deviceId))
  }

  /**
   * Throws 409 when the device has credentials, or another device within reach has the same; 400 for one out of reach.
   */
  create(
    caller: Caller,
    deviceId: string,
    {credentials_type, credentials_value}: CredentialsBody,
  ): Promise<DeviceCredentials> {
    return this.#db.transaction(async transaction => {
      const device = await this.#options.devices.lock(transaction, caller, deviceId)
      if (await credentialsOf(transaction, deviceId)) throw conflict('The device has credentials already.')
      const [created] = await transaction
        .insert(deviceCredentials)
        .values({
          deviceId,
          credentialsType: credentials_type,
          credentialsValue: credentials_value,
          createdAt: this.#options.now(),
        })
        .onConflictDoNothing()
        .returning()
      if (created === undefined) throw await inUse(transaction, caller, credentials_value)
      await this.#options.audit.record(transaction, caller, {action: 'credentials.created', ...entityOf(device)})
      return {...created, formerUntil: null}
    })
  }

  /** The previous token counts for a while. Throws 404 without credentials, and as `create` does for the new token. */
  rotate(
    caller: Caller,
    deviceId: string,
    {credentials_value, former_until: formerUntil, expires_at: expiresAt}: CredentialsRotation,
  ): Promise<DeviceCredentials> {
    return this.#db.transaction(async transaction => {
      const device = await this.#options.devices.lock(transaction, caller, deviceId)
      const {id, credentialsValue, expiresAt: endsAt} = found(await credentialsOf(transaction, deviceId))
      if (credentials_value === credentialsValue) throw await inUse(transaction, caller, credentials_value)
      requireAhead('expires_at', expiresAt, this.#options.now())
      requireAhead('former_until', formerUntil, this.#options.now())
      await transaction.delete(deviceCredentials).where(isFormerOf(deviceId))
      const isThis = eq(deviceCredentials.id, id)
      if (formerUntil === null) await transaction.delete(deviceCredentials).where(isThis)
      else {
        // It never counts longer than it would have.
        const until = Math.min(formerUntil, endsAt ?? formerUntil)
        await transaction.update(deviceCredentials).set({isFormer: true, expiresAt: until}).where(isThis)
      }
      const [created] = await transaction
        .insert(deviceCredentials)
        .values({deviceId, credentialsValue: credentials_value, expiresAt, createdAt: this.#options.now()})
        .onConflictDoNothing()
        .returning({id: deviceCredentials.id})
      if (created === undefined) throw await inUse(transaction, caller, credentials_value)
      await this.#options.audit.record(transaction, caller, {
        action: 'credentials.rotated',
        detail: {formerUntil, expiresAt},
        ...entityOf(device),
      })
      return found(await credentialsOf(transaction, deviceId))
    })
  }

  setExpiry(caller: Caller, deviceId: string, expiresAt: EpochMs | null): Promise<DeviceCredentials> {
    return this.#db.transaction(async transaction => {
      const device = await this.#options.devices.lock(transaction, caller, deviceId)
      const {id} = found(await credentialsOf(transaction, deviceId))
      requireAhead('expires_at', expiresAt, this.#options.now())
      await transaction
        .update(deviceCredentials)
        .set({expiresAt, version: sql`${deviceCredentials.version} + 1`})
        .where(eq(deviceCredentials.id, id))
      await this.#options.audit.record(transaction, caller, {
        action: 'credentials.expirySet',
        detail: {expiresAt},
        ...entityOf(device),
      })
      return found(await credentialsOf(transaction, deviceId))
    })
  }

  /** Throws 404 when there is no former token. */
  endFormer(caller: Caller, deviceId: string): Promise<void> {
    return this.#db.transaction(async transaction => {
      const device = await this.#options.devices.lock(transaction, caller, deviceId)
      const ended = await transaction.delete(deviceCredentials).where(isFormerOf(deviceId)).returning()
      if (ended.length === 0) throw notFound('The device has no former access token.')
      await this.#options.audit.record(transaction, caller, {action: 'credentials.formerEnded', ...entityOf(device)})
    })
  }

  /** Gives a locked device a random token unless it has credentials. */
  async ensure(transaction: Transaction, caller: Caller, found: Device): Promise<void> {
    if (await credentialsOf(transaction, found.id)) return
    await transaction
      .insert(deviceCredentials)
      .values({deviceId: found.id, credentialsValue: createToken(), createdAt: this.#options.now()})
    await this.#options.audit.record(transaction, caller, {action: 'credentials.created', ...entityOf(found)})
  }

  /** Gives a locked device another random token. The former one ends at once, and `isReplaced` still knows it. */
  async replace(transaction: Transaction, caller: Caller, found: Device): Promise<void> {
    const at = this.#options.now()
    const {id} = found
    await transaction.delete(deviceCredentials).where(isFormerOf(id))
    await transaction.update(deviceCredentials).set({isFormer: true, expiresAt: at}).where(isCurrentOf(id))
    await transaction.insert(deviceCredentials).values({deviceId: id, credentialsValue: createToken(), createdAt: at})
    const detail = {formerUntil: at, expiresAt: null}
    await this.#options.audit.record(transaction, caller, {action: 'credentials.rotated', detail, ...entityOf(found)})
  }

  /** Whether a token ended at the moment at which another one took its place: a rotation leaves it some time. */
  async isReplaced(accessToken: string): Promise<boolean> {
    if (!CREDENTIALS_VALUE.test(accessToken)) return false
    const current = alias(deviceCredentials, 'current')
    const [replaced] = await this.#db
      .select({id: deviceCredentials.id})
      .from(deviceCredentials)
      .innerJoin(current, and(eq(current.deviceId, deviceCredentials.deviceId), not(current.isFormer)))
      .where(
        and(
          eq(deviceCredentials.credentialsValue, accessToken),
          deviceCredentials.isFormer,
          lte(deviceCredentials.expiresAt, current.createdAt),
        ),
      )
    return replaced !== undefined
  }

  /** The token of a device, for the server itself; undefined when it has none. */
  async accessOf(deviceId: string): Promise<{accessToken: string; name: string} | undefined> {
    const [access] = await this.#db
      .select({accessToken: deviceCredentials.credentialsValue, name: device.name})
      .from(deviceCredentials)
      .innerJoin(device, eq(device.id, deviceCredentials.deviceId))
      .where(isCurrentOf(deviceId))
    return access
  }

  /** Throws 409 when the device has credentials other than `value`. */
  remove(caller: Caller, deviceId: string, value?: string): Promise<void> {
    return this.#db.transaction(async transaction => {
      const device = await this.#options.devices.lock(transaction, caller, deviceId)
      const {credentialsValue} = found(await credentialsOf(transaction, deviceId))
      if (value !== undefined && value !== credentialsValue) {
        throw conflict('Somebody else has changed these credentials meanwhile.')
      }
      await transaction.delete(deviceCredentials).where(eq(deviceCredentials.deviceId, deviceId))
      await this.#options.audit.record(transaction, caller, {action: 'credentials.deleted', ...entityOf(device)})
    })
  }
}

export function credentialsToWire(found: DeviceCredentials): DeviceCredentialsWire {
  return {
    credentials_id: found.id,
    credentials_type: found.credentialsType,
    credentials_value: found.credentialsValue,
    device_id: found.deviceId,
    createdAt: found.createdAt,
    version: found.version,
    ...(found.expiresAt !== null && {expires_at: found.expiresAt}),
    ...(found.formerUntil !== null && {former_until: found.formerUntil}),
  }
}

async function inUse(transaction: Transaction, caller: Caller, accessToken: string) {
  const {size} = await tokensInReach(transaction, caller, [accessToken])
  return size === 0 ? badRequest(unusable('credentials_value')) : conflict('The access token is in use already.')
}

async function credentialsOf(
  db: Pick<Transaction, 'select'>,
  deviceId: string,
): Promise<DeviceCredentials | undefined> {
  const rows = await db.select().from(deviceCredentials).where(eq(deviceCredentials.deviceId, deviceId))
  const [current, former] = [rows.find(({isFormer}) => !isFormer), rows.find(({isFormer}) => isFormer)]
  return current && {...current, formerUntil: former?.expiresAt ?? null}
}

const isFormerOf = (deviceId: string) => and(eq(deviceCredentials.deviceId, deviceId), deviceCredentials.isFormer)
const isCurrentOf = (deviceId: string) => and(eq(deviceCredentials.deviceId, deviceId), not(deviceCredentials.isFormer))

function requireAhead(field: string, at: EpochMs | null, now: EpochMs) {
  if (at !== null && (at <= now || at > now + LONGEST)) throw badRequest(`${field}: must be within the next ten years`)
}

function found(credentials: DeviceCredentials | undefined): DeviceCredentials {
  if (credentials === undefined) throw notFound('The device has no credentials.')
  return credentials
}

const entityOf = (device: Device) => ({entityType: 'device' as const, entityId: device.id, ...describe(device)})
