import {and, asc, eq} from 'drizzle-orm'
import type {Transaction} from '../database/connect'
import {customer} from '../database/schema'
import {withinReach} from '../http/reach'
import type {Viewer} from '../http/viewer'

export type Customer = typeof customer.$inferSelect

export interface CustomerRepository {
  /** Undefined for an unknown customer as for one out of the viewer's reach. */
  findVisible(viewer: Viewer, id: string): Promise<Customer | undefined>
  listVisible(viewer: Viewer, organisationId: string): Promise<Customer[]>
}

export function createCustomerRepository({db}: {db: Pick<Transaction, 'select'>}): CustomerRepository {
  return {
    async findVisible(viewer, id) {
      const [found] = await db
        .select()
        .from(customer)
        .where(and(eq(customer.id, id), withinReach(viewer, 'customer')))
      return found
    },
    listVisible: (viewer, organisationId) =>
      db
        .select()
        .from(customer)
        .where(and(eq(customer.organisationId, organisationId), withinReach(viewer, 'customer')))
        .orderBy(asc(customer.title), asc(customer.email), asc(customer.id)),
  }
}
