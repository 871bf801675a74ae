import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {NO_SERIES, type Series} from '../../../src/domain/telemetry/series/series'
import type {SparklineId} from '../../../src/domain/telemetry/series/sparkline'
import {type SparklineEvent, sparklines} from '../../../src/streams/telemetry/sparklines'

const of = (...deviceIds: string[]): SparklineId[] => deviceIds.map(deviceId => ({deviceId, key: 'k'}))

function createSparklines() {
  const requested = new Subject<readonly SparklineId[]>()
  const polls = new Subject<void>()
  const asked: string[] = []
  const answers = new Map<string, Subject<Series>>()
  const events: SparklineEvent[] = []
  const load = ({deviceId, key}: SparklineId) => {
    const id = `${deviceId} ${key}`
    asked.push(id)
    const answer = new Subject<Series>()
    answers.set(id, answer)
    return answer
  }
  const subscription = sparklines({requested, polls, load}).subscribe(event => events.push(event))
  const answer = (id: string) => {
    answers.get(id)?.next(NO_SERIES)
    answers.get(id)?.complete()
  }
  const fail = (id: string) => answers.get(id)?.error(new Error('away'))
  return {requested, polls, asked, events, answer, fail, answers, subscription}
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the small charts', () => {
  it('are asked for two at a time, as they come into view', () => {
    const {requested, asked, answer, events} = createSparklines()
    expect(asked).toEqual([])
    requested.next(of('a', 'b', 'c'))
    expect(asked).toEqual(['a k', 'b k'])
    answer('a k')
    expect(asked).toEqual(['a k', 'b k', 'c k'])
    expect(events).toEqual([{type: 'sparkline.received', deviceId: 'a', key: 'k', series: NO_SERIES}])
  })

  it('are not asked for when they went out of view before their turn', () => {
    const {requested, asked, answer} = createSparklines()
    requested.next(of('a', 'b', 'c', 'd'))
    requested.next(of('x'))
    answer('a k')
    answer('b k')
    expect(asked).toEqual(['a k', 'b k', 'x k'])
  })

  it('are asked for once, however often they come into view, and anew for another key', () => {
    const {requested, asked, answer} = createSparklines()
    requested.next(of('a'))
    answer('a k')
    requested.next([])
    requested.next(of('a'))
    requested.next([{deviceId: 'a', key: 'temperature'}])
    expect(asked).toEqual(['a k', 'a temperature'])
  })

  it('in view are asked for again in a new round', () => {
    const {requested, polls, asked, answer} = createSparklines()
    requested.next(of('a', 'b'))
    answer('a k')
    answer('b k')
    requested.next(of('b'))
    polls.next()
    expect(asked).toEqual(['a k', 'b k', 'b k'])
  })

  it('that can’t be had are told of, make way for others, and are tried again after ten seconds', () => {
    const {requested, asked, events, fail} = createSparklines()
    requested.next(of('a', 'b', 'c'))
    fail('a k')
    expect(asked).toEqual(['a k', 'b k', 'c k'])
    expect(events).toEqual([{type: 'sparkline.missed', deviceId: 'a', key: 'k', error: new Error('away')}])
    fail('c k')
    vi.advanceTimersByTime(9999)
    expect(asked).toHaveLength(3)
    vi.advanceTimersByTime(1)
    expect(asked.slice(3)).toEqual(['a k'])
  })

  it('that can’t be had are left alone while they are out of view', () => {
    const {requested, asked, fail} = createSparklines()
    requested.next(of('a'))
    fail('a k')
    requested.next([])
    vi.advanceTimersByTime(60_000)
    expect(asked).toEqual(['a k'])
    requested.next(of('a'))
    expect(asked).toEqual(['a k', 'a k'])
  })

  it('are given up with their listener', () => {
    const {requested, answers, fail, asked, subscription} = createSparklines()
    requested.next(of('a', 'b'))
    fail('a k')
    subscription.unsubscribe()
    vi.advanceTimersByTime(60_000)
    expect([answers.get('b k')?.observed, asked.length]).toEqual([false, 2])
  })
})
