import type {ClientBase, Pool} from 'pg'

/** For statements that are not written with Drizzle, which has transactions of its own. */
export async function inTransaction<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    const isRolledBack = await client.query('rollback').then(
      () => true,
      () => false,
    )
    client.release(!isRolledBack)
    throw error
  }
}
