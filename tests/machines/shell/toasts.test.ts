import {describe, expect, it} from 'vitest'
import {createActor, SimulatedClock} from 'xstate'
import {toastsMachine} from '../../../src/machines/shell/toasts'
import {statesOf} from '../adjacency'

function createToasts() {
  const clock = new SimulatedClock()
  const actor = createActor(toastsMachine, {clock}).start()
  const {send} = actor
  const done = (text: string) => send({type: 'outcome.reported', kind: 'done', text})
  const fail = (text: string) => send({type: 'outcome.reported', kind: 'failed', text})
  const shown = () => actor.getSnapshot().context.toasts.map(({text}) => text)
  const idOf = (text: string) => actor.getSnapshot().context.toasts.find(toast => toast.text === text)?.id ?? -1
  return {clock, send, done, fail, shown, idOf, actor}
}

describe('what was done', () => {
  it('is shown for as long as it takes to read, the oldest first', () => {
    const {clock, done, shown} = createToasts()
    done('Device created.')
    clock.increment(7999)
    done('Device deleted.')
    expect(shown()).toEqual(['Device created.', 'Device deleted.'])
    clock.increment(1)
    expect(shown()).toEqual(['Device deleted.'])
    clock.increment(8000)
    expect(shown()).toEqual([])
  })

  it('told twice is two toasts, so that it is read out again', () => {
    const {done, actor} = createToasts()
    done('Saved.')
    done('Saved.')
    expect(actor.getSnapshot().context.toasts.map(({id}) => id)).toEqual([0, 1])
  })

  it('stays while it is pointed at or has the focus', () => {
    const {clock, send, done, shown} = createToasts()
    done('Device created.')
    send({type: 'toasts.held'})
    clock.increment(60_000)
    done('Device deleted.')
    expect(shown()).toEqual(['Device created.', 'Device deleted.'])
    send({type: 'toasts.released'})
    clock.increment(8000)
    expect(shown()).toEqual(['Device deleted.'])
  })

  it('goes on after the last one was closed under the pointer', () => {
    const {clock, send, done, shown, idOf} = createToasts()
    done('Device created.')
    send({type: 'toasts.held'})
    send({type: 'toast.closed', id: idOf('Device created.')})
    done('Device deleted.')
    clock.increment(8000)
    expect(shown()).toEqual([])
  })
})

describe('a failure', () => {
  it('stays until it is closed', () => {
    const {clock, send, done, fail, shown, idOf} = createToasts()
    fail('Not saved.')
    done('Device created.')
    clock.increment(60_000)
    expect(shown()).toEqual(['Not saved.'])
    send({type: 'toast.closed', id: idOf('Not saved.')})
    expect(shown()).toEqual([])
  })
})

it('shows three at most, the newest', () => {
  const {done, fail, shown} = createToasts()
  fail('1')
  for (const text of ['2', '3', '4']) done(text)
  expect(shown()).toEqual(['2', '3', '4'])
})

it('forgets everything when the user leaves', () => {
  const {send, done, fail, shown} = createToasts()
  fail('Not saved.')
  done('Saved.')
  send({type: 'user.left'})
  expect(shown()).toEqual([])
})

it('ignores the closing of what is gone', () => {
  const {send, done, shown} = createToasts()
  done('Saved.')
  send({type: 'toast.closed', id: 7})
  send({type: 'toasts.held'})
  send({type: 'toast.closed', id: 7})
  expect(shown()).toEqual(['Saved.'])
})

it('reaches every state', () => {
  const told = {type: 'outcome.reported', kind: 'done', text: 'x'}
  expect(statesOf(toastsMachine, [told, {type: 'toasts.held'}])).toEqual(['counting', 'held', 'quiet'])
})
