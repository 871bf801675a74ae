import {drizzle, type NodePgDatabase} from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema'

export interface Database {
  db: NodePgDatabase<typeof schema>
  pool: pg.Pool
  close(): Promise<void>
}

/** What is written within one is kept or lost together. */
export type Transaction = Parameters<Parameters<Database['db']['transaction']>[0]>[0]

export interface ConnectOptions {
  /** Connections of the pool. */
  max?: number
  /** A statement that runs longer is cancelled by PostgreSQL (error code 57014). */
  statementTimeoutMilliseconds?: number
}

/** Opens a pool on `url` and proves it with one query. */
export async function connectDatabase(
  url: string,
  {max = 10, statementTimeoutMilliseconds = 5_000}: ConnectOptions = {},
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'pulsewall',
    statement_timeout: statementTimeoutMilliseconds,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
    options: '-c jit=off',
  })
  // An idle connection that breaks is reported here; unheard, it would end the process. The pool replaces it by itself.
  pool.on('error', error => console.warn(`A database connection was lost: ${error.message}`))
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw error
  }
  return {db: drizzle(pool, {schema, casing: 'snake_case'}), pool, close: () => pool.end()}
}
