import {Subject} from 'rxjs'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {expiries} from '../../../src/streams/media/expiry'

beforeEach(() => {
  vi.useFakeTimers({now: 0})
})
afterEach(() => {
  vi.useRealTimers()
})

it('tells the exact moment of what was awaited last', () => {
  const awaited = new Subject<number | null>()
  const told: number[] = []
  expiries(awaited, Date.now).subscribe(({at}) => told.push(at))
  awaited.next(5000)
  awaited.next(8000)
  vi.advanceTimersByTime(7999)
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)
  expect(told).toEqual([8000])
  awaited.next(20_000)
  awaited.next(null)
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual([8000])
})

it('tells at once what has expired already', () => {
  const awaited = new Subject<number | null>()
  const told: number[] = []
  expiries(awaited, Date.now).subscribe(({at}) => told.push(at))
  vi.advanceTimersByTime(3000)
  awaited.next(1000)
  vi.advanceTimersByTime(0)
  expect(told).toEqual([3000])
})
