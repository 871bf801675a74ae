import {getTableColumns} from 'drizzle-orm'
import {QueryBuilder} from 'drizzle-orm/pg-core'
import type {CustomerChange, CustomerCounts, CustomerWire, NewCustomerBody} from '../../contract/wire/entities/customer'
import {countOf} from '../access/reach'
import {customer} from '../database/schema/organisation'
import {type Cascade, createEntityStore, type EntityStore, type EntityStoreOptions, type Select} from '../store/entity'
import {holdOrganisation} from '../store/place'

export type Customer = typeof customer.$inferSelect & {counts?: CustomerCounts}

export type CustomerRepository = EntityStore<Customer, NewCustomerBody, CustomerChange>

export interface CustomerRepositoryOptions extends EntityStoreOptions<Customer> {
  /**
   * Whether a single customer is sent with counts of what belongs to it, which the specification doesn't have. Lists
   * have them when they are asked for them.
   */
  additions: boolean
  /** The entities of a customer stay without one. */
  dependents: Readonly<Record<keyof CustomerCounts, Cascade>>
}

export function createCustomerRepository(options: CustomerRepositoryOptions): CustomerRepository {
  return createEntityStore(
    {
      kind: 'customer',
      table: customer,
      list: {
        id: customer.id,
        searched: [customer.title, customer.email],
        sorts: {title: customer.title, email: customer.email, createdAt: customer.createdAt},
        sortedBy: 'title',
        filters: {city: customer.city, country: customer.country},
        createdAt: customer.createdAt,
      },
      select: db => db.select().from(customer).$dynamic(),
      selectShown: options.additions ? selectCounted : undefined,
      selectListed: query => (query.with === 'counts' ? selectCounted : undefined),
      update: (transaction, values, where) => transaction.update(customer).set(values).where(where).returning(),
      toWire,
      describe: ({title, email, organisationId}) => ({entityName: title || email, organisationId}),
      async admit(transaction, caller, {organisation_id: organisationId, ...body}, createdAt) {
        await holdOrganisation(transaction, caller, organisationId)
        return {...body, organisationId, createdAt}
      },
      admitChange: async (_transaction, _caller, _before, {version, ...change}) => change,
    },
    options,
  )
}

/** The customer as other entities show it. */
export const namedCustomer = new QueryBuilder({casing: 'snake_case'})
  .select({id: customer.id, email: customer.email, title: customer.title})
  .from(customer)
  .as('named_customer')

export function toWire({id, organisationId, ...found}: Customer): CustomerWire {
  return {_id: id, organisation_id: organisationId, ...found}
}

/** The counts include deleted users. */
const selectCounted: Select<Customer> = db => {
  const count = (kind: Parameters<typeof countOf>[1]) => countOf(db, kind, 'customerId', customer.id)
  const counts = {users: count('user'), devices: count('device'), assets: count('asset')}
  return db
    .select({...getTableColumns(customer), counts})
    .from(customer)
    .$dynamic()
}
