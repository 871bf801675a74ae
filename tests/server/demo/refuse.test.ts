import {afterAll, beforeAll, expect, it} from 'vitest'
import type {Database} from '../../../server/database/connect'
import {refuseDemoAccounts} from '../../../server/demo/refuse'
import {seedDemo} from '../../../server/demo/seed'
import {createTestDatabase} from '../../support/database'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('serves a database without demo accounts, and refuses one with them', async () => {
  await refuseDemoAccounts(database)
  await seedDemo(database, 0)
  await expect(refuseDemoAccounts(database)).rejects.toThrow(/^This database holds the demo account \S+@demo\.test/)
})
