import {afterAll, beforeAll, expect, it} from 'vitest'
import {refuseDemoAccounts} from '../../../server/demo/refuse'
import {seedDemo} from '../../../server/demo/seed'
import {openFiles} from '../../../server/files/openFiles'
import {createTestApp, type TestApp} from '../../support/app'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('serves a database without demo accounts, and refuses one with them', async () => {
  const {database} = test
  await refuseDemoAccounts(database)
  await seedDemo(database, await openFiles(test), 0)
  await expect(refuseDemoAccounts(database)).rejects.toThrow(/^This database holds the demo account \S+@demo\.test/)
})
