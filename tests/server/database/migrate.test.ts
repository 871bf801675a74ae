import {expect, it, onTestFinished} from 'vitest'
import {migrateDatabase} from '../../../server/database/migrate'
import {StartRefused} from '../../../server/database/startRefused'
import {createTestDatabase} from '../../support/database'

it('refuses a database that a newer server has migrated', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.close)
  const {rows} = await database.pool.query('select count(*)::int as count from drizzle.__drizzle_migrations')
  const {count} = rows[0]
  await database.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at)
     select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`,
  )

  await expect(migrateDatabase(database)).rejects.toEqual(
    new StartRefused(
      `The database is newer than this server: its schema has version ${count + 1}, ` +
        `and this server knows versions up to ${count}. ` +
        'Start the newer server again, or restore a backup from before its first start.',
    ),
  )
})
