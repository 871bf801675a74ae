import {NEVER} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, setup} from 'xstate'
import type {RefreshDue} from '../../src/machines/resource'
import {resourceSources} from '../../src/wiring/resource'

beforeEach(() => {
  vi.useFakeTimers({now: 0})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function createRefreshes(pause: number | null) {
  const due: number[] = []
  const {refreshes} = resourceSources({links: NEVER})
  const actor = createActor(
    setup({types: {} as {events: RefreshDue}, actors: {refreshes}}).createMachine({
      invoke: {src: 'refreshes', input: {pause}},
      on: {'refresh.due': {actions: () => due.push(Date.now())}},
    }),
  ).start()
  return {due, actor}
}

describe('a resource', () => {
  it('is due after its pause, and not while the page is hidden', () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
    const show = (state: 'visible' | 'hidden') => {
      visibility.mockReturnValue(state)
      document.dispatchEvent(new Event('visibilitychange'))
    }
    const {due, actor} = createRefreshes(3000)
    vi.advanceTimersByTime(2999)
    expect(due).toEqual([])
    vi.advanceTimersByTime(1)
    expect(due).toEqual([3000])
    show('hidden')
    vi.advanceTimersByTime(60_000)
    show('visible')
    vi.advanceTimersByTime(1)
    expect(due).toEqual([3000, 63_000])
    actor.stop()
  })

  it('is never due without a pause', () => {
    const {due, actor} = createRefreshes(null)
    vi.advanceTimersByTime(60_000)
    expect([due, vi.getTimerCount()]).toEqual([[], 0])
    actor.stop()
  })
})
