import {expect, it, onTestFinished} from 'vitest'
import {ADVISORY_LOCKS} from '../../../server/database/advisoryLocks'
import {createTestApp, seedUser, signIn} from '../../support/app'

it('are a number for each purpose', () => {
  expect(new Set(Object.values(ADVISORY_LOCKS)).size).toBe(Object.keys(ADVISORY_LOCKS).length)
})

it('of a backup and of retention, which are held for long, keep no admin waiting', async () => {
  const {app, database, close} = await createTestApp()
  onTestFinished(close)
  await seedUser(database, {email: 'ada@works.test'})
  const {id} = await seedUser(database, {email: 'bob@works.test'})
  const cookies = await signIn(app, 'ada@works.test')
  const holder = await database.pool.connect()
  const held = [ADVISORY_LOCKS.backup, ADVISORY_LOCKS.retention]
  for (const lock of held) await holder.query('select pg_advisory_lock($1)', [lock])

  const setup = await app.inject({
    method: 'POST',
    url: '/api/v0/setup',
    body: {token: 'made up', email: 'eve@works.test', password: 'correct horse battery'},
  })
  const removal = await app.inject({method: 'DELETE', url: `/api/v0/user/${id}`, cookies})
  holder.release(true)

  expect([setup.statusCode < 500, removal.statusCode]).toEqual([true, 204])
})
