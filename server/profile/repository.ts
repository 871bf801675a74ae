import {eq, sql} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {ProfileBody} from '../../contract/wire/profile'
import type {Actor, Viewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database} from '../database/connect'
import {profile} from '../database/schema'
import {changedFields} from './changes'

export interface ProfileRepository {
  find(userId: string): Promise<ProfileBody | undefined>
  /** False when the viewer has a profile already, which then stays as it is. */
  create(viewer: Viewer, actor: Actor, body: ProfileBody): Promise<boolean>
  /** False when the viewer has none. A body that changes nothing writes nothing. */
  replace(viewer: Viewer, actor: Actor, body: ProfileBody): Promise<boolean>
}

export interface ProfileRepositoryOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
}

export function createProfileRepository({database: {db}, now, audit}: ProfileRepositoryOptions): ProfileRepository {
  return {
    async find(userId) {
      const [found] = await db.select(FIELDS).from(profile).where(eq(profile.userId, userId))
      return found
    },
    create: (viewer, actor, body) =>
      db.transaction(async transaction => {
        const created = await transaction
          .insert(profile)
          .values({...valuesOf(body), userId: viewer.userId, createdAt: now()})
          .onConflictDoNothing()
          .returning({userId: profile.userId})
        if (created.length === 0) return false
        const fields = changedFields(undefined, body)
        await audit.record(transaction, actor, {action: 'profile.created', ...entityOf(viewer), detail: {fields}})
        return true
      }),
    replace: (viewer, actor, body) =>
      db.transaction(async transaction => {
        const own = eq(profile.userId, viewer.userId)
        const [before] = await transaction.select(FIELDS).from(profile).where(own).for('update')
        if (before === undefined) return false
        const fields = changedFields(before, body)
        if (fields.length === 0) return true
        await transaction
          .update(profile)
          .set({...valuesOf(body), version: sql`${profile.version} + 1`})
          .where(own)
        await audit.record(transaction, actor, {action: 'profile.updated', ...entityOf(viewer), detail: {fields}})
        return true
      }),
  }
}

/** By the names of the contract. */
const FIELDS = {
  name: profile.name,
  surname: profile.surname,
  addressLine1: profile.addressLine1,
  addressLine2: profile.addressLine2,
  postcode: profile.postcode,
  city: profile.city,
  customer_type: profile.customerType,
  temperature_unit: profile.temperatureUnit,
  isCompleted: profile.isCompleted,
}

function valuesOf({customer_type, temperature_unit, ...body}: ProfileBody) {
  return {...body, customerType: customer_type, temperatureUnit: temperature_unit}
}

const entityOf = ({userId, email, organisationId}: Viewer) => ({
  entityType: 'user' as const,
  entityId: userId,
  entityName: email,
  organisationId,
})
