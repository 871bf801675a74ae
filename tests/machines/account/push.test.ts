import {Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, fromEventObservable, fromPromise, waitFor} from 'xstate'
import type {PushBrowser, PushState, PushTested} from '../../../src/domain/account/push'
import {pushMachine} from '../../../src/machines/account/push'
import {refused, unreachable} from '../../support/failures'

const HERE: PushBrowser = {id: 'here', name: 'Firefox on Linux', since: 1, isCurrent: true}
const PHONE: PushBrowser = {id: 'phone', name: null, since: 1, isCurrent: false}
const OFF: PushState = {here: 'off', browsers: [PHONE]}
const ON: PushState = {here: 'on', browsers: [HERE, PHONE]}

interface Calls {
  load: () => Promise<PushState>
  subscribe: () => Promise<PushState>
  end: (id: string | undefined) => Promise<void>
  test: () => Promise<readonly PushTested[]>
}

function createPushActor({
  load = async () => OFF,
  subscribe = async () => ON,
  end = async () => {},
  test = async () => [],
}: Partial<Calls> = {}) {
  const permission = new Subject<{type: 'permission.changed'}>()
  const actor = createActor(
    pushMachine.provide({
      actors: {
        load: fromPromise(load),
        subscribe: fromPromise(subscribe),
        end: fromPromise(({input}) => end(input.browser?.id)),
        test: fromPromise(test),
        permissionChanges: fromEventObservable(() => permission),
      },
    }),
  ).start()
  const shown = () => waitFor(actor, snapshot => snapshot.matches('shown'))
  const said = () => {
    const {here, browsers, message, done, tested} = actor.getSnapshot().context
    return {here, ids: browsers.map(({id}) => id), message, done, tested}
  }
  return {actor, permission, shown, said}
}

describe('notifications on this device', () => {
  it.each([
    ['off', 'off'],
    ['on', 'on'],
    ['blocked', 'blocked'],
    ['insecure', 'notOffered'],
    ['homeScreen', 'notOffered'],
    ['unsupported', 'notOffered'],
  ] as const)('that are %s are shown as %s', async (here, state) => {
    const {actor, shown} = createPushActor({load: async () => ({here, browsers: []})})
    await shown()
    expect(actor.getSnapshot().value).toEqual({shown: state})
    actor.send({type: 'notifications.requested'})
    expect(actor.getSnapshot().matches('asking')).toBe(state === 'off')
  })

  it('are on once the browser was asked', async () => {
    const {actor, shown, said} = createPushActor()
    await shown()
    actor.send({type: 'notifications.requested'})
    await shown()
    expect(actor.getSnapshot().value).toEqual({shown: 'on'})
    expect(said()).toMatchObject({ids: ['here', 'phone'], done: expect.stringContaining('from now on')})
  })

  it.each([
    ['off', async () => OFF, 'The browser was not allowed to show notifications. You can be asked again.'],
    ['blocked', async () => ({...OFF, here: 'blocked'}) as const, null],
    ['off', () => Promise.reject(new Error('AbortError')), expect.stringContaining('Failed to switch on')],
  ] as const)('stay %s without leave, and say so', async (here, subscribe, message) => {
    const {actor, shown, said} = createPushActor({subscribe})
    await shown()
    actor.send({type: 'notifications.requested'})
    await shown()
    expect(said()).toMatchObject({here, message, done: null})
  })

  it('are looked at again when they were allowed or forbidden elsewhere', async () => {
    const states: PushState[] = [{here: 'blocked', browsers: []}, OFF]
    const {actor, permission, shown, said} = createPushActor({load: async () => states.shift() ?? OFF})
    await shown()
    permission.next({type: 'permission.changed'})
    expect(actor.getSnapshot().value).toBe('loading')
    await shown()
    expect(said().here).toBe('off')
  })

  it.each([
    ['here', 'off', ['phone'], async () => {}],
    ['phone', 'on', ['here'], async () => {}],
    ['phone', 'on', ['here'], () => Promise.reject(refused(404))],
  ] as const)('end for %s, and are then %s', async (ended, here, ids, end) => {
    const {actor, shown, said} = createPushActor({load: async () => ON, end})
    await shown()
    actor.send({type: 'end.requested', ended})
    expect(actor.getSnapshot().value).toBe('ending')
    await shown()
    expect(said()).toMatchObject({here, ids, done: 'Nothing is pushed there any more.'})
  })

  it('stay when their end failed, and so does the list when a test failed', async () => {
    const failing = {end: () => Promise.reject(unreachable), test: () => Promise.reject(unreachable)}
    const {actor, shown, said} = createPushActor({load: async () => ON, ...failing})
    await shown()
    actor.send({type: 'end.requested', ended: 'here'})
    await shown()
    expect(said()).toMatchObject({here: 'on', message: expect.stringContaining('Failed to switch off')})
    actor.send({type: 'test.requested'})
    await shown()
    expect(said()).toMatchObject({here: 'on', message: 'Failed to send the test. Please try again.'})
  })

  it('say what came of a test at each browser', async () => {
    const tested = [{id: 'here', name: null, error: null}]
    const {actor, shown, said} = createPushActor({load: async () => ON, test: async () => tested})
    await shown()
    actor.send({type: 'test.requested'})
    await shown()
    expect(said().tested).toEqual(tested)
  })

  it('can be asked for again when they could not be loaded', async () => {
    const answers = [() => Promise.reject(unreachable), async () => ON]
    const {actor, shown, said} = createPushActor({load: () => answers.shift()?.() ?? Promise.resolve(OFF)})
    await waitFor(actor, snapshot => snapshot.matches('failed'))
    actor.send({type: 'retry.requested'})
    await shown()
    expect(said()).toMatchObject({here: 'on', message: null})
  })
})
