import {inArray, type SQL} from 'drizzle-orm'
import type {PgColumn} from 'drizzle-orm/pg-core'
import type {Database} from './connect'

/** Deletes what is over, by its key. What another transaction uses just now is left for the next time. */
export async function deleteFree(
  db: Pick<Database['db'], 'select' | 'delete'>,
  key: PgColumn,
  isOver: SQL | undefined,
): Promise<void> {
  const free = db.select({key}).from(key.table).where(isOver).for('update', {skipLocked: true})
  await db.delete(key.table).where(inArray(key, free))
}
