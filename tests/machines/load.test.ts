import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {createActor} from 'xstate'
import {createLoadMachine} from '../../src/machines/load'
import {unreachable} from '../support/failures'
import {statesOf} from './adjacency'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createLoadActor(load: () => Promise<string>) {
  const actor = createActor(createLoadMachine(load)).start()
  return {actor, value: () => actor.getSnapshot().value, context: () => actor.getSnapshot().context}
}

it('keeps what was loaded', async () => {
  const {value, context} = createLoadActor(async () => 'all')
  expect(value()).toBe('loading')
  await vi.advanceTimersByTimeAsync(0)
  expect([value(), context()]).toEqual(['loaded', {loaded: 'all', failure: null}])
})

it('names a failure and tries again after five seconds, without leaving it', async () => {
  let tries = 0
  const {value, context} = createLoadActor(() => (++tries < 3 ? Promise.reject(unreachable) : Promise.resolve('all')))
  await vi.advanceTimersByTimeAsync(0)
  expect([value(), context()]).toEqual([{failed: 'waiting'}, {loaded: null, failure: 'unreachable'}])
  await vi.advanceTimersByTimeAsync(5000)
  expect([tries, value()]).toEqual([2, {failed: 'waiting'}])
  await vi.advanceTimersByTimeAsync(5000)
  expect(value()).toBe('loaded')
})

it('tries again at once on request, once', async () => {
  let tries = 0
  const {actor, value} = createLoadActor(() =>
    ++tries === 1 ? Promise.reject(new Error('shape')) : new Promise(() => {}),
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(actor.getSnapshot().context.failure).toBe('unexpected')
  actor.send({type: 'retry.requested'})
  actor.send({type: 'retry.requested'})
  expect([tries, value()]).toEqual([2, {failed: 'retrying'}])
})

it('ignores a request while loading and when loaded', async () => {
  const {actor, value} = createLoadActor(async () => 'all')
  actor.send({type: 'retry.requested'})
  expect(value()).toBe('loading')
  await vi.advanceTimersByTimeAsync(0)
  actor.send({type: 'retry.requested'})
  expect(value()).toBe('loaded')
})

it('reaches every state', () => {
  expect(
    statesOf(
      createLoadMachine(async () => 'all'),
      [
        {type: 'retry.requested'},
        {type: 'xstate.error.actor.0.load.loading', error: unreachable},
        {type: 'xstate.done.actor.0.load.loading', output: 'all'},
        {type: 'xstate.error.actor.0.load.failed.retrying', error: unreachable},
        {type: 'xstate.done.actor.0.load.failed.retrying', output: 'all'},
      ],
    ),
  ).toEqual(['failed.retrying', 'failed.waiting', 'loaded', 'loading'])
})
