import {expect, it} from 'vitest'
import {createTabs, exclusiveInBrowser} from '../../../src/wiring/session/tabs'

it('tells the other tabs of a sign-out, and nothing else is heard as one', async () => {
  const heard: string[] = []
  const [one, other] = [new BroadcastChannel('tabs.test'), new BroadcastChannel('tabs.test')]
  const tabs = createTabs(one, () => heard.push('one'))
  const told = new Promise<void>(resolve => {
    createTabs(other, () => {
      heard.push('other')
      resolve()
    })
  })
  one.postMessage('hello')
  tabs.announceSignOut()
  await told
  for (const channel of [one, other]) channel.close()
  expect(heard).toEqual(['other'])
})

it('runs a task even where the browser has no locks', async () => {
  expect(await exclusiveInBrowser(undefined)(async () => 'done')).toBe('done')
})
