import {of, Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {readingsOfView} from '../../../src/streams/telemetry/readingsOfView'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function createView(subscribe: (ids: readonly string[]) => Promise<unknown> = async () => {}) {
  const shown = new Subject<readonly string[]>()
  const done: string[] = []
  readingsOfView({
    shown,
    subscribe: ids => {
      done.push(`subscribe ${ids}`)
      return subscribe(ids)
    },
    read: ids => of(`read ${ids}`),
  }).subscribe(read => done.push(read))
  return {done, show: (...ids: string[]) => shown.next(ids)}
}

describe('the devices in view', () => {
  it('are subscribed at once, and read after that', async () => {
    const {done, show} = createView()
    show('a', 'b')
    expect(done).toEqual(['subscribe a,b'])
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toEqual(['subscribe a,b', 'read a,b'])
  })

  it('are asked for once they stay, while others are scrolled past', async () => {
    const {done, show} = createView()
    show('a')
    show('b')
    show('c')
    await vi.advanceTimersByTimeAsync(150)
    expect(done).toEqual(['subscribe a', 'read a', 'subscribe c', 'read c'])
  })

  it('are read although the socket does not answer, and subscribed although there are none', async () => {
    const {done, show} = createView(() => Promise.reject(new Error('no')))
    show('a')
    await vi.advanceTimersByTimeAsync(150)
    show()
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toEqual(['subscribe a', 'read a', 'subscribe '])
  })
})
