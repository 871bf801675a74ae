import {BehaviorSubject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {minuteTicks, pollTicks, visibility} from '../../src/streams/ticks'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({now: 0})
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the ticks of the minute', () => {
  const listen = () => {
    const ticks: number[] = []
    const subscription = minuteTicks(MINUTE, Date.now).subscribe(({at}) => ticks.push(at))
    return {ticks, subscription}
  }

  it('come each minute after the start', () => {
    const {ticks} = listen()
    vi.advanceTimersByTime(3 * MINUTE + 1)
    expect(ticks).toEqual([MINUTE, 2 * MINUTE, 3 * MINUTE])
  })

  it('stay on their second after one that came late', () => {
    const {ticks} = listen()
    vi.setSystemTime(20_000) // the machine was busy: the timer fires as the clock shows 80 s
    vi.advanceTimersByTime(MINUTE)
    vi.advanceTimersByTime(40_000)
    expect(ticks).toEqual([80_000, 2 * MINUTE])
  })

  it('go on after the clock was set back', () => {
    const {ticks} = listen()
    vi.advanceTimersByTime(MINUTE)
    vi.setSystemTime(-10 * MINUTE)
    vi.advanceTimersByTime(2 * MINUTE)
    expect(ticks.length).toBe(3)
  })

  it('end with their listener', () => {
    const {ticks, subscription} = listen()
    subscription.unsubscribe()
    vi.advanceTimersByTime(5 * MINUTE)
    expect([ticks, vi.getTimerCount()]).toEqual([[], 0])
  })
})

describe('the ticks of a poll', () => {
  const listen = (isVisible = true) => {
    const visible = new BehaviorSubject(isVisible)
    const ticks: number[] = []
    pollTicks(MINUTE, visible).subscribe(({at}) => ticks.push(at))
    return {ticks, visible}
  }

  it('come each minute while the page is shown', () => {
    const {ticks} = listen()
    vi.advanceTimersByTime(2 * MINUTE + 1)
    expect(ticks).toEqual([MINUTE, 2 * MINUTE])
  })

  it('stop while it is hidden, and come at once when it is shown after longer than a minute', () => {
    const {ticks, visible} = listen()
    visible.next(false)
    vi.advanceTimersByTime(5 * MINUTE)
    expect(ticks).toEqual([])
    visible.next(true)
    vi.advanceTimersByTime(1)
    expect(ticks).toEqual([5 * MINUTE])
    vi.advanceTimersByTime(MINUTE)
    expect(ticks).toEqual([5 * MINUTE, 6 * MINUTE])
  })

  it('come when they are due when it was hidden for a moment', () => {
    const {ticks, visible} = listen()
    vi.advanceTimersByTime(20_000)
    visible.next(false)
    visible.next(true)
    vi.advanceTimersByTime(40_000)
    expect(ticks).toEqual([MINUTE])
  })
})

describe('visibility', () => {
  it('is told at once and at each change', () => {
    const page = Object.assign(new EventTarget(), {visibilityState: 'visible'})
    const told: boolean[] = []
    visibility(page).subscribe(isVisible => told.push(isVisible))
    for (const state of ['visible', 'hidden', 'hidden', 'visible']) {
      page.visibilityState = state
      page.dispatchEvent(new Event('visibilitychange'))
    }
    expect(told).toEqual([true, false, true])
  })
})
