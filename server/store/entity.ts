import {and, eq, type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn, PgTable} from 'drizzle-orm/pg-core'
import type {EntityType} from '../../contract/wire/attribute'
import type {EpochMs} from '../../contract/wire/common'
import {belongsTo, withinReach} from '../access/reach'
import type {Caller, Viewer} from '../access/viewer'
import {removeAttributes} from '../attribute/repository'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {only} from '../database/only'
import {badRequest} from '../http/errors'
import {changeable, changedFields} from './change'
import {type Echoed, refuseOther} from './echo'
import {type Listed, type ListQuery, type ListShape, listRows, type Selection} from './list'

export type EntityTable = PgTable & {
  id: AnyPgColumn
  version: AnyPgColumn
  $inferSelect: {id: string; version: number}
}

/** A row, and how many of each kind belong to it where that is shown. */
type RowOf<Table extends EntityTable, Counts> = Table['$inferSelect'] & {id: string; counts?: Counts}

/** What is undefined stays as it is. */
type Values<Table extends EntityTable> = {
  [Key in keyof Table['$inferInsert']]?: Table['$inferInsert'][Key] | undefined
}

export type Select<Row> = (db: Database['db'] | Transaction) => Selection<Row>

/** What tells one kind of entity from another. */
export interface EntityKind<Table extends EntityTable, Body, Change, Counts> {
  kind: Exclude<EntityType, 'user'>
  table: Table
  list: ListShape
  select: Select<Table['$inferSelect']>
  /** Where an entity by itself, or those in a list, are shown with counts. */
  selectShown?: Select<RowOf<Table, Counts>> | undefined
  selectListed?: Select<RowOf<Table, Counts>> | undefined
  update(
    transaction: Transaction,
    values: Values<Table> & {version: SQL},
    where: SQL | undefined,
  ): PromiseLike<Table['$inferSelect'][]>
  toWire(row: RowOf<Table, Counts>): object
  /** What the audit trail says of an entity. */
  describe(row: Table['$inferSelect']): {entityName: string; organisationId: string}
  /** Holds what a new entity refers to until the transaction ends. Throws what keeps the caller from making it. */
  admit(transaction: Transaction, caller: Caller, body: Body, now: EpochMs): Promise<Table['$inferInsert']>
  /** Locks what must be locked before the entity, so that no two changes wait for each other. `find` throws 404. */
  prepareChange?: (
    transaction: Transaction,
    caller: Caller,
    change: Change,
    find: () => Promise<Table['$inferSelect']>,
  ) => Promise<void>
  /** Throws what keeps the caller from changing a locked entity so. */
  admitChange(
    transaction: Transaction,
    caller: Caller,
    before: Table['$inferSelect'],
    change: Change,
  ): Promise<Values<Table>>
  /** Fields that may be sent as they are and never change. */
  fixed?: readonly string[]
  /** Removes what is the entities' own besides their attributes. */
  clear?: (transaction: Transaction, rows: Table['$inferSelect'][]) => Promise<void>
}

/** What went in a transaction, and what is to be done once that is committed. */
export interface Gone {
  count: number
  afterwards(): void | Promise<void>
}

/** Removes or lets go what an entity has, in the transaction that removes the entity. */
export type LetGo = (transaction: Transaction, id: string) => Promise<Gone>

export interface EntityStoreOptions<Row> {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  /** They go in this order; their counts stand in the audit trail under these names. */
  belongings?: Readonly<Record<string, LetGo>>
  onChanged?: (changed: Row, fields: readonly string[]) => void | Promise<void>
  onRemoved?: (ids: string[]) => void | Promise<void>
}

/**
 * What is out of the viewer's reach is not found: undefined, or 404 for a change. What is refused has changed nothing.
 */
export interface EntityStore<Row, Body, Change> {
  findVisible(viewer: Viewer, id: string): Promise<Row | undefined>
  /** Lists those of one organisation where it is given. */
  listVisible(viewer: Viewer, query: ListQuery, organisationId?: string): Promise<Listed<Row>>
  create(caller: Caller, body: Body): Promise<Row>
  /** A body that changes nothing writes nothing. */
  change(caller: Caller, id: string, change: Change, echoed: Echoed): Promise<Row>
  remove(caller: Caller, id: string): Promise<void>
  /**
   * Nobody else changes or removes the entity before the transaction's end, nor what belongs to it. Throws 404 or 409.
   */
  lock(transaction: Transaction, viewer: Viewer, id: string, version?: number): Promise<Row>
  /** Removes those of an organisation that is being removed. */
  removeOf: LetGo
  /** Changes all at once, as a part of another removal. */
  letGo(transaction: Transaction, values: Partial<Row>, where: SQL): Promise<Gone>
}

