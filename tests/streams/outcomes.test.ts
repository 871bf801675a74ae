import {NEVER, Subject} from 'rxjs'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import type {Outcome, Result} from '../../src/domain/failure'
import {outcomes} from '../../src/streams/outcomes'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

interface Started {
  id: string
  signal: AbortSignal
  finish(result?: Result): void
  fail(error: unknown): void
}

/** Work that is finished by hand. */
function createWork(count: number, cancelled: Subject<void> | typeof NEVER = NEVER) {
  const started: Started[] = []
  const told: (readonly Outcome[] | 'ended')[] = []
  const act = ({id}: {id: string}, signal: AbortSignal) =>
    new Promise<Result | undefined>((finish, fail) => {
      started.push({id, signal, finish: result => finish(result), fail})
    })
  const items = Array.from({length: count}, (_, at) => ({id: String(at)}))
  const subscription = outcomes({items, act, failed: 'Failed.', cancelled}).subscribe({
    next: each => told.push(each),
    complete: () => told.push('ended'),
  })
  return {started, told, subscription, begun: () => started.map(({id}) => id)}
}

const refusal = {kind: 'refused', status: 409, serverMessage: 'Taken.'}

it('does a few at once, and the next when one is done', async () => {
  const {started, begun} = createWork(8)
  expect(begun()).toEqual(['0', '1', '2', '3', '4', '5'])
  started[3]?.finish()
  await vi.advanceTimersByTimeAsync(0)
  expect(begun()).toEqual(['0', '1', '2', '3', '4', '5', '6'])
})

it('says of each what its work says was done, or why it was not', async () => {
  const {started, told} = createWork(2)
  started[0]?.finish({message: null, detail: 'Added'})
  started[1]?.finish({message: 'The list is full.'})
  await vi.advanceTimersByTimeAsync(100)
  expect(told[0]).toEqual([
    {id: '0', message: null, detail: 'Added'},
    {id: '1', message: 'The list is full.'},
  ])
})

it('tells how each went, those of a while together, and ends', async () => {
  const {started, told} = createWork(3)
  started[1]?.fail(refusal)
  started[0]?.finish()
  await vi.advanceTimersByTimeAsync(100)
  started[2]?.fail(new Error('away'))
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual([
    [
      {id: '1', message: 'Taken.'},
      {id: '0', message: null},
    ],
    [{id: '2', message: 'Failed.'}],
    'ended',
  ])
})

it('begins nothing more once it is cancelled, and waits for what it has begun', async () => {
  const cancelled = new Subject<void>()
  const {started, told, begun} = createWork(8, cancelled)
  cancelled.next()
  for (const {finish} of started) finish()
  await vi.advanceTimersByTimeAsync(0)
  expect([begun().length, told]).toEqual([
    6,
    [['0', '1', '2', '3', '4', '5'].map(id => ({id, message: null})), 'ended'],
  ])
})

it('ends at once with nothing to do', () => {
  expect(createWork(0).told).toEqual(['ended'])
})

it('calls off what is under way when nobody listens any more', () => {
  const {started, subscription} = createWork(2)
  subscription.unsubscribe()
  expect(started.map(({signal}) => signal.aborted)).toEqual([true, true])
})
