import {expect, it} from 'vitest'
import {exclusiveInBrowser} from '../../../src/wiring/session/tabLock'

it('runs a task even where the browser has no locks', async () => {
  expect(await exclusiveInBrowser(undefined)(async () => 'done')).toBe('done')
})
