import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {type SendingEvent, sending} from '../../../src/streams/media/sending'

beforeEach(() => void vi.useFakeTimers({now: 0}))
afterEach(() => void vi.useRealTimers())

function createSending() {
  const told: SendingEvent[] = []
  let way: {onSent: (bytes: number) => void; signal: AbortSignal} | undefined
  let end: {resolve(): void; reject(error: unknown): void} = {resolve: () => {}, reject: () => {}}
  const subscription = sending(given => {
    way = given
    return new Promise<void>((resolve, reject) => {
      end = {resolve, reject}
    })
  }).subscribe(event => told.push(event))
  return {told, subscription, sent: (bytes: number) => way?.onSent(bytes), end: () => end, signal: () => way?.signal}
}

describe('a file that is sent', () => {
  it('tells how far it is four times a second, and the last count always', async () => {
    const {told, sent} = createSending()
    sent(1)
    sent(2)
    await vi.advanceTimersByTimeAsync(100)
    sent(3)
    await vi.advanceTimersByTimeAsync(1000)
    expect(told).toEqual([
      {type: 'bytes.sent', bytes: 1, at: 0},
      {type: 'bytes.sent', bytes: 3, at: 250},
    ])
  })

  it('tells when it is stored', async () => {
    const {told, end} = createSending()
    end().resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toEqual([{type: 'file.stored'}])
  })

  it('tells why it failed', async () => {
    const {told, end} = createSending()
    const error = new Error('cut')
    end().reject(error)
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toEqual([{type: 'sending.failed', error}])
  })

  it('is stopped with its subscription, and tells nothing any more', async () => {
    const {told, subscription, signal, sent} = createSending()
    subscription.unsubscribe()
    sent(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect([signal()?.aborted, told]).toEqual([true, []])
  })
})
