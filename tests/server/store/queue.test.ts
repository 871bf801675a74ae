import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {realTime} from '../../../server/scheduler'
import {createQueue} from '../../../server/store/queue'
import {MUST_NOT_FAIL} from '../../support/jobs'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const MINUTE = 60_000

it('looks when an item is due, although an older look that found none is answered after a newer one', async () => {
  const items: number[] = []
  const looks: ((dueAt: number | undefined) => void)[] = []
  const worked: number[] = []
  const queue = createQueue({
    claim: async () => items.shift(),
    work: async item => void worked.push(item),
    nextDueAt: () => new Promise(resolve => looks.push(resolve)),
    parallel: 1,
    scheduler: realTime,
    job: MUST_NOT_FAIL,
  })
  queue.wake()
  await vi.waitFor(() => expect(looks).toHaveLength(1))
  queue.wake()
  await vi.waitFor(() => expect(looks).toHaveLength(2))
  looks[1]?.(Date.now() + 2000)
  await vi.advanceTimersByTimeAsync(0)
  looks[0]?.(undefined)
  await vi.advanceTimersByTimeAsync(0)
  items.push(7)
  await vi.advanceTimersByTimeAsync(MINUTE / 2)
  expect(worked).toEqual([7])
})
