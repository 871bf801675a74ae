import {Subject} from 'rxjs'
import {expect, it, vi} from 'vitest'
import type {Alarm} from '../../../src/domain/alarm'
import {activeAlarms} from '../../../src/streams/alarms/activeAlarms'
import {alarm} from '../../machines/alarms/alarm'

function createAlarms() {
  const [updates, polls] = [new Subject<readonly Alarm[]>(), new Subject<void>()]
  const asked: Subject<readonly Alarm[]>[] = []
  const told: [isAll: boolean, ...ids: string[]][] = []
  const load = () => {
    const answer = new Subject<readonly Alarm[]>()
    asked.push(answer)
    return answer
  }
  activeAlarms({load, updates, polls}).subscribe(({isAll, alarms}) => told.push([isAll, ...alarms.map(({id}) => id)]))
  return {updates, polls, asked, told}
}

it('tells what has changed while the list was read once more after the list, which may be older', () => {
  const {updates, asked, told} = createAlarms()
  updates.next([alarm('1')])
  asked[0]?.next([alarm('1'), alarm('2')])
  updates.next([alarm('3')])
  expect(told).toEqual([
    [false, '1'],
    [true, '1', '2'],
    [false, '1'],
    [false, '3'],
  ])
})

it('asks again in each round, also after a call that failed', () => {
  const {polls, asked, told} = createAlarms()
  asked[0]?.error(new Error('away'))
  polls.next()
  asked[1]?.next([alarm('2')])
  expect(told).toEqual([[true, '2'], [false]])
})

it('asks again ten seconds after a call that failed, where no round comes', async () => {
  vi.useFakeTimers()
  const {asked, told} = createAlarms()
  asked[0]?.error(new Error('away'))
  await vi.advanceTimersByTimeAsync(10_000)
  asked[1]?.next([alarm('2')])
  vi.useRealTimers()
  expect(told).toEqual([[true, '2'], [false]])
})
