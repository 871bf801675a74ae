import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import type {LiveAttribute} from '../../../contract/wire/telemetry/live'
import {createAttributePolls} from '../../../server/deviceApi/polls'
import {realTime} from '../../../server/scheduler'

const SECOND = 1000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const written = (attributeKey: string, long_v: number, attributeType: 0 | 1 | 2 = 2, entityId = 'pump') => ({
  written: {id: 'a', entityId, attributeType, attributeKey, long_v, lastUpdateTs: 0, version: 1},
})
const deleted = (attributeKey: string) => ({
  deleted: {entityId: 'pump', attributeType: 2 as const, attributeKey, at: 0},
})

function createPolls() {
  const polls = createAttributePolls(realTime)
  const closing = new AbortController()
  const wait = (timeout = 60 * SECOND, device = 'pump') => polls.wait(device, timeout, closing.signal)
  return {...polls, wait, closing}
}

describe('a poll', () => {
  it.each<[string, LiveAttribute[], object]>([
    ['a written attribute', [written('a', 1)], {a: 1}],
    ['several', [written('a', 1), written('b', 2), written('a', 3)], {a: 3, b: 2}],
    ['a deleted one', [deleted('a')], {deleted: ['a']}],
    ['both', [written('a', 1), deleted('b'), deleted('c')], {a: 1, deleted: ['b', 'c']}],
  ])('is answered by %s', async (_what, news, updates) => {
    const {wait, notify} = createPolls()
    const [one, other] = [wait(), wait()]

    notify(news)

    expect(await one).toEqual({kind: 'updated', updates})
    expect(await other).toEqual({kind: 'updated', updates})
  })

  it('goes on at news of other scopes and other devices, until its time has passed', async () => {
    const {wait, notify} = createPolls()
    const outcome = wait(5 * SECOND)

    notify([written('a', 1, 0), written('a', 1, 1), written('a', 1, 2, 'crane')])
    vi.advanceTimersByTime(5 * SECOND)

    expect(await outcome).toEqual({kind: 'timedOut'})
  })

  it('ends when its device is deleted', async () => {
    const {wait, endDeleted} = createPolls()
    const outcome = wait()

    endDeleted(['crane', 'pump'])

    expect(await outcome).toEqual({kind: 'deviceDeleted'})
  })

  it('ends when the device goes away, and when the server closes; after that none waits', async () => {
    const {wait, close, closing, polls} = {...createPolls(), polls: createAttributePolls(realTime)}
    const [own, others] = [wait(), polls.wait('pump', SECOND, new AbortController().signal)]

    closing.abort()
    polls.close()

    expect(await own).toEqual({kind: 'timedOut'})
    expect(await others).toEqual({kind: 'timedOut'})
    close()
    expect(await wait()).toEqual({kind: 'timedOut'})
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is refused when a device waits too often, and taken again when one has ended', async () => {
    const {wait, notify} = createPolls()
    const polls = Array.from({length: 5}, () => wait())

    await expect(wait()).rejects.toMatchObject({statusCode: 429})
    notify([written('a', 1)])
    await Promise.all(polls)
    const next = wait(SECOND)
    vi.advanceTimersByTime(SECOND)

    expect(await next).toEqual({kind: 'timedOut'})
  })
})
