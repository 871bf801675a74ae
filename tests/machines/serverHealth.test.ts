import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromPromise} from 'xstate'
import {serverHealthMachine} from '../../src/machines/serverHealth'
import {refused, unreachable} from '../support/failures'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The server's answers: an error that a call fails by, , or none at all. */
function asked(...answers: readonly (Error | 'well' | 'none')[]) {
  let asked = 0
  const loadHealth = fromPromise<void, void>(async () => {
    const answer = answers[asked++] ?? 'none'
    if (answer === 'none') await new Promise(() => {})
    if (answer instanceof Error) throw answer
  })
  const actor = createActor(serverHealthMachine.provide({actors: {loadHealth}})).start()
  return {state: () => actor.getSnapshot().value, message: () => actor.getSnapshot().context.message}
}

const PAUSE = 15_000
const PATIENCE = 5000

describe('the state of the server', () => {
  it('is what it answers, asked again after a pause', async () => {
    const {state, message} = asked('well', refused(503, 'The database does not answer.'), unreachable, 'well')
    expect(state()).toBe('asking')
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toEqual({well: 'resting'})
    await vi.advanceTimersByTimeAsync(PAUSE)
    expect([state(), message()]).toEqual([{ill: 'resting'}, 'The database does not answer.'])
    await vi.advanceTimersByTimeAsync(PAUSE)
    expect(state()).toEqual({away: 'resting'})
    await vi.advanceTimersByTimeAsync(PAUSE)
    expect(state()).toEqual({well: 'resting'})
  })

  it('is not what it was once the server leaves a question open', async () => {
    const {state} = asked('well', 'none')
    await vi.advanceTimersByTimeAsync(PAUSE + PATIENCE - 1)
    expect(state()).toEqual({well: 'asking'})
    await vi.advanceTimersByTimeAsync(1)
    expect(state()).toEqual({away: 'resting'})
  })

  it('is not asked of a server without that call', async () => {
    const {state} = asked(refused(404, 'Not found.'), 'well')
    await vi.advanceTimersByTimeAsync(2 * PAUSE)
    expect(state()).toBe('silent')
  })

  it('has words of its own where the server has none', async () => {
    const {state, message} = asked(refused(502, null))
    await vi.advanceTimersByTimeAsync(0)
    expect([state(), message()]).toEqual([{ill: 'resting'}, 'The server can’t serve anybody now.'])
  })
})
