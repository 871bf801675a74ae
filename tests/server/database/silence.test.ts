import {afterAll, beforeAll, expect, it} from 'vitest'
import {connectDatabase, type Database} from '../../../server/database/connect'
import {organisation} from '../../../server/database/schema/organisation'
import {inTransaction} from '../../../server/database/transaction'
import {databaseFailure} from '../../../server/http/failures/databaseFailure'
import {createTestDatabase} from '../../support/database'
import {type Link, linkTo} from '../../support/databaseLink'

let near: Database
let far: Database
let link: Link
let isSilent = false

beforeAll(async () => {
  near = await createTestDatabase()
  link = await linkTo(near, () => (isSilent ? new Promise(() => {}) : Promise.resolve()))
  far = await connectDatabase(link.url, {answerWithinMilliseconds: 500})
})
afterAll(async () => {
  await far.close()
  await link.cut()
  await near.close()
})

const read = () => far.pool.query('select 1')

it.each([
  ['a statement', read],
  [
    'a transaction that has begun',
    () =>
      far.db.transaction(async transaction => {
        isSilent = true
        await transaction.select().from(organisation)
      }),
  ],
  [
    'a transaction without Drizzle that has begun',
    () =>
      inTransaction(far.pool, async client => {
        isSilent = true
        await client.query('select 1')
      }),
  ],
])('gives %s up when the database falls silent, with its connection, and serves on', async (_what, work) => {
  await read()
  isSilent = work === read
  const error: unknown = await work().catch((failure: Error) => failure.cause ?? failure)
  isSilent = false

  expect(error).toEqual(new Error('Query read timeout'))
  expect(databaseFailure(error)).toMatchObject({statusCode: 503})
  expect(far.pool.totalCount).toBe(0)
  expect((await far.pool.query('select 1 as one')).rows).toEqual([{one: 1}])
})