/** The storage of one kind of entity: reach, locks, versions and the audit trail are the same for all. */
export function createEntityStore<
  Table extends EntityTable,
  Body,
  Change extends {version?: number | undefined},
  Counts = never,
>(
  entity: EntityKind<Table, Body, Change, Counts>,
  options: EntityStoreOptions<RowOf<Table, Counts>>,
): EntityStore<RowOf<Table, Counts>, Body, Change> {
  type Row = RowOf<Table, Counts>
  const {kind, table, toWire} = entity
  const select: Select<Row> = entity.select
  const {selectShown = select, selectListed = select} = entity
  const {now, audit, belongings = {}, onChanged, onRemoved} = options
  const {db} = options.database
  const increased = sql`${table.version} + 1`
  const isVisible = (viewer: Viewer, id: string) => and(eq(table.id, id), withinReach(viewer, kind))

  async function find(transaction: Transaction, viewer: Viewer, id: string): Promise<Row> {
    const [found] = await select(transaction).where(isVisible(viewer, id))
    return changeable(kind, found)
  }

  async function lock(transaction: Transaction, viewer: Viewer, id: string, version?: number): Promise<Row> {
    const [found] = await select(transaction).where(isVisible(viewer, id)).for('update')
    return changeable(kind, found, version)
  }

  async function removeAll(transaction: Transaction, where: SQL | undefined): Promise<Gone> {
    const rows: Row[] = await transaction.delete(table).where(where).returning()
    const ids = rows.map(({id}) => id)
    await removeAttributes(transaction, kind, ids)
    await entity.clear?.(transaction, rows)
    return {count: ids.length, afterwards: () => onRemoved?.(ids)}
  }

  const entityOf = (row: Row) => ({entityType: kind, entityId: row.id, ...entity.describe(row)})

  return {
    async findVisible(viewer, id) {
      const [found] = await selectShown(db).where(isVisible(viewer, id))
      return found
    },

    listVisible(viewer, query, organisationId) {
      const own = organisationId === undefined ? undefined : belongsTo(kind, organisationId)
      const within = and(own, withinReach(viewer, kind))
      return listRows(entity.list, query, within, {
        select: () => selectListed(db),
        count: found => db.$count(table, found),
      })
    },

    create: (caller, body) =>
      db.transaction(async transaction => {
        const values = await entity.admit(transaction, caller, body, now())
        const created: Row = only(await transaction.insert(table).values(values).returning())
        await audit.record(transaction, caller, {action: `${kind}.created`, ...entityOf(created)})
        return created
      }),

    async change(caller, id, change, echoed) {
      const {changed, fields} = await db.transaction(async transaction => {
        await entity.prepareChange?.(transaction, caller, change, () => find(transaction, caller, id))
        const before = await lock(transaction, caller, id, change.version)
        refuseOther(toWire(before), echoed)
        const fields = changedFields(toWire(before), change).filter(field => field !== 'version')
        if (fields.length === 0) return {changed: before, fields}
        const fixed = fields.find(field => entity.fixed?.includes(field))
        if (fixed !== undefined) throw badRequest(`${fixed}: can not be changed`)
        const values = await entity.admitChange(transaction, caller, before, change)
        const changed = only(await entity.update(transaction, {...values, version: increased}, eq(table.id, id)))
        await audit.record(transaction, caller, {action: `${kind}.updated`, ...entityOf(changed), detail: {fields}})
        return {changed, fields}
      })
      if (fields.length > 0) await onChanged?.(changed, fields)
      return changed
    },

    async remove(caller, id) {
      const gone = await db.transaction(async transaction => {
        const before = await lock(transaction, caller, id)
        const left: [string, Gone][] = []
        for (const [name, letGo] of Object.entries(belongings)) left.push([name, await letGo(transaction, id)])
        const own = await removeAll(transaction, eq(table.id, id))
        const counts = Object.fromEntries(left.map(([name, {count}]) => [name, count]))
        const detail = left.length === 0 ? {} : {detail: counts}
        await audit.record(transaction, caller, {action: `${kind}.deleted`, ...entityOf(before), ...detail})
        return [...left.map(([, each]) => each), own]
      })
      for (const {afterwards} of gone) await afterwards()
    },

    lock,

    removeOf: (transaction, organisationId) => removeAll(transaction, belongsTo(kind, organisationId)),

    async letGo(transaction, values, where) {
      const changed = await entity.update(transaction, {...values, version: increased}, where)
      return {count: changed.length, afterwards() {}}
    },
  }
}
