import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {watching} from '../../src/streams/watching'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('watching', () => {
  it('lasts for some time after each sign of a person', () => {
    const [signs, leaves] = [new Subject<void>(), new Subject<void>()]
    const heard: boolean[] = []
    watching({signs, leaves}).subscribe(({isWatched}) => heard.push(isWatched))
    signs.next()
    vi.advanceTimersByTime(15_000)
    signs.next()
    vi.advanceTimersByTime(15_000)
    expect(heard).toEqual([true])
    vi.advanceTimersByTime(5000)
    expect(heard).toEqual([true, false])
  })

  it('ends when the pointer leaves', () => {
    const [signs, leaves] = [new Subject<void>(), new Subject<void>()]
    const heard: boolean[] = []
    watching({signs, leaves}).subscribe(({isWatched}) => heard.push(isWatched))
    signs.next()
    leaves.next()
    vi.advanceTimersByTime(60_000)
    expect(heard).toEqual([true, false])
  })
})
