// @vitest-environment jsdom
import {Subject} from 'rxjs'
import {afterEach, describe, expect, it, vi} from 'vitest'
import {animationFrames, batchedPerFrame, painted} from '../../../src/streams/telemetry/frames'

afterEach(() => void vi.useRealTimers())

function createFrames() {
  const waiting = new Set<() => void>()
  const frames = (callback: () => void) => {
    waiting.add(callback)
    return () => void waiting.delete(callback)
  }
  const draw = () => {
    const due = [...waiting]
    waiting.clear()
    for (const callback of due) callback()
  }
  return {frames, draw, waiting}
}

function watchBatches() {
  const source = new Subject<readonly number[]>()
  const {frames, draw, waiting} = createFrames()
  const told: (readonly number[])[] = []
  const subscription = source.pipe(batchedPerFrame(frames)).subscribe(batch => told.push(batch))
  return {source, draw, waiting, told, subscription}
}

describe('batches', () => {
  it('come at once after a frame without news, and then once a frame, in order', () => {
    const {source, draw, told} = watchBatches()
    source.next([1, 2])
    source.next([3])
    source.next([4])
    expect(told).toEqual([[1, 2]])
    draw()
    expect(told).toEqual([
      [1, 2],
      [3, 4],
    ])
    draw()
    draw()
    source.next([5])
    expect(told).toEqual([[1, 2], [3, 4], [5]])
  })

  it('ask for no frame while nothing comes, and none after the end', () => {
    const {source, waiting, subscription, draw, told} = watchBatches()
    expect(waiting.size).toBe(0)
    source.next([1])
    draw()
    expect(waiting.size).toBe(0)
    source.next([2])
    source.next([3])
    subscription.unsubscribe()
    draw()
    expect([waiting.size, told]).toEqual([0, [[1], [2]]])
  })

  it('pass an error on', () => {
    const {source, subscription} = watchBatches()
    const failed = vi.fn()
    source.pipe(batchedPerFrame(() => () => {})).subscribe({error: failed})
    subscription.unsubscribe()
    source.error(new Error('gone'))
    expect(failed).toHaveBeenCalledTimes(1)
  })
})

describe('an animation frame', () => {
  it('comes by itself on a hidden page, which draws none', () => {
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']})
    vi.stubGlobal('requestAnimationFrame', () => 1)
    const callback = vi.fn()
    animationFrames(callback)
    vi.advanceTimersByTime(250)
    expect(callback).toHaveBeenCalledTimes(1)
    vi.unstubAllGlobals()
  })

  it('comes once, and not at all when called off', () => {
    vi.useFakeTimers()
    const [kept, calledOff] = [vi.fn(), vi.fn()]
    animationFrames(kept)
    animationFrames(calledOff)()
    vi.advanceTimersByTime(1000)
    expect([kept, calledOff].map(callback => callback.mock.calls.length)).toEqual([1, 0])
  })
})

describe('a page that gets no time', () => {
  it('keeps no more than it needs', () => {
    const source = new Subject<readonly number[]>()
    const {frames, draw} = createFrames()
    const told: number[] = []
    const onlyOnce = (batch: readonly number[]) => [...new Set(batch)]
    source.pipe(batchedPerFrame(frames, onlyOnce)).subscribe(batch => told.push(batch.length))
    source.next([0])
    for (let turn = 0; turn < 100; turn++) source.next(Array.from({length: 1000}, (_, at) => at))
    draw()
    expect(told.length).toBe(2)
    expect(told[1]).toBeLessThan(7000)
  })
})

describe('what there is to show', () => {
  it('is painted when the frame after the next one begins', () => {
    vi.useFakeTimers()
    const done = vi.fn()
    painted.subscribe({complete: done})
    vi.advanceTimersToNextFrame()
    expect(done).not.toHaveBeenCalled()
    vi.advanceTimersToNextFrame()
    expect(done).toHaveBeenCalledOnce()
  })

  it('is not waited for any more by who has left', () => {
    vi.useFakeTimers()
    const done = vi.fn()
    const subscription = painted.subscribe({complete: done})
    vi.advanceTimersToNextFrame()
    subscription.unsubscribe()
    vi.advanceTimersToNextFrame()
    expect(done).not.toHaveBeenCalled()
  })
})
