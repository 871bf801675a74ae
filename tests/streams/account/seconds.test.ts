import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {seconds} from '../../../src/streams/account/seconds'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('tells of each second, and of none when nobody listens any more', () => {
  const heard: string[] = []
  const subscription = seconds().subscribe(({type}) => heard.push(type))
  vi.advanceTimersByTime(2999)
  expect(heard).toEqual(['second.passed', 'second.passed'])
  subscription.unsubscribe()
  vi.advanceTimersByTime(5000)
  expect(heard).toHaveLength(2)
})
