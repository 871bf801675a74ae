import {eq} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {OwnOverviewWire} from '../../contract/wire/people/overview'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {overview} from '../database/schema/user'
import {conflict} from '../http/failures/errors'

export interface OverviewOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: Pick<AuditTrail, 'record'>
}

const STANDARD: OwnOverviewWire = {wall: null, version: 0}

/** The overviews that users have changed. */
export function createOverviews({database: {db}, now, audit}: OverviewOptions) {
  return {
    find: (userId: string) => stored(db, userId),
    /** Throws 409 for another version than the stored one. */
    change: (caller: Caller, {wall, version}: OwnOverviewWire): Promise<OwnOverviewWire> =>
      db.transaction(async transaction => {
        const {userId} = caller
        const before = await stored(transaction, userId, true)
        if (before.version !== version) throw conflict('The overview has been changed elsewhere meanwhile.')
        if (wall === null && before.wall === null) return before
        await audit.record(transaction, caller, {
          action: 'preferences.updated',
          entityType: 'user',
          entityId: userId,
          entityName: caller.email,
          organisationId: caller.organisationId,
          detail: {fields: ['overview']},
        })
        const changed = {wall, version: version + 1}
        const written = await transaction
          .insert(overview)
          .values({...changed, userId, createdAt: now()})
          .onConflictDoUpdate({target: overview.userId, set: changed, setWhere: eq(overview.version, version)})
          .returning({wall: overview.wall})
        if (written.length === 0) throw conflict('The overview has been changed elsewhere meanwhile.')
        return changed
      }),
  }
}

async function stored(db: Pick<Transaction, 'select'>, userId: string, isLocked = false): Promise<OwnOverviewWire> {
  const {wall, version} = overview
  const asked = db.select({wall, version}).from(overview).where(eq(overview.userId, userId))
  const [found] = await (isLocked ? asked.for('update') : asked)
  return found ?? STANDARD
}
