import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import {notesMachine} from '../../../src/machines/player/notes'

const MINUTE = 60_000

function createNotesActor(isAttended: boolean) {
  const touches = new Subject<{type: 'screen.touched'}>()
  const machine = notesMachine.provide({actors: {touches: fromEventObservable(() => touches)}})
  const notes = createActor(machine, {input: {isAttended}}).start()
  return {touch: () => touches.next({type: 'screen.touched'}), shown: () => notes.getSnapshot().value}
}

describe('the words on a screen', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are hidden after a start by itself, until somebody touches the screen', () => {
    const {touch, shown} = createNotesActor(false)
    expect(shown()).toBe('hidden')
    touch()
    vi.advanceTimersByTime(2 * MINUTE - 1)
    touch()
    vi.advanceTimersByTime(2 * MINUTE - 1)
    expect(shown()).toBe('shown')
    vi.advanceTimersByTime(1)
    expect(shown()).toBe('hidden')
  })

  it('are shown for a while to the person who has paired the screen', () => {
    const {shown} = createNotesActor(true)
    vi.advanceTimersByTime(2 * MINUTE - 1)
    expect(shown()).toBe('shown')
    vi.advanceTimersByTime(1)
    expect(shown()).toBe('hidden')
  })
})
