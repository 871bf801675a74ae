import type {Logger} from 'drizzle-orm/logger'
import {drizzle, type NodePgDatabase} from 'drizzle-orm/node-postgres'
import pg from 'pg'
import {MINUTE} from '../../contract/rules/time/durations'
import type {Milliseconds} from '../../contract/wire/common'
import {type Log, SILENT} from '../log/log'

export interface Database {
  db: NodePgDatabase
  pool: pg.Pool
  /** Closes all connections. Statements that are still running are rejected. */
  close(): Promise<void>
}

export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

export interface ConnectOptions {
  /** The largest number of connections in the pool. */
  max?: number
  /** The factor for the times to wait for the database. */
  patience?: number
  /** A statement that runs longer is cancelled by PostgreSQL (error code 57014). */
  statementTimeoutMilliseconds?: number
  /**
   * A connection that leaves a statement unanswered for longer is given up. It is longer than the time after which
   * PostgreSQL cancels the statement, so only a silent connection or a hung database reaches it. 0 waits for ever.
   */
  answerWithinMilliseconds?: number
  log?: Log
}

/** A new connection costs 45 ms of the processor, and what happens each minute needs one. */
const IDLE_FOR: Milliseconds = 10 * MINUTE

/** Opens a pool on `url`. Rejects when the first query on it fails. */
export async function connectDatabase(
  url: string,
  {
    max = 10,
    patience = 1,
    statementTimeoutMilliseconds = 5_000 * patience,
    answerWithinMilliseconds = 2 * statementTimeoutMilliseconds,
    log = SILENT,
  }: ConnectOptions = {},
): Promise<Database> {
  const pool = openPool({
    connectionString: url,
    max,
    application_name: 'pulsewall',
    statement_timeout: statementTimeoutMilliseconds,
    query_timeout: answerWithinMilliseconds,
    idle_in_transaction_session_timeout: 30_000 * patience,
    keepAlive: true,
    idleTimeoutMillis: IDLE_FOR,
    connectionTimeoutMillis: 5_000 * patience,
    options: '-c jit=off',
  })
  // The end of the database may cut connections that are being closed.
  pool.on('error', error => {
    if (!pool.ending) log.warn(`A database connection was lost: ${error.message}`)
  })
  const inUse = new Set<pg.PoolClient>()
  pool.on('acquire', client => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    db: openDrizzle(pool),
    pool,
    close() {
      const ended = pool.end()
      for (const client of inUse) void client.end()
      return ended
    },
  }
}

/**
 * Opens a connection without limits of time, for backups. When it breaks, its running statement rejects, and the
 * process goes on.
 */
export async function connectUnhurried(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'pulsewall backup',
    connectionTimeoutMillis: 5_000,
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c jit=off',
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Opens a pool whose connections may break at any time. Use it in place of `new pg.Pool`, which listens for errors of
 * idle connections only: one that breaks while it is in use would end the process. Its running statement rejects either
 * way.
 */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options)
  pool.on('error', () => {})
  return pool.on('connect', client => client.on('error', () => {}))
}

/**
 * Use it in place of `drizzle(pool)`, whose own `transaction` never releases a connection that breaks at `begin`, and
 * throws the failure of a rollback in place of the error that caused the rollback.
 */
export function openDrizzle(pool: pg.Pool, logger: Logger | false = false): NodePgDatabase {
  const options = {casing: 'snake_case' as const, logger}
  const transaction: NodePgDatabase['transaction'] = async (work, config) => {
    const client = await pool.connect()
    let reason: unknown
    const watched: typeof work = open =>
      work(open).catch(error => {
        reason = error
        endWhenSilent(client, error)
        throw error
      })
    try {
      const result = await drizzle(client, options).transaction(watched, config)
      client.release()
      return result
    } catch (error) {
      // A failed `begin`, `commit` or `rollback` leaves the connection in an unknown state, so it must not be used
      // again.
      client.release(error !== reason)
      throw reason ?? error
    }
  }
  return Object.assign(drizzle(pool, options), {transaction})
}

/** `pg` rejects an unanswered statement but still holds its connection, so that a rollback would wait as long again. */
export function endWhenSilent(client: pg.PoolClient, error: unknown) {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message === 'Query read timeout') void client.end()
  }
}
