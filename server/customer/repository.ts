import {and, eq, getTableColumns} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {CustomerChange, CustomerCounts, NewCustomerBody} from '../../contract/wire/customer'
import {holdWithinReach, withinReach} from '../access/reach'
import type {Actor, Viewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {SessionRepository} from '../auth/repository'
import type {Database, Transaction} from '../database/connect'
import {only} from '../database/only'
import {asset, customer, device, user} from '../database/schema'
import {badRequest, notFound} from '../http/errors'
import {changeable, changedFields} from '../store/change'
import {type Listed, type ListQuery, type ListShape, sliceOf} from '../store/list'
import {type Removed, removeCustomer} from './removal'
import {type Customer, toWire} from './wire'

export type {Customer} from './wire'

export interface CountedCustomer extends Customer {
  counts: CustomerCounts
}

/** What is out of the viewer's reach is not found: undefined, or 404 for a change. */
export interface CustomerRepository {
  findVisible(viewer: Viewer, id: string): Promise<CountedCustomer | undefined>
  listVisible(viewer: Viewer, organisationId: string, query: ListQuery): Promise<Listed<Customer>>
  /** 404 for an organisation out of reach. */
  create(viewer: Viewer, actor: Actor, body: NewCustomerBody): Promise<Customer>
  /** A body that changes nothing writes nothing. */
  change(viewer: Viewer, actor: Actor, id: string, change: CustomerChange): Promise<Customer>
  remove(viewer: Viewer, actor: Actor, id: string): Promise<Removed>
}

export interface CustomerRepositoryOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  sessions: Pick<SessionRepository, 'endAllOf'>
}

export function createCustomerRepository(options: CustomerRepositoryOptions): CustomerRepository {
  const {database, now, audit, sessions} = options
  const {db} = database

  return {
    async findVisible(viewer, id) {
      const [found] = await db
        .select({...getTableColumns(customer), counts: countsOf(db)})
        .from(customer)
        .where(isVisible(viewer, id))
      return found
    },
    listVisible(viewer, organisationId, query) {
      const {matches, behind, order, limit, collect} = sliceOf(LIST, query)
      const found = and(eq(customer.organisationId, organisationId), withinReach(viewer, 'customer'), matches)
      const rows = db
        .select()
        .from(customer)
        .where(and(found, behind))
        .orderBy(...order)
        .limit(limit)
      return collect(rows, () => db.$count(customer, found))
    },
    create: (viewer, actor, {organisation_id: organisationId, ...values}) =>
      db.transaction(async transaction => {
        const owner = {entityType: 'organisation', entityId: organisationId} as const
        if (!(await holdWithinReach(transaction, viewer, owner))) throw notFound('Organisation not found.')
        const created = only(
          await transaction
            .insert(customer)
            .values({...values, organisationId, createdAt: now()})
            .returning(),
        )
        await audit.record(transaction, actor, {action: 'customer.created', ...entityOf(created)})
        return created
      }),
    change: (viewer, actor, id, {version, ...change}) =>
      db.transaction(async transaction => {
        const before = changeable('Customer', await lock(transaction, viewer, id), version)
        const fields = changedFields(toWire(before), change)
        if (fields.length === 0) return before
        const changed = only(
          await transaction
            .update(customer)
            .set({...change, version: before.version + 1})
            .where(eq(customer.id, id))
            .returning(),
        )
        const detail = {fields}
        await audit.record(transaction, actor, {action: 'customer.updated', ...entityOf(changed), detail})
        return changed
      }),
    remove: (viewer, actor, id) =>
      db.transaction(async transaction => {
        const before = changeable('Customer', await lock(transaction, viewer, id))
        const removed = await removeCustomer(transaction, id, sessions)
        const detail = removed.counts
        await audit.record(transaction, actor, {action: 'customer.deleted', ...entityOf(before), detail})
        return removed
      }),
  }
}

/**
 * For whatever is to belong to a customer: 400 unless there is that customer within reach, in the same organisation. It stays
 * there until the transaction ends.
 */
export async function holdCustomer(transaction: Transaction, viewer: Viewer, id: string, organisationId: string) {
  const held = await transaction
    .select({id: customer.id})
    .from(customer)
    .where(and(isVisible(viewer, id), eq(customer.organisationId, organisationId)))
    .for('key share')
  if (held.length === 0) throw badRequest('customer_id: there is no such customer in the organisation')
}

/** Without its counts, in a transaction that hangs on it. */
export async function findCustomer(
  transaction: Pick<Transaction, 'select'>,
  viewer: Viewer,
  id: string,
): Promise<Customer | undefined> {
  const [found] = await transaction.select().from(customer).where(isVisible(viewer, id))
  return found
}

const LIST: ListShape = {
  id: customer.id,
  searched: [customer.title, customer.email],
  sorts: {title: customer.title, email: customer.email, createdAt: customer.createdAt},
  sortedBy: 'title',
}

/** Every row counts, deleted users too. */
const countsOf = (db: Database['db']) => ({
  users: db.$count(user, eq(user.customerId, customer.id)),
  devices: db.$count(device, eq(device.customerId, customer.id)),
  assets: db.$count(asset, eq(asset.customerId, customer.id)),
})

const isVisible = (viewer: Viewer, id: string) => and(eq(customer.id, id), withinReach(viewer, 'customer'))

/** Nothing can be given to a customer while it is locked so. */
async function lock(transaction: Transaction, viewer: Viewer, id: string): Promise<Customer | undefined> {
  const [found] = await transaction.select().from(customer).where(isVisible(viewer, id)).for('update')
  return found
}

const entityOf = ({id, title, email, organisationId}: Customer) => ({
  entityType: 'customer' as const,
  entityId: id,
  entityName: title || email,
  organisationId,
})
