import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {type ClockEvent, clock, createClock} from '../../src/streams/clock'

beforeEach(() => void vi.useFakeTimers({now: 1_000_000}))
afterEach(() => void vi.useRealTimers())

function watchClock() {
  const told: ClockEvent[] = []
  const subscription = clock({monotonic: () => performance.now()}).subscribe(event => told.push(event))
  return {told, stop: () => subscription.unsubscribe()}
}

const jumps = (told: readonly ClockEvent[]) => told.filter(({type}) => type === 'clock.jumped')

describe('the clock', () => {
  it('ticks at once and each second', () => {
    const {told, stop} = watchClock()
    vi.advanceTimersByTime(2000)
    stop()
    vi.advanceTimersByTime(2000)
    expect(told).toEqual([
      {type: 'clock.ticked', at: 1_000_000},
      {type: 'clock.ticked', at: 1_001_000},
      {type: 'clock.ticked', at: 1_002_000},
    ])
  })

  it('tells another clock than this machine’s, and takes a better knowledge of it for no jump', () => {
    const told: ClockEvent[] = []
    let ahead = 0
    const subscription = clock({monotonic: () => performance.now(), now: () => Date.now() + ahead}).subscribe(event =>
      told.push(event),
    )
    ahead = 7_200_000
    vi.advanceTimersByTime(1000)
    subscription.unsubscribe()
    expect(told).toEqual([
      {type: 'clock.ticked', at: 1_000_000},
      {type: 'clock.ticked', at: 8_201_000},
    ])
  })

  it('that several share ticks for them at the same moment, in their order, and when it is asked to', () => {
    const {ticks, tick} = createClock({monotonic: () => performance.now()})
    const told: [string, number][] = []
    const first = ticks().subscribe(({at}) => told.push(['first', at]))
    vi.advanceTimersByTime(400)
    const second = ticks(() => Date.now() + 7).subscribe(({at}) => told.push(['second', at]))
    tick()
    vi.advanceTimersByTime(600)
    first.unsubscribe()
    second.unsubscribe()
    tick()
    expect(told).toEqual([
      ...[['first', 1_000_000] as const, ['second', 1_000_407] as const],
      ...[['first', 1_000_400] as const, ['second', 1_000_407] as const],
      ...[['first', 1_001_000] as const, ['second', 1_001_007] as const],
    ])
  })

  it.each([
    ['forwards', 3_600_000],
    ['backwards', -3_600_000],
  ])('tells once that it was set %s', (_, by) => {
    const {told} = watchClock()
    vi.advanceTimersByTime(1000)
    vi.setSystemTime(Date.now() + by)
    vi.advanceTimersByTime(3000)
    expect(jumps(told)).toEqual([{type: 'clock.jumped', at: 1_002_000 + by}])
  })

  it('takes a small correction for what it is', () => {
    const {told} = watchClock()
    vi.setSystemTime(Date.now() + 1500)
    vi.advanceTimersByTime(3000)
    expect(jumps(told)).toEqual([])
  })

  it('takes a minute without a call for a hidden page', () => {
    const {told} = watchClock()
    vi.setSystemTime(Date.now() + 59_000)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
    vi.advanceTimersByTime(1000)
    expect(jumps(told)).toEqual([])
    vi.restoreAllMocks()
  })

  it('takes a longer one for a sleep, also where the monotonic clock went on', () => {
    const {told} = watchClock()
    vi.setSystemTime(Date.now() + 600_000)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 601_000)
    vi.advanceTimersByTime(1000)
    expect(jumps(told)).toHaveLength(1)
    vi.restoreAllMocks()
  })
})
