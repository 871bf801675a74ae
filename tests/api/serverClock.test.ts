import * as fc from 'fast-check'
import {describe, expect, it, vi} from 'vitest'
import {createServerClock} from '../../src/api/serverClock'

const NOW = Date.UTC(2026, 0, 5, 12, 0, 0)

/** An answer given by a server whose clock is `offset` ahead of the client's. */
function answerOf(offset: number, sentAt: number, latency = 40) {
  const answeredAt = sentAt + latency
  const stated = Math.floor((sentAt + latency / 2 + offset) / 1000) * 1000
  return {sentAt, answeredAt, date: new Date(stated).toUTCString()}
}

describe('the server’s clock', () => {
  it('is taken for the client’s before anything is known', () => {
    expect(createServerClock().toClient(NOW)).toBe(NOW)
  })

  it('is the client’s when they may agree, whole seconds or not', () => {
    const clock = createServerClock()
    for (let i = 0; i < 50; i++) clock.observe(answerOf(0, NOW + i * 337))
    expect(clock.toClient(NOW)).toBe(NOW)
  })

  it('is found within a second of a clock that is wrong by any amount', () => {
    fc.assert(
      fc.property(fc.integer({min: -86_400_000, max: 86_400_000}), offset => {
        const clock = createServerClock()
        for (let i = 0; i < 20; i++) clock.observe(answerOf(offset, NOW + i * 337))
        expect(Math.abs(clock.toClient(NOW + offset) - NOW)).toBeLessThanOrEqual(1000)
      }),
    )
  })

  it('tells its present moment by this machine’s clock, however wrong that is', () => {
    vi.useFakeTimers({now: NOW})
    const clock = createServerClock()
    expect(clock.now()).toBe(NOW)
    clock.observe(answerOf(7_200_000, NOW))
    expect(Math.abs(clock.now() - (NOW + 7_200_000))).toBeLessThanOrEqual(1000)
    vi.useRealTimers()
  })

  it('is not blurred by one slow answer among quick ones', () => {
    const clock = createServerClock()
    for (let i = 0; i < 20; i++) clock.observe(answerOf(600_000, NOW + i * 337))
    const before = clock.toClient(NOW)
    clock.observe(answerOf(600_000, NOW + 10_000, 30_000))
    expect(clock.toClient(NOW)).toBe(before)
  })

  it('is learnt anew when one of the two was set', () => {
    const clock = createServerClock()
    clock.observe(answerOf(0, NOW))
    clock.observe(answerOf(3_600_000, NOW + 60_000))
    expect(Math.abs(clock.toClient(NOW + 3_600_000) - NOW)).toBeLessThanOrEqual(1000)
  })

  it.each([
    ['without a date', undefined],
    ['with a date that is none', 'yesterday'],
  ])('learns nothing from an answer %s', (_, date) => {
    const clock = createServerClock()
    clock.observe({sentAt: NOW, answeredAt: NOW + 40, date})
    expect(clock.toClient(NOW)).toBe(NOW)
  })

  it('learns nothing from an answer during which the client’s clock was set back', () => {
    const clock = createServerClock()
    clock.observe({sentAt: NOW, answeredAt: NOW - 3_600_000, date: new Date(NOW).toUTCString()})
    expect(clock.toClient(NOW)).toBe(NOW)
  })
})
