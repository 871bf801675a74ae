import type {SQL} from 'drizzle-orm'
import type {PgColumn} from 'drizzle-orm/pg-core'
import type {Transaction} from './connect'

/** Locks all rows that match, in the order of their keys, before they are changed or removed: so no two calls can deadlock. */
export async function lockInOrder(transaction: Transaction, key: PgColumn, which: SQL | undefined) {
  await transaction.select({key}).from(key.table).where(which).orderBy(key).for('update')
}
