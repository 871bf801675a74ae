import {and, desc, eq, gte, like, lt, lte, sql} from 'drizzle-orm'
import {scopeName} from '../../contract/rules/scopeName'
import type {EpochMs} from '../../contract/wire/common'
import type {EntityType} from '../../contract/wire/entities/attribute'
import type {AuditAction, AuditQuery, ChangeQuery, ListQuery} from '../../contract/wire/entities/audit'
import type {EntityRef} from '../access/reach'
import type {Actor} from '../access/viewer'
import type {Database, Transaction} from '../database/connect'
import {audit} from '../database/schema/audit'

export type AuditEntry = typeof audit.$inferSelect

export interface AuditRecord {
  action: AuditAction
  entityType?: EntityType
  entityId?: string
  /** The name, title or email of the entity. */
  entityName?: string | null
  organisationId?: string | null
  /** Must not contain a secret. */
  detail?: Record<string, unknown>
}

export interface AuditQuestion extends AuditQuery {
  /** Leaves out these actions, and all on these nouns. */
  except?: readonly string[]
}

export interface AuditTrail {
  /** Writes in the transaction of the recorded change, so that both are stored or neither. */
  record(
    transaction: Pick<Transaction, 'insert'>,
    actor: Actor,
    ...records: [AuditRecord, ...AuditRecord[]]
  ): Promise<void>
  /** Lists the newest first. Up to `limit` + 1 entries are returned; the additional one shows that there are more. */
  list(query: AuditQuestion): Promise<AuditEntry[]>
  /** Finds the newest change of an entity or of its attribute, or the one that led to a version. */
  findChange(entity: EntityRef, query: ChangeQuery): Promise<AuditEntry | undefined>
  /** The newest changes of an attribute, up to so many, the newest first. */
  listChanges(entity: EntityRef, attribute: ListQuery): Promise<AuditEntry[]>
  /** Removes older entries, in steps. */
  removeBefore(at: EpochMs): AsyncGenerator<{audit: number}, void>
}

export function createAuditTrail({db}: Pick<Database, 'db'>, now: () => EpochMs): AuditTrail {
  return {
    async record(transaction, {userId, email, address}, ...records) {
      const at = now()
      await transaction.insert(audit).values(records.map(record => ({userId, email, address, ...record, at})))
    },
    list({organisationId, userId, entityType, entityId, action, except, from, to, limit, cursor}) {
      return db
        .select()
        .from(audit)
        .where(
          and(
            organisationId === undefined ? undefined : eq(audit.organisationId, organisationId),
            userId === undefined ? undefined : eq(audit.userId, userId),
            entityType === undefined ? undefined : eq(audit.entityType, entityType),
            entityId === undefined ? undefined : eq(audit.entityId, entityId),
            action === undefined ? undefined : eq(audit.action, action),
            except === undefined
              ? undefined
              : sql`not array[${audit.action}, split_part(${audit.action}, '.', 1)] && ${sql.param([...except])}::text[]`,
            from === undefined ? undefined : gte(audit.at, from),
            to === undefined ? undefined : lte(audit.at, to),
            cursor === undefined ? undefined : lt(audit.id, cursor),
          ),
        )
        .orderBy(desc(audit.id))
        .limit(limit + 1)
    },
    async findChange({entityType, entityId}, {version, scope, key}) {
      const ofAttribute = scope === undefined || key === undefined ? {} : {scope: scopeName(scope), key}
      const detail = {...ofAttribute, ...(version === undefined ? {} : {version})}
      const [found] = await db
        .select()
        .from(audit)
        .where(
          and(
            eq(audit.entityId, entityId),
            like(audit.action, key === undefined ? `${entityType}.%` : 'attribute.%'),
            sql`${audit.detail} @> ${JSON.stringify(detail)}::jsonb`,
          ),
        )
        .orderBy(desc(audit.id))
        .limit(1)
      return found
    },
    listChanges({entityId}, {scope, key, limit}) {
      return db
        .select()
        .from(audit)
        .where(
          and(
            eq(audit.entityId, entityId),
            like(audit.action, 'attribute.%'),
            sql`${audit.detail} @> ${JSON.stringify({scope: scopeName(scope), key})}::jsonb`,
          ),
        )
        .orderBy(desc(audit.id))
        .limit(limit)
    },
    async *removeBefore(at) {
      const some = db.select({row: sql`ctid`}).from(audit).where(lt(audit.at, at)).limit(ENTRIES_PER_STEP)
      let removed: number
      do {
        const {rowCount} = await db.delete(audit).where(sql`ctid = any(array(${some}))`)
        removed = rowCount ?? 0
        yield {audit: removed}
      } while (removed === ENTRIES_PER_STEP)
    },
  }
}

const ENTRIES_PER_STEP = 5_000
