import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createUnderWay, realTime, type Scheduler, within} from '../../server/scheduler'
import {createVirtualTime, type VirtualTime} from '../support/virtualTime'

const START = 1_750_000_000_000

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
      now: START,
    }),
)
afterEach(() => void vi.useRealTimers())

interface Time extends Scheduler {
  advance(time: number): Promise<unknown>
}

const real = (): Time => ({...realTime, advance: time => vi.advanceTimersByTimeAsync(time)})

describe.each<[string, () => Time]>([
  ['real time', real],
  ['virtual time', () => createVirtualTime(START)],
])('%s', (_name, createTime) => {
  it('acts once after a while, at its time', async () => {
    const time = createTime()
    const acted: number[] = []
    time.after(1000, () => acted.push(time.now()))
    await time.advance(999)
    expect(acted).toEqual([])
    await time.advance(5000)
    expect(acted).toEqual([START + 1000])
  })

  it('acts again and again, until it is cancelled', async () => {
    const time = createTime()
    const acted: number[] = []
    const cancel = time.every(1000, () => acted.push(time.now() - START))
    await time.advance(3500)
    cancel()
    await time.advance(5000)
    expect(acted).toEqual([1000, 2000, 3000])
  })

  it('acts never again once it is cancelled by what it does', async () => {
    const time = createTime()
    let acted = 0
    const cancel = time.every(1000, () => {
      acted++
      cancel()
    })
    await time.advance(5000)
    expect(acted).toBe(1)
  })

  it('acts never after it is cancelled', async () => {
    const time = createTime()
    const act = vi.fn()
    time.after(1000, act)()
    await time.advance(5000)
    expect(act).not.toHaveBeenCalled()
  })

  it('ends a delay at its time, or when its signal aborts', async () => {
    const time = createTime()
    const ended: string[] = []
    const aborting = new AbortController()
    void time.delay(1000).then(() => ended.push('in time'))
    void time.delay(5000, aborting.signal).then(() => ended.push('aborted'))
    void time.delay(5000, AbortSignal.abort()).then(() => ended.push('aborted before'))
    await time.advance(1000)
    expect(ended).toEqual(['aborted before', 'in time'])
    aborting.abort()
    await time.advance(0)
    expect(ended).toEqual(['aborted before', 'in time', 'aborted'])
  })

  it('counts what has elapsed', async () => {
    const time = createTime()
    const began = time.elapsed()
    await time.advance(1500)
    expect(time.elapsed() - began).toBe(1500)
  })

  it('tells whether work has ended in time', async () => {
    const time = createTime()
    const inTime = within(time, 1000, time.delay(999))
    const late = within(time, 1000, time.delay(1001))
    await time.advance(2000)
    expect([await inTime, await late]).toEqual([true, false])
    await expect(within(time, 1000, Promise.reject(new Error('away')))).rejects.toThrow('away')
  })
})

describe('virtual time', () => {
  let time: VirtualTime
  let acted: string[]

  beforeEach(() => {
    time = createVirtualTime(START)
    acted = []
  })

  it('runs what comes due in the order of its time, also what was asked for in the meantime', async () => {
    time.after(300, () => acted.push('c'))
    time.after(100, () => {
      acted.push('a')
      time.after(100, () => acted.push('b'))
    })
    time.after(300, () => acted.push('d'))
    await time.advance(300)
    expect(acted).toEqual(['a', 'b', 'c', 'd'])
  })

  it('stands still, but for what is due at once', async () => {
    time.after(0, () => acted.push('at once'))
    time.after(1, () => acted.push('later'))
    await time.settled()
    expect([acted, time.now()]).toEqual([['at once'], START])
  })

  it('waits for what it has begun before it goes on', async () => {
    const {track, underWay} = createUnderWay()
    time.settled = async () => void (await underWay())
    for (const at of [1, 2]) {
      time.after(at, () =>
        track(
          (async () => {
            for (let turn = 0; turn < 50; turn++) await new Promise(resolve => setImmediate(resolve))
            acted.push(`${at} at ${time.elapsed()}`)
          })(),
        ),
      )
    }
    await time.advance(5)
    expect([acted, time.elapsed()]).toEqual([['1 at 1', '2 at 2'], 5])
  })

  it('is set without anything coming due', async () => {
    time.after(1000, () => acted.push('late'))
    time.set(START + 86_400_000)
    await time.settled()
    expect([acted, time.now() - START, time.elapsed()]).toEqual([[], 86_400_000, 0])
  })

  it('goes on by itself until a promise settles', async () => {
    await time.until(time.delay(700).then(() => time.delay(800)))
    expect(time.elapsed()).toBe(1500)
    await expect(time.until(time.delay(5).then(() => Promise.reject(new Error('away'))))).rejects.toThrow('away')
  })
})

describe('what is under way', () => {
  it('is nothing before anything began, and after all of it has ended, whether well or not', async () => {
    const {track, underWay} = createUnderWay()
    expect(underWay()).toBeUndefined()
    let fail = (_error: Error) => {}
    const failing = new Promise<void>((_resolve, reject) => {
      fail = reject
    })
    await expect(track(Promise.reject(new Error('away')))).rejects.toThrow('away')
    track(failing).catch(() => {})
    expect(underWay()).toBeInstanceOf(Promise)
    fail(new Error('away'))
    await underWay()
    expect(underWay()).toBeUndefined()
  })
})
