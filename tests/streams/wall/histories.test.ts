import {Observable, Subject, type Subscriber} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import type {SparklineId} from '../../../src/domain/telemetry/series/sparkline'
import type {FoundHistory} from '../../../src/domain/wall/histories'
import {type HistoriesEvent, histories} from '../../../src/streams/wall/histories'

const of = (...deviceIds: string[]): SparklineId[] => deviceIds.map(deviceId => ({deviceId, key: 'k'}))
const found = (...deviceIds: string[]): FoundHistory[] =>
  of(...deviceIds).map(id => ({...id, averages: {points: [], gaps: [], isTruncated: false}}))

function createHistories() {
  const requested = new Subject<readonly SparklineId[]>()
  const polls = new Subject<void>()
  const [asked, aborted, events]: [string[], string[], HistoriesEvent[]] = [[], [], []]
  let underWay: Subscriber<readonly FoundHistory[]> | undefined
  const load = (ids: readonly SparklineId[]) =>
    new Observable<readonly FoundHistory[]>(subscriber => {
      const names = ids.map(({deviceId}) => deviceId).join('')
      asked.push(names)
      underWay = subscriber
      return () => {
        if (!subscriber.closed || underWay === subscriber) aborted.push(names)
      }
    })
  const subscription = histories({requested, polls, load}).subscribe(event => events.push(event))
  const settle = (end: (call: Subscriber<readonly FoundHistory[]>) => void) => {
    const call = underWay
    underWay = undefined
    if (call !== undefined) end(call)
  }
  return {
    requested,
    polls,
    asked,
    aborted,
    events,
    subscription,
    answer: (...deviceIds: string[]) =>
      settle(call => {
        call.next(found(...deviceIds))
        call.complete()
      }),
    fail: () => settle(call => call.error('away')),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the small charts of a page', () => {
  it('are asked for in one call, and those that come later in the next', () => {
    const {requested, asked, answer, events} = createHistories()
    requested.next(of('a', 'b'))
    requested.next(of('a', 'b', 'c', 'd'))
    expect(asked).toEqual(['ab'])
    answer('a', 'b')
    answer('c', 'd')
    requested.next(of('d', 'a'))
    expect(asked).toEqual(['ab', 'cd'])
    expect(events).toEqual([
      {type: 'histories.received', found: found('a', 'b')},
      {type: 'histories.received', found: found('c', 'd')},
    ])
  })

  it('are no longer asked for when none of them is in view, and anew when they come back', () => {
    const {requested, asked, aborted, answer} = createHistories()
    requested.next(of('a', 'b'))
    requested.next(of('b'))
    expect(aborted).toEqual([])
    requested.next(of('c'))
    expect([asked, aborted]).toEqual([['ab', 'c'], ['ab']])
    answer('c')
    requested.next(of('a'))
    expect(asked).toEqual(['ab', 'c', 'a'])
  })

  it('are asked for again in each round', () => {
    const {requested, polls, asked, answer} = createHistories()
    requested.next(of('a'))
    answer('a')
    polls.next()
    expect(asked).toEqual(['a', 'a'])
    polls.next()
    answer('a')
    expect(asked).toEqual(['a', 'a', 'a'])
  })

  it('are asked for again ten seconds after a call failed', () => {
    const {requested, asked, fail, events} = createHistories()
    requested.next(of('a'))
    fail()
    expect(events).toEqual([{type: 'histories.missed', error: 'away'}])
    vi.advanceTimersByTime(9999)
    expect(asked).toEqual(['a'])
    vi.advanceTimersByTime(1)
    expect(asked).toEqual(['a', 'a'])
  })

  it('are left alone when nobody listens any more', () => {
    const {requested, aborted, subscription} = createHistories()
    requested.next(of('a'))
    subscription.unsubscribe()
    expect(aborted).toEqual(['a'])
    vi.advanceTimersByTime(60_000)
  })
})
