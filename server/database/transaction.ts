import {drizzle, type NodePgDatabase} from 'drizzle-orm/node-postgres'
import type {Pool, PoolClient} from 'pg'
import {endWhenSilent} from './connect'
import {exactlyOne} from './rows'

/** Drizzle on a client that is in a transaction already. */
export const drizzleOn = (client: PoolClient): NodePgDatabase => drizzle(client, {casing: 'snake_case'})

/** For statements that are not written with Drizzle, which has transactions of its own. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    endWhenSilent(client, error)
    const isRolledBack = await client.query('rollback').then(
      () => true,
      () => false,
    )
    client.release(!isRolledBack)
    throw error
  }
}

/** Does nothing and returns undefined when someone else holds the lock, which is one of `ADVISORY_LOCKS`. */
export function inTransactionAlone<T>(
  pool: Pool,
  lock: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T | undefined> {
  return inTransaction(pool, async client => {
    const {rows} = await client.query<{held: boolean}>('select pg_try_advisory_xact_lock($1) as held', [lock])
    return exactlyOne(rows).held ? work(client) : undefined
  })
}
