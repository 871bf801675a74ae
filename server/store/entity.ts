import {and, eq, type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn, PgTable} from 'drizzle-orm/pg-core'
import type {EpochMs} from '../../contract/wire/common'
import type {EntityType} from '../../contract/wire/entities/attribute'
import type {AuditAction} from '../../contract/wire/entities/audit'
import {belongsTo, lockEntity, SERVER, withinReach} from '../access/reach'
import type {Caller, Viewer} from '../access/viewer'
import {removeAttributes} from '../attribute/repository'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {exactlyOne, lockInOrder} from '../database/rows'
import {badRequest} from '../http/failures/errors'
import {changeable, changedFields, changedValues} from './change'
import {type Echoed, refuseOther} from './echo'
import {type Listed, type ListQuery, type ListShape, listRows, type Selection} from './list'

export type EntityTable = PgTable & {
  id: AnyPgColumn
  version: AnyPgColumn
  $inferSelect: {id: string; version: number}
}

/** A row, with the counts of what belongs to it and when a device was last seen, if they are shown. */
type RowOf<Table extends EntityTable, Counts> = Table['$inferSelect'] & {
  id: string
  counts?: Counts
  lastSeen?: EpochMs | null
}

/** An undefined value leaves its column unchanged. */
type Values<Table extends EntityTable> = {
  [Key in keyof Table['$inferInsert']]?: Table['$inferInsert'][Key] | undefined
}

export type Select<Row> = (db: Database['db'] | Transaction) => Selection<Row>

/** The parts that differ between kinds of entities. */
export interface EntityKind<Table extends EntityTable, Body, Change, Counts> {
  kind: Exclude<EntityType, 'user'>
  table: Table
  list: ListShape
  select: Select<Table['$inferSelect']>
  /** Selects the rows with counts, for a single entity and for a list. Without them rows have no counts. */
  selectShown?: Select<RowOf<Table, Counts>> | undefined
  selectListed?: ((query: ListQuery) => Select<RowOf<Table, Counts>> | undefined) | undefined
  update(
    transaction: Transaction,
    values: Values<Table> & {version: SQL},
    where: SQL | undefined,
  ): PromiseLike<Table['$inferSelect'][]>
  toWire(row: RowOf<Table, Counts>): object
  /** The audit trail's name for a removal, if it has a special one. */
  removedAs?: (row: Table['$inferSelect']) => AuditAction
  /** Names the entity in the audit trail. */
  describe(row: Table['$inferSelect']): {entityName: string; organisationId: string}
  /**
   * Locks the entities that a new one refers to until the transaction ends. Throws an `HttpError` when the caller may
   * not create it.
   */
  admit(transaction: Transaction, caller: Caller, body: Body, now: EpochMs): Promise<Table['$inferInsert']>
  /**
   * Takes the locks that must come before the lock on the entity, so that two changes can't deadlock. `found` may have
   * changed when the entity is locked.
   */
  prepareChange?: (
    transaction: Transaction,
    caller: Caller,
    change: Change,
    found: Table['$inferSelect'],
  ) => Promise<void>
  /** Throws an `HttpError` when the caller may not change the locked entity in this way. */
  admitChange(
    transaction: Transaction,
    caller: Caller,
    before: Table['$inferSelect'],
    change: Change,
  ): Promise<Values<Table>>
  /** Fields that a body may contain, but only with their present value. */
  fixed?: readonly string[]
  /** Removes what belongs to the entities alone. Their attributes are removed already. */
  clear?: (transaction: Transaction, rows: Table['$inferSelect'][]) => Promise<void>
}

/** The number of entities removed or changed, and the work that must wait for the commit. */
export interface Removal {
  count: number
  afterwards(): void | Promise<void>
}

/** Removes or releases what belongs to an entity, in the transaction that removes the entity. */
export type Cascade = (transaction: Transaction, id: string) => Promise<Removal>

export interface EntityStoreOptions<Row> {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  /** These are removed in this order. Their counts are written to the audit trail under these names. */
  dependents?: Readonly<Record<string, Cascade>>
  onCreated?: (ids: string[]) => void | Promise<void>
  onChanged?: (changed: Row, fields: readonly string[]) => void | Promise<void>
  onRemoved?: (ids: string[]) => void | Promise<void>
}

/**
 * For an entity out of the viewer's reach, finding returns undefined and changing throws 404. A refused call has
 * changed nothing.
 */
