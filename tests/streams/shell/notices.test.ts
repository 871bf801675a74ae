import {BehaviorSubject, Subject} from 'rxjs'
import {expect, it} from 'vitest'
import type {SystemNotice} from '../../../src/domain/shell/notice'
import {systemNotices} from '../../../src/streams/shell/notices'

const FILLING: SystemNotice = {
  kind: 'disk',
  level: 'warning',
  holds: ['data'],
  folder: '/data',
  usedPercent: 83,
  freeBytes: 17,
}

it('asks at once and in each round where it is offered, keeps what a failed call does not tell, and ends with the offer', () => {
  const isOffered = new BehaviorSubject(false)
  const polls = new Subject<void>()
  const calls: Subject<readonly SystemNotice[]>[] = []
  const told: number[] = []
  const load = () => {
    const answer = new Subject<readonly SystemNotice[]>()
    calls.push(answer)
    return answer
  }
  systemNotices({isOffered, load, polls}).subscribe(({notices}) => told.push(notices.length))
  polls.next()
  expect(calls).toEqual([])

  isOffered.next(true)
  calls[0]?.next([FILLING])
  calls[0]?.complete()
  polls.next()
  calls[1]?.error(new Error('away'))
  polls.next()
  polls.next()
  expect([calls.length, told]).toEqual([3, [0, 1]])
  isOffered.next(false)
  expect(told).toEqual([0, 1, 0])
})
