import {expect, it} from 'vitest'
import {createActor, fromPromise, setup} from 'xstate'
import {call, connected, missing} from '../../src/machines/ports'

const machine = setup({
  actors: {load: call<number>('load')},
  actions: {show: () => missing('show')},
}).createMachine({
  initial: 'loading',
  states: {
    loading: {invoke: {src: 'load', onDone: 'loaded', onError: 'failed'}},
    loaded: {},
    failed: {},
  },
})

it('connects a machine with the call that it needs', async () => {
  const actor = createActor(connected(machine)({actors: {load: fromPromise(async () => 1)}})).start()
  await expect.poll(() => actor.getSnapshot().value).toBe('loaded')
})

it('lets a machine fail whose call is missing, which does not compile', async () => {
  // @ts-expect-error The call is missing.
  const actor = createActor(connected(machine)({actors: {}})).start()
  await expect.poll(() => actor.getSnapshot().value).toBe('failed')
})

it('names what is missing', () => {
  expect(() => missing('show')).toThrow('`show` must be provided')
})
