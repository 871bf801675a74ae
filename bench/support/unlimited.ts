import type {PoolClient} from 'pg'
import type {Database} from '../../server/database/connect'

/** Statements over much data take longer than the server lets its own take. The connection is not used again. */
export async function unlimited<T>(
  {pool}: Pick<Database, 'pool'>,
  use: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    return await use(client)
  } finally {
    client.release(true)
  }
}
