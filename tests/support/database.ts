import {randomUUID} from 'node:crypto'
import pg from 'pg'
import {inject} from 'vitest'
import {type ConnectOptions, connectDatabase, type Database} from '../../server/database/connect'
import {DATABASE_PATIENCE} from './limits'

const TEST_POOL_CONNECTIONS = 5

/** A migrated, empty database of one's own. `close` also drops it. */
export async function createTestDatabase(options: ConnectOptions = {}): Promise<Database> {
  const template = new URL(inject('templateUrl'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(template, `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`)
  const database = await connectDatabase(withDatabase(template, name), {
    max: TEST_POOL_CONNECTIONS,
    patience: DATABASE_PATIENCE,
    ...options,
  })
  return {
    ...database,
    close: async () => {
      await database.close()
      await administer(template, `select pg_terminate_backend(pid) from pg_stat_activity where ${ownConnections(name)}`)
      await administer(template, `drop database ${name}`)
    },
  }
}

let administration: pg.Pool | undefined

/** Uses one connection a worker. The template itself must stay without any, or it can't be cloned. */
async function administer(template: URL, statement: string) {
  administration ??= new pg.Pool({
    connectionString: withDatabase(template, 'postgres'),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  await administration.query(statement)
}

/**
 * `drop database … with (force)` is refused to a role that is no superuser while autovacuum is at work in the database;
 * without `force` it asks autovacuum to leave, and waits for connections that are closing.
 */
function ownConnections(database: string): string {
  return `datname = '${database}' and usename = current_user`
}

function withDatabase(url: URL, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
