import {eq, sql} from 'drizzle-orm'
import type {Reader} from '../../contract/rules/format/formats'
import type {EpochMs, TemperatureUnit} from '../../contract/wire/common'
import type {PreferencesBody, PreferencesChange, QuietHours} from '../../contract/wire/people/preferences'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {exactlyOne, isAnyOf} from '../database/rows'
import {preferences} from '../database/schema/user'
import {changedFields, changedValues} from '../store/change'

export interface PreferencesRepository {
  find(userId: string): Promise<PreferencesBody | undefined>
  /** Changes the given fields. A change to the same values is not written. */
  change(caller: Caller, change: PreferencesChange): Promise<PreferencesBody>
}

export interface PreferencesRepositoryOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
}

export function createPreferencesRepository(options: PreferencesRepositoryOptions): PreferencesRepository {
  const {db} = options.database
  const {now, audit} = options
  return {
    async find(userId) {
      const [found] = await db.select(FIELDS).from(preferences).where(eq(preferences.userId, userId))
      return found
    },
    change: (caller, change) =>
      db.transaction(async transaction => {
        const own = eq(preferences.userId, caller.userId)
        await transaction.insert(preferences).values({userId: caller.userId, createdAt: now()}).onConflictDoNothing()
        const before = exactlyOne(await transaction.select(FIELDS).from(preferences).where(own).for('update'))
        const fields = changedFields(before, change)
        if (fields.length === 0) return before
        const changed = await transaction
          .update(preferences)
          .set({...change, version: sql`${preferences.version} + 1`})
          .where(own)
          .returning(FIELDS)
        const after = exactlyOne(changed)
        const detail = {fields, changes: changedValues(before, after, fields)}
        await audit.record(transaction, caller, {action: 'preferences.updated', ...entityOf(caller), detail})
        return after
      }),
  }
}

const FIELDS = {
  theme: preferences.theme,
  zone: preferences.zone,
  hours: preferences.hours,
  density: preferences.density,
  language: preferences.language,
  quiet: preferences.quiet,
  weeklyReport: preferences.weeklyReport,
  firstWall: preferences.firstWall,
}

/** Readers who are no users read English, UTC and degrees Celsius. */
export const ANYBODY: Reader = {language: 'en', zone: null, hours: null, temperatureUnit: 'celsius'}

/** The settings by which a person reads messages. */
export async function readerOf(
  preferences: Pick<PreferencesRepository, 'find'>,
  user: {id: string; temperatureUnit?: TemperatureUnit | null | undefined} | undefined,
): Promise<Reader> {
  if (user === undefined) return ANYBODY
  const {language, zone, hours} = (await preferences.find(user.id)) ?? ANYBODY
  return {language, zone, hours, temperatureUnit: user.temperatureUnit ?? ANYBODY.temperatureUnit}
}

/** The quiet hours of the given users who have any. */
export async function readQuietHours(
  db: Pick<Transaction, 'select'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, QuietHours>> {
  const {userId, quiet} = preferences
  const found = await db.select({userId, quiet}).from(preferences).where(isAnyOf(userId, userIds))
  return new Map(found.flatMap(row => (row.quiet === null ? [] : [[row.userId, row.quiet]])))
}

const entityOf = ({userId, email, organisationId}: Caller) => ({
  entityType: 'user' as const,
  entityId: userId,
  entityName: email,
  organisationId,
})
