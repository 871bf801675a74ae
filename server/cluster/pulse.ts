import pg from 'pg'
import type {Milliseconds} from '../../contract/wire/common'

/**
 * Whether the database says anything within this time on a connection of its own. A refusal is an answer, too: only one
 * that hangs says nothing.
 */
export async function answersWithin(url: string, patience: Milliseconds): Promise<boolean> {
  const client = new pg.Client({connectionString: url, connectionTimeoutMillis: patience, query_timeout: patience})
  // When the connection breaks, its queries reject. Without this listener the error would end the process as well.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    // A database that hangs never confirms the end, so it is not waited for.
    void client.end().catch(() => {})
  }
}
