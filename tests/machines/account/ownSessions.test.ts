import {expect, it} from 'vitest'
import {createActor, fromPromise, waitFor} from 'xstate'
import type {OwnSession} from '../../../src/domain/user'
import {ownSessionsMachine} from '../../../src/machines/account/ownSessions'
import {refused, unreachable} from '../../support/failures'

const session = (id: string, isCurrent = false): OwnSession => ({
  id,
  isCurrent,
  browser: 'Firefox',
  system: 'Linux',
  address: '192.0.2.1',
  startedAt: 1,
  lastUsedAt: 2,
})
const ALL = [session('here', true), session('phone'), session('work')]

function createSessionsActor({load = async () => ALL, end = async () => {}}: Partial<Calls> = {}) {
  const actor = createActor(
    ownSessionsMachine.provide({
      actors: {load: fromPromise(load), end: fromPromise(({input}) => end(input.ended))},
    }),
  ).start()
  const reaches = (state: 'shown' | 'failed') => waitFor(actor, snapshot => snapshot.matches(state))
  const ids = () => actor.getSnapshot().context.sessions.map(({id}) => id)
  return {actor, reaches, ids}
}

interface Calls {
  load: () => Promise<readonly OwnSession[]>
  end: (ended: string) => Promise<void>
}

it.each([
  ['phone', ['here', 'work'], 'The session is ended.'],
  ['others', ['here'], 'All other sessions are ended.'],
])('leaves out what was ended: %s', async (ended, left, done) => {
  const {actor, reaches, ids} = createSessionsActor()
  await reaches('shown')
  actor.send({type: 'end.requested', ended})
  expect(actor.getSnapshot().value).toBe('ending')
  await reaches('shown')
  expect([ids(), actor.getSnapshot().context.done]).toEqual([left, done])
})

it('leaves out a session that has ended by itself', async () => {
  const {actor, reaches, ids} = createSessionsActor({end: () => Promise.reject(refused(404))})
  await reaches('shown')
  actor.send({type: 'end.requested', ended: 'work'})
  await reaches('shown')
  expect(ids()).toEqual(['here', 'phone'])
})

it('keeps the list, and says so, when nothing could be ended', async () => {
  const {actor, reaches, ids} = createSessionsActor({end: () => Promise.reject(unreachable)})
  await reaches('shown')
  actor.send({type: 'end.requested', ended: 'others'})
  await reaches('shown')
  expect([ids().length, actor.getSnapshot().context.message]).toEqual([
    3,
    'Failed to end the session. Please try again.',
  ])
})

it('can be asked again when the list could not be loaded', async () => {
  const answers = [() => Promise.reject(unreachable), async () => ALL]
  const {actor, reaches, ids} = createSessionsActor({load: () => answers.shift()?.() ?? Promise.resolve([])})
  await reaches('failed')
  expect(actor.getSnapshot().context.message).toBe('Failed to load where you are signed in')
  actor.send({type: 'retry.requested'})
  await reaches('shown')
  expect([ids().length, actor.getSnapshot().context.message]).toEqual([3, null])
})
