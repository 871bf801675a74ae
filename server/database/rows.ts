import {inArray, type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn, PgColumn} from 'drizzle-orm/pg-core'
import type {Database, Transaction} from './connect'

/** Returns the single row of a statement that always returns one. Throws when there is none. */
export function exactlyOne<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('No row was returned')
  return row
}

/** Like Drizzle's `inArray`, but with one parameter for all values: a statement can have at most 65,535 parameters. */
export function isAnyOf(column: AnyPgColumn, values: readonly (string | number)[]): SQL {
  return sql`${column} = any(${sql.param(values)})`
}

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

/** Deletes a table's rows of devices, and locks them in the order of its key as all who write them do. */
export async function deleteOfDevices(
  executor: Pick<Transaction, 'execute'>,
  [table, key]: ['data_day', 'day'] | ['latest' | 'usual_series', 'key_id'],
  deviceNumbers: readonly number[],
): Promise<void> {
  const [from, by] = [sql.identifier(table), sql.identifier(key)]
  await executor.execute(sql`
    delete from ${from} using (
      select device_number, ${by} from ${from} where device_number = any(${sql.param(deviceNumbers)}::int4[])
      order by device_number, ${by} for update
    ) as locked
    where ${from}.device_number = locked.device_number and ${from}.${by} = locked.${by}`)
}

/** Deletes expired rows, by their key. Rows that another transaction uses just now are left for the next time. */
export async function deleteFree(
  db: Pick<Database['db'], 'select' | 'delete'>,
  key: PgColumn,
  isOver: SQL | undefined,
): Promise<void> {
  const free = db.select({key}).from(key.table).where(isOver).for('update', {skipLocked: true})
  await db.delete(key.table).where(inArray(key, free))
}
