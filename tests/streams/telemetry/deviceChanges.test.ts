import {Subject} from 'rxjs'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import type {DeviceEntry} from '../../../src/domain/telemetry/devices/device'
import type {DeviceChanges} from '../../../src/domain/telemetry/devices/deviceChanges'
import {deviceChanges} from '../../../src/streams/telemetry/deviceChanges'
import {device} from '../../support/device'

const came = (id: string): DeviceChanges => ({devices: [device(id)], goneIds: [], isAll: false})
const went = (id: string): DeviceChanges => ({devices: [], goneIds: [id], isAll: false})

function createNews() {
  const [changes, gaps] = [new Subject<DeviceChanges>(), new Subject<void>()]
  const answers: Subject<readonly DeviceEntry[]>[] = []
  const told: DeviceChanges[] = []
  const load = () => {
    const answer = new Subject<readonly DeviceEntry[]>()
    answers.push(answer)
    return answer
  }
  deviceChanges({changes, gaps, load}).subscribe(event => told.push(event.changes))
  return {changes, gaps, answers, told}
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('tells the news of a second together', () => {
  const {changes, told} = createNews()
  changes.next(came('a'))
  vi.advanceTimersByTime(900)
  changes.next(came('b'))
  expect(told).toEqual([])
  vi.advanceTimersByTime(100)
  expect(told).toEqual([{devices: [device('a'), device('b')], goneIds: [], isAll: false}])
  vi.advanceTimersByTime(5000)
  changes.next(went('a'))
  vi.advanceTimersByTime(1000)
  expect(told.slice(1)).toEqual([went('a')])
})

it('tells the whole list after a gap, with what was told while it was asked for', () => {
  const {changes, gaps, answers, told} = createNews()
  gaps.next()
  changes.next(went('a'))
  vi.advanceTimersByTime(2000)
  expect(told).toEqual([went('a')])
  answers[0]?.next([device('a'), device('b')])
  vi.advanceTimersByTime(1000)
  expect(told.slice(1)).toEqual([{devices: [device('b')], goneIds: ['a'], isAll: true}])
})

it('asks for the list again after the next gap when it failed', () => {
  const {gaps, answers, told} = createNews()
  gaps.next()
  answers[0]?.error(new Error('away'))
  gaps.next()
  answers[1]?.next([])
  vi.advanceTimersByTime(1000)
  expect(told).toEqual([{devices: [], goneIds: [], isAll: true}])
})
