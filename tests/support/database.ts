import {randomUUID} from 'node:crypto'
import pg from 'pg'
import {inject} from 'vitest'
import {connectDatabase, type Database} from '../../server/database/connect'

const TEST_POOL_CONNECTIONS = 5

/** A migrated, empty database of one's own. `close` also drops it. */
export async function createTestDatabase(): Promise<Database> {
  const template = new URL(inject('templateUrl'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(template, `create database ${name} template ${template.pathname.slice(1)}`)
  const database = await connectDatabase(withDatabase(template, name), {max: TEST_POOL_CONNECTIONS})
  return {
    ...database,
    close: async () => {
      await database.close()
      await administer(template, `drop database ${name} with (force)`)
    },
  }
}

/** The template itself must stay without connections, or it can't be cloned. */
async function administer(template: URL, statement: string) {
  const client = new pg.Client({connectionString: withDatabase(template, 'postgres')})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function withDatabase(url: URL, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
