import {drizzle, type NodePgDatabase} from 'drizzle-orm/node-postgres'
import type {Pool, PoolClient} from 'pg'
import {endWhenSilent} from './connect'

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
