import {and, eq} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import {belongsTo, lockEntity, SERVER} from '../access/reach'
import type {Actor} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database} from '../database/connect'
import {exactlyOne} from '../database/rows'
import {device, deviceCredentials} from '../database/schema/device'
import {createToken} from '../http/secrets'
import {describe} from './repository'

/** The device that a device registers itself as. */
export interface NewProvisionedDevice {
  organisationId: string
  customerId: string | null
  name: string
  isGateway: boolean
  /** A random one unless the device names one. */
  accessToken: string | undefined
}

/** Resolves to the access token; undefined when the name is taken in the organisation, or the token is in use. */
export type CreateProvisioned = (actor: Actor, made: NewProvisionedDevice) => Promise<string | undefined>

export interface ProvisionedOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  onCreated: (ids: string[]) => void | Promise<void>
}

export function createProvisioned({database: {db}, now, audit, onCreated}: ProvisionedOptions): CreateProvisioned {
  return async (actor, {organisationId, customerId, name, isGateway, accessToken = createToken()}) => {
    const id = await db.transaction(async transaction => {
      // Two devices of one name would ask at the same moment, and their customer could be removed in the meantime.
      const ref = {entityType: 'organisation', entityId: organisationId} as const
      if ((await lockEntity(transaction, SERVER, ref, 'no key update')) === undefined) return undefined
      const isTaken = await transaction.$count(device, and(belongsTo('device', organisationId), eq(device.name, name)))
      const hasToken = await transaction.$count(deviceCredentials, eq(deviceCredentials.credentialsValue, accessToken))
      if (isTaken > 0 || hasToken > 0) return undefined
      const additionalInfo = isGateway ? {gateway: true} : null
      const values = {organisationId, customerId, name, additionalInfo, createdAt: now()}
      const created = exactlyOne(await transaction.insert(device).values(values).returning())
      await transaction
        .insert(deviceCredentials)
        .values({deviceId: created.id, credentialsValue: accessToken, createdAt: now()})
      await audit.record(transaction, actor, {
        action: 'device.provisioned',
        entityType: 'device',
        entityId: created.id,
        ...describe(created),
      })
      return created.id
    })
    if (id === undefined) return undefined
    await onCreated([id])
    return accessToken
  }
}
