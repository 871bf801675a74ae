import {Subject, throwError} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import type {AlarmCounts} from '../../../src/domain/alarm'
import {alarmCounts} from '../../../src/streams/alarms/alarmCounts'
import {alarmEvents} from '../../../src/streams/alarms/alarmEvents'
import {alarm} from '../../machines/alarms/alarm'

const COUNTS: AlarmCounts = {
  unacknowledged: {warning: 0, critical: 1},
  active: {warning: 0, critical: 1},
  shelved: 0,
  outOfService: 0,
}

beforeEach(() => {
  vi.useFakeTimers({now: 0})
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the counts of alarms', () => {
  function count() {
    const polls = new Subject<void>()
    const answers: Subject<AlarmCounts>[] = []
    const told: string[] = []
    const load = () => {
      const answer = new Subject<AlarmCounts>()
      answers.push(answer)
      return answer
    }
    alarmCounts(polls, load).subscribe(({type}) => told.push(type))
    const answer = () => {
      answers.at(-1)?.next(COUNTS)
      answers.at(-1)?.complete()
    }
    return {polls, answers, told, answer}
  }

  it('are asked for at once, and after a storm of news once more', () => {
    const {polls, answers, told, answer} = count()
    expect(answers).toHaveLength(1)
    for (let news = 0; news < 50; news++) polls.next()
    expect(answers).toHaveLength(1)
    answer()
    for (let news = 0; news < 50; news++) polls.next()
    vi.advanceTimersByTime(999)
    expect([answers.length, told]).toEqual([1, ['alarms.counted']])
    vi.advanceTimersByTime(1)
    expect(answers).toHaveLength(2)
    answer()
    vi.advanceTimersByTime(5000)
    expect([answers.length, told]).toEqual([2, ['alarms.counted', 'alarms.counted']])
  })

  it('that can’t be had are asked for again with the next news', () => {
    const polls = new Subject<void>()
    const told: string[] = []
    alarmCounts(polls, () => throwError(() => new Error('away'))).subscribe(({type}) => told.push(type))
    vi.advanceTimersByTime(1000)
    polls.next()
    expect(told).toEqual(['alarms.uncounted', 'alarms.uncounted'])
  })
})

it('news of alarms come four times a second at most, and that they have moved at once', () => {
  const alarms = new Subject<readonly ReturnType<typeof alarm>[]>()
  const alarmsMoved = new Subject<void>()
  const told: unknown[] = []
  alarmEvents({alarms, alarmsMoved}).subscribe(event =>
    told.push(event.type === 'alarms.changed' ? event.alarms.map(({id}) => id) : event.type),
  )
  alarms.next([alarm('a')])
  alarms.next([alarm('b'), alarm('c')])
  alarmsMoved.next()
  vi.advanceTimersByTime(250)
  vi.advanceTimersByTime(250)
  expect(told).toEqual(['alarms.moved', ['a', 'b', 'c']])
})
