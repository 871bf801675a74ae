import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {coalesce} from '../../../../server/live/rooms/coalesce'
import {realTime} from '../../../../server/scheduler'

beforeEach(() => {
  vi.useFakeTimers({toFake: ['setTimeout', 'performance']})
})
afterEach(() => {
  vi.useRealTimers()
})

/** `turns`: the items passed on, and their times. */
function createTurns(takes: number) {
  const turns: [at: number, ...items: string[]][] = []
  const startedAt = performance.now()
  const add = coalesce<string>(realTime, items => {
    turns.push([performance.now() - startedAt, ...items])
    vi.advanceTimersByTime(takes)
  })
  return {turns, add}
}

describe('what comes', () => {
  it('is handed on at once when nothing else comes', () => {
    const {turns, add} = createTurns(10)

    add(['a'])
    vi.advanceTimersByTime(1000)
    add(['b', 'c'])

    expect(turns).toEqual([
      [0, 'a'],
      [1010, 'b', 'c'],
    ])
  })

  it('right after a turn waits as long as that took, and goes together', () => {
    const {turns, add} = createTurns(10)

    add(['a'])
    add(['b'])
    vi.advanceTimersByTime(9)
    add(['c'])
    expect(turns).toEqual([[0, 'a']])
    vi.advanceTimersByTime(1)

    expect(turns).toEqual([
      [0, 'a'],
      [20, 'b', 'c'],
    ])
  })

  it('to nothing is no turn', () => {
    const {turns, add} = createTurns(10)

    add([])

    expect(turns).toEqual([])
  })
})
