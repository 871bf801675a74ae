import {expect, it} from 'vitest'
import {call} from '../../src/streams/call'

it('ends a call that nobody listens to any more', () => {
  let heard: AbortSignal | undefined
  const subscription = call(signal => {
    heard = signal
    return new Promise(() => {})
  }).subscribe()
  expect(heard?.aborted).toBe(false)
  subscription.unsubscribe()
  expect(heard?.aborted).toBe(true)
})

it('calls when it is listened to, and answers once', async () => {
  let calls = 0
  const stream = call(async () => ++calls)
  expect(calls).toBe(0)
  const answers: number[] = []
  await new Promise<void>(resolve => stream.subscribe({next: answer => answers.push(answer), complete: resolve}))
  expect([calls, answers]).toEqual([1, [1]])
})