export interface EntityStore<Row, Body, Change> {
  findVisible(viewer: Viewer, id: string): Promise<Row | undefined>
  /** Lists only the entities of the organisation, if `organisationId` is given. */
  listVisible(viewer: Viewer, query: ListQuery, organisationId?: string): Promise<Listed<Row>>
  create(caller: Caller, body: Body): Promise<Row>
  /** A change to the same values is not written. */
  change(caller: Caller, id: string, change: Change, echoed: Echoed): Promise<Row>
  remove(caller: Caller, id: string): Promise<void>
  /** Locks the entity and its dependents against any other call until the transaction ends. Throws 404 or 409. */
  lock(transaction: Transaction, viewer: Viewer, id: string, version?: number): Promise<Row>
  /** Removes the entities of an organisation that is being removed. */
  removeOf: Cascade
  /** Removes the matching entities as part of the removal of another one. */
  removeWhere(transaction: Transaction, where: SQL | undefined): Promise<Removal>
  /** Changes the matching entities as part of the removal of another one. */
  changeWhere(transaction: Transaction, values: Partial<Row>, where: SQL): Promise<Removal>
}

/** Stores one kind of entity. Reach, locks, versions and the audit trail work the same for all kinds. */
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
  const {selectShown = select} = entity
  const {now, audit, dependents = {}, onCreated, onChanged, onRemoved} = options
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

  /**
   * Finds an entity, and holds its organisation before the entity itself is locked, as the removal of the
   * organisation does it. Throws 404 for an entity out of reach.
   */
  async function lockOrganisationOf(
    transaction: Transaction,
    caller: Caller,
    id: string,
    strength: 'key share' | 'no key update',
  ) {
    const found = await find(transaction, caller, id)
    const {organisationId: entityId} = entity.describe(found)
    if (entityId !== id) await lockEntity(transaction, SERVER, {entityType: 'organisation', entityId}, strength)
    return found
  }

  async function removeAll(transaction: Transaction, where: SQL | undefined): Promise<Removal> {
    await lockInOrder(transaction, table.id, where)
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
        select: () => (entity.selectListed?.(query) ?? select)(db),
        count: found => db.$count(table, found),
      })
    },

    async create(caller, body) {
      const created = await db.transaction(async transaction => {
        const values = await entity.admit(transaction, caller, body, now())
        const row: Row = exactlyOne(await transaction.insert(table).values(values).returning())
        await audit.record(transaction, caller, {action: `${kind}.created`, ...entityOf(row)})
        return row
      })
      await onCreated?.([created.id])
      return created
    },

    async change(caller, id, change, echoed) {
      const {changed, fields} = await db.transaction(async transaction => {
        const found = await lockOrganisationOf(transaction, caller, id, 'key share')
        await entity.prepareChange?.(transaction, caller, change, found)
        const before = await lock(transaction, caller, id, change.version)
        refuseOther(toWire(before), echoed)
        const fields = changedFields(toWire(before), change).filter(field => field !== 'version')
        if (fields.length === 0) return {changed: before, fields}
        const fixed = fields.find(field => entity.fixed?.includes(field))
        if (fixed !== undefined) throw badRequest(`${fixed}: can not be changed`)
        const values = await entity.admitChange(transaction, caller, before, change)
        const changed = exactlyOne(await entity.update(transaction, {...values, version: increased}, eq(table.id, id)))
        const changes = changedValues(toWire(before), toWire(changed), fields)
        const detail = {fields, changes, version: changed.version}
        await audit.record(transaction, caller, {action: `${kind}.updated`, ...entityOf(changed), detail})
        return {changed, fields}
      })
      if (fields.length > 0) await onChanged?.(changed, fields)
      return changed
    },

    async remove(caller, id) {
      const gone = await db.transaction(async transaction => {
        // The dependents of one entity may belong to another: no two of an organisation are removed at the same time.
        await lockOrganisationOf(transaction, caller, id, 'no key update')
        const before = await lock(transaction, caller, id)
        const left: [string, Removal][] = []
        for (const [name, cascade] of Object.entries(dependents)) left.push([name, await cascade(transaction, id)])
        const own = await removeAll(transaction, eq(table.id, id))
        const counts = Object.fromEntries(left.map(([name, {count}]) => [name, count]))
        const detail = left.length === 0 ? {} : {detail: counts}
        const action = entity.removedAs?.(before) ?? `${kind}.deleted`
        await audit.record(transaction, caller, {action, ...entityOf(before), ...detail})
        return [...left.map(([, each]) => each), own]
      })
      for (const {afterwards} of gone) await afterwards()
    },

    lock,

    removeOf: (transaction, organisationId) => removeAll(transaction, belongsTo(kind, organisationId)),

    removeWhere: removeAll,

    async changeWhere(transaction, values, where) {
      await lockInOrder(transaction, table.id, where)
      const changed = await entity.update(transaction, {...values, version: increased}, where)
      return {count: changed.length, afterwards() {}}
    },
  }
}
