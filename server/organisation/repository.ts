import {and, eq, getTableColumns} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {NewOrganisationBody, OrganisationChange, OrganisationCounts} from '../../contract/wire/organisation'
import {withinReach} from '../access/reach'
import type {Actor, Viewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {only} from '../database/only'
import {asset, customer, device, organisation, user} from '../database/schema'
import {changeable, changedFields} from '../store/change'
import {type Listed, type ListQuery, type ListShape, sliceOf} from '../store/list'
import {type Removed, removeOrganisation} from './removal'
import {type Organisation, toWire, valuesOf} from './wire'

export interface CountedOrganisation extends Organisation {
  counts: OrganisationCounts
}

/** What is out of the viewer's reach is not found: undefined, or 404 for a change. */
export interface OrganisationRepository {
  find(viewer: Viewer, id: string): Promise<CountedOrganisation | undefined>
  list(viewer: Viewer, query: ListQuery): Promise<Listed<CountedOrganisation>>
  create(actor: Actor, body: NewOrganisationBody): Promise<Organisation>
  /** A body that changes nothing writes nothing. */
  change(viewer: Viewer, actor: Actor, id: string, change: OrganisationChange): Promise<Organisation>
  remove(viewer: Viewer, actor: Actor, id: string): Promise<Removed>
}

export interface OrganisationRepositoryOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
}

export function createOrganisationRepository(options: OrganisationRepositoryOptions): OrganisationRepository {
  const {database, now, audit} = options
  const {db} = database
  const selectCounted = () => db.select({...getTableColumns(organisation), counts: countsOf(db)}).from(organisation)

  return {
    async find(viewer, id) {
      const [found] = await selectCounted().where(isVisible(viewer, id))
      return found
    },
    list(viewer, query) {
      const {matches, behind, order, limit, collect} = sliceOf(LIST, query)
      const found = and(withinReach(viewer, 'organisation'), matches)
      const rows = selectCounted()
        .where(and(found, behind))
        .orderBy(...order)
        .limit(limit)
      return collect(rows, () => db.$count(organisation, found))
    },
    create: (actor, body) =>
      db.transaction(async transaction => {
        const values = {...valuesOf(body), createdAt: now()}
        const created = only(await transaction.insert(organisation).values(values).returning())
        await audit.record(transaction, actor, {action: 'organisation.created', ...entityOf(created)})
        return created
      }),
    change: (viewer, actor, id, {version, ...change}) =>
      db.transaction(async transaction => {
        const before = changeable('Organisation', await lock(transaction, viewer, id), version)
        const fields = changedFields(toWire(before), change)
        if (fields.length === 0) return before
        const changed = only(
          await transaction
            .update(organisation)
            .set({...valuesOf(change), version: before.version + 1})
            .where(eq(organisation.id, id))
            .returning(),
        )
        const detail = {fields}
        await audit.record(transaction, actor, {action: 'organisation.updated', ...entityOf(changed), detail})
        return changed
      }),
    remove: (viewer, actor, id) =>
      db.transaction(async transaction => {
        const before = changeable('Organisation', await lock(transaction, viewer, id))
        const removed = await removeOrganisation(transaction, id, now())
        const detail = removed.counts
        await audit.record(transaction, actor, {action: 'organisation.deleted', ...entityOf(before), detail})
        return removed
      }),
  }
}

const LIST: ListShape = {
  id: organisation.id,
  searched: [organisation.title, organisation.email],
  sorts: {title: organisation.title, email: organisation.email, createdAt: organisation.createdAt},
  sortedBy: 'title',
}

/** Every row counts, deleted users too. */
const countsOf = (db: Database['db']) => ({
  customers: db.$count(customer, eq(customer.organisationId, organisation.id)),
  users: db.$count(user, eq(user.organisationId, organisation.id)),
  devices: db.$count(device, eq(device.organisationId, organisation.id)),
  assets: db.$count(asset, eq(asset.organisationId, organisation.id)),
})

const isVisible = (viewer: Viewer, id: string) => and(eq(organisation.id, id), withinReach(viewer, 'organisation'))

/** Nothing can be added to an organisation while it is locked so. */
async function lock(transaction: Transaction, viewer: Viewer, id: string): Promise<Organisation | undefined> {
  const [found] = await transaction.select().from(organisation).where(isVisible(viewer, id)).for('update')
  return found
}

const entityOf = ({id, title}: Organisation) => ({
  entityType: 'organisation' as const,
  entityId: id,
  entityName: title,
  organisationId: id,
})
