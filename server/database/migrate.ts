import {fileURLToPath} from 'node:url'
import {drizzle} from 'drizzle-orm/node-postgres'
import {migrate} from 'drizzle-orm/node-postgres/migrator'
import type {Database} from './connect'

const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any number, as long as every server of this product takes the same. */
const MIGRATION_LOCK = 7_305_001

/** Brings the schema up to date. Servers that start together take turns. */
export async function migrateDatabase({pool}: Database): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    // On an almost full disk writes are refused by default, and yet an up-to-date server must start to serve reads.
    await client.query('set default_transaction_read_only = off')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), {migrationsFolder: MIGRATIONS_FOLDER})
  } finally {
    // Ends the session, and with it the lock and the lifted timeout.
    client.release(true)
  }
}
