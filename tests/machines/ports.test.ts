import {expect, it} from 'vitest'
import {createActor, fromPromise, setup} from 'xstate'
import {call, connected, type Given, missing} from '../../src/machines/ports'

const machine = setup({
  actors: {load: call<number>('load')},
  actions: {show: (_, _params?: Given) => missing('show'), hide: () => {}},
}).createMachine({
  initial: 'loading',
  states: {
    loading: {invoke: {src: 'load', onDone: 'loaded', onError: 'failed'}},
    loaded: {},
    failed: {},
  },
})

it('connects a machine with the call and the action that it needs', async () => {
  const actor = createActor(
    connected(machine)({actors: {load: fromPromise(async () => 1)}, actions: {show() {}}}),
  ).start()
  await expect.poll(() => actor.getSnapshot().value).toBe('loaded')
})

it('lets a machine fail whose call is missing, which does not compile', async () => {
  // @ts-expect-error The call is missing.
  const actor = createActor(connected(machine)({actors: {}, actions: {show() {}}})).start()
  await expect.poll(() => actor.getSnapshot().value).toBe('failed')
})

it('does not compile without an action that has no default', () => {
  // @ts-expect-error The action is missing.
  connected(machine)({actors: {load: fromPromise(async () => 1)}})
})

it('names what is missing', () => {
  expect(() => missing('show')).toThrow('`show` must be provided')
})
