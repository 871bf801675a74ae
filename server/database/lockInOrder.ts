import {type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn} from 'drizzle-orm/pg-core'
import type {Transaction} from './connect'

/**
 * Locks all rows that match, in the order of their ids, before they are changed or removed: so no two calls can
 * deadlock. Returns the ids.
 */
export async function lockInOrder(transaction: Transaction, id: AnyPgColumn, which: SQL | undefined) {
  const locked = await transaction
    .select({id: sql<string>`${id}`})
    .from(id.table)
    .where(which)
    .orderBy(id)
    .for('update')
  return locked.map(({id}) => id)
}
