import {Subject} from 'rxjs'
import {describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import {notesMachine} from '../../../src/machines/player/notes'

const MINUTE = 60_000

describe('the notes beside the videos', () => {
  it('are for those who set the screen up, and hidden from passers-by afterwards', () => {
    vi.useFakeTimers()
    const touches = new Subject<{type: 'screen.touched'}>()
    const notes = createActor(notesMachine.provide({actors: {touches: fromEventObservable(() => touches)}})).start()
    const shown = () => notes.getSnapshot().value
    vi.advanceTimersByTime(2 * MINUTE - 1)
    expect(shown()).toBe('shown')
    vi.advanceTimersByTime(1)
    expect(shown()).toBe('hidden')
    touches.next({type: 'screen.touched'})
    vi.advanceTimersByTime(2 * MINUTE - 1)
    touches.next({type: 'screen.touched'})
    vi.advanceTimersByTime(2 * MINUTE - 1)
    expect(shown()).toBe('shown')
    vi.advanceTimersByTime(1)
    expect(shown()).toBe('hidden')
    vi.useRealTimers()
  })
})
