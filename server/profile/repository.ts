import {eq, sql} from 'drizzle-orm'
import {QueryBuilder} from 'drizzle-orm/pg-core'
import type {EpochMs} from '../../contract/wire/common'
import {type ProfileBody, type ProfileChange, profileBody} from '../../contract/wire/people/profile'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database} from '../database/connect'
import {exactlyOne} from '../database/rows'
import {profile} from '../database/schema/user'
import {changedFields} from '../store/change'

export interface ProfileRepository {
  find(userId: string): Promise<ProfileBody | undefined>
  /** False when the viewer already has a profile, which is then unchanged. */
  create(caller: Caller, body: ProfileBody): Promise<boolean>
  /** Changes the given fields. Undefined when the viewer has no profile. A change to the same values is not written. */
  change(caller: Caller, change: ProfileChange): Promise<ProfileBody | undefined>
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
    create: (caller, {customer_type: customerType, temperature_unit: temperatureUnit, ...texts}) =>
      db.transaction(async transaction => {
        const [created] = await transaction
          .insert(profile)
          .values({...texts, customerType, temperatureUnit, userId: caller.userId, createdAt: now()})
          .onConflictDoNothing()
          .returning(FIELDS)
        if (created === undefined) return false
        const fields = changedFields(profileBody.parse({}), created)
        await audit.record(transaction, caller, {action: 'profile.created', ...entityOf(caller), detail: {fields}})
        return true
      }),
    change: (caller, change) =>
      db.transaction(async transaction => {
        const own = eq(profile.userId, caller.userId)
        const [before] = await transaction.select(FIELDS).from(profile).where(own).for('update')
        if (before === undefined) return undefined
        const fields = changedFields(before, change)
        if (fields.length === 0) return before
        const {customer_type: customerType, temperature_unit: temperatureUnit, ...texts} = change
        const changed = await transaction
          .update(profile)
          .set({...texts, customerType, temperatureUnit, version: sql`${profile.version} + 1`})
          .where(own)
          .returning(FIELDS)
        await audit.record(transaction, caller, {action: 'profile.updated', ...entityOf(caller), detail: {fields}})
        return exactlyOne(changed)
      }),
  }
}

/** The fields of the profile that are shown with a user, to be joined to the user. */
export const ownProfile = new QueryBuilder({casing: 'snake_case'})
  .select({userId: profile.userId, name: profile.name, temperatureUnit: profile.temperatureUnit})
  .from(profile)
  .as('own_profile')

/** The columns by their names in the contract. */
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

const entityOf = ({userId, email, organisationId}: Caller) => ({
  entityType: 'user' as const,
  entityId: userId,
  entityName: email,
  organisationId,
})
