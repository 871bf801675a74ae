import {describe, expect, it} from 'vitest'
import {mapInSlices} from '../../../src/streams/console/mapInSlices'

const busyFor = (milliseconds: number) => {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

describe('work that does not hold up the page', () => {
  it('maps in order', async () => {
    const items = Array.from({length: 5000}, (_, at) => at)
    expect(await mapInSlices(items, item => item * 2, new AbortController().signal)).toEqual(
      items.map(item => item * 2),
    )
  })

  it('lets other tasks run between its items', async () => {
    const order: string[] = []
    const working = mapInSlices(
      ['a', 'b', 'c'],
      item => {
        order.push(item)
        busyFor(20)
      },
      new AbortController().signal,
    )
    setTimeout(() => order.push('other'))
    await working
    expect(order.indexOf('other')).toBeLessThan(3)
  })

  it('ends when it is aborted', async () => {
    const abort = new AbortController()
    const done: string[] = []
    const working = mapInSlices(
      ['a', 'b', 'c'],
      item => {
        done.push(item)
        abort.abort(new Error('enough'))
        busyFor(20)
      },
      abort.signal,
    )
    await expect(working).rejects.toThrow('enough')
    expect(done).toEqual(['a'])
  })
})
