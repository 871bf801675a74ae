import {expect, it} from 'vitest'
import {createDrafts} from '../../src/wiring/drafts'

const ada = {userId: 'ada', screen: '/profile'}
const bob = {userId: 'bob', screen: '/profile'}

it('finds what was kept last, and nothing where nothing was', () => {
  const drafts = createDrafts().of<{city: string}>()
  expect(drafts.find(ada)).toBeNull()
  drafts.keep(ada, {city: 'Bonn'})
  drafts.keep(ada, {city: 'Berlin'})
  expect(drafts.find(ada)).toEqual({city: 'Berlin'})
})

it('shows nobody what somebody else has typed, nor one screen that of another', () => {
  const drafts = createDrafts().of<{city: string}>()
  drafts.keep(ada, {city: 'Bonn'})
  expect(drafts.find(bob)).toBeNull()
  expect(drafts.find({...ada, screen: '/device/1'})).toBeNull()
})

it('forgets what was saved, and nothing else', () => {
  const drafts = createDrafts().of<{city: string}>()
  drafts.keep(ada, {city: 'Bonn'})
  drafts.keep(bob, {city: 'Rome'})
  drafts.keep(ada, null)
  expect([drafts.find(ada), drafts.find(bob)]).toEqual([null, {city: 'Rome'}])
})

it('forgets the drafts of every form and user at once', () => {
  const drafts = createDrafts()
  const profiles = drafts.of<{city: string}>()
  const devices = drafts.of<{label: string}>()
  profiles.keep(ada, {city: 'Bonn'})
  devices.keep(bob, {label: 'Pump'})
  drafts.forgetAll()
  expect([profiles.find(ada), devices.find(bob)]).toEqual([null, null])
})
