import {fileURLToPath} from 'node:url'
import {drizzle} from 'drizzle-orm/node-postgres'
import {migrate} from 'drizzle-orm/node-postgres/migrator'
import type {Database} from './connect'

const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))
/** The number is arbitrary, but it must be the same in every version of the server. */
const MIGRATION_LOCK = 7_305_001

/** Brings the schema up to date. A lock makes servers that start at the same time migrate one after the other. */
export async function migrateDatabase({pool}: Database): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    // On an almost full disk, writes are refused by default. The server must start nevertheless, to serve reads.
    await client.query('set default_transaction_read_only = off')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), {migrationsFolder: MIGRATIONS_FOLDER})
  } finally {
    // The connection must be closed, because its session holds the lock and has no statement timeout.
    client.release(true)
  }
}
