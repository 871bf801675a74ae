import {afterAll, beforeAll, expect, it} from 'vitest'
import {FURTHER} from './damages'
import {createHealthyFolder, examine} from './healthy'

let healthy: Awaited<ReturnType<typeof createHealthyFolder>>

beforeAll(async () => {
  healthy = await createHealthyFolder()
})
afterAll(() => healthy.remove())

it.each(FURTHER)('finds $name', async ({make, settings, found}) => {
  const folder = await healthy.copy()
  await make(folder)

  const {said, end} = await examine(folder, settings)

  expect(said).toEqual(found.map(text => expect.stringMatching(text)))
  expect(end).toMatch(/wrong\.$/)
})
