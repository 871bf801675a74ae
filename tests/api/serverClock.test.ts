import * as fc from 'fast-check'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createServerClock} from '../../src/api/serverClock'

const NOW = Date.UTC(2026, 0, 5, 12, 0, 0)
const HOUR = 3_600_000

/** A machine whose server's clock is `ahead` of its own. */
function createMachine(ahead: number) {
  let monotonic = 0
  const clock = createServerClock(() => {
    // As browsers have it, it goes on in fractions.
    monotonic += 0.001
    return monotonic
  })
  const pass = (milliseconds: number) => {
    monotonic += milliseconds
    vi.setSystemTime(Date.now() + milliseconds)
  }
  const server = {ahead}
  return {
    clock,
    server,
    pass,
    ask(latency = 40) {
      const learn = clock.asking()
      pass(latency / 2)
      const date = new Date(Math.floor((Date.now() + server.ahead) / 1000) * 1000).toUTCString()
      pass(latency / 2)
      learn(date)
    },
    /** Returns the distance of the clock from the server's. */
    error: () => Math.abs(clock.now() - (Date.now() + server.ahead)),
    /** Sets the machine's own clock. */
    set(by: number) {
      vi.setSystemTime(Date.now() + by)
      server.ahead -= by
    },
    sleep: (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds),
  }
}

beforeEach(() => void vi.useFakeTimers({now: NOW}))
afterEach(() => void vi.useRealTimers())

describe('the server’s clock', () => {
  it('is taken for the client’s before anything is known', () => {
    const {clock} = createMachine(HOUR)
    expect([clock.now(), clock.toClient(NOW)]).toEqual([NOW, NOW])
  })

  it('is the client’s when they may agree, whole seconds or not', () => {
    const {clock, ask, pass} = createMachine(0)
    for (let i = 0; i < 50; i++) {
      ask()
      pass(297)
      expect(clock.now()).toBe(Date.now())
    }
  })

  it('is found within a second of a clock that is wrong by any amount', () => {
    fc.assert(
      fc.property(fc.integer({min: -24 * HOUR, max: 24 * HOUR}), ahead => {
        const {clock, ask, pass, error} = createMachine(ahead)
        for (let i = 0; i < 20; i++) {
          ask()
          pass(297)
        }
        expect(error()).toBeLessThanOrEqual(1001)
        expect(clock.now()).toBe(Math.trunc(clock.now()))
        expect(Math.abs(clock.toClient(Date.now() + ahead) - Date.now())).toBeLessThanOrEqual(1001)
      }),
    )
  })

  it('is not blurred by one slow answer among quick ones', () => {
    const {ask, pass, error} = createMachine(600_000)
    for (let i = 0; i < 20; i++) {
      ask()
      pass(297)
    }
    const before = error()
    ask(30_000)
    expect(error()).toBe(before)
  })

  it.each([HOUR, -HOUR, 2 * HOUR])('goes on when the client’s is set by %d ms, also during a call', by => {
    const {clock, ask, set, error} = createMachine(7000)
    ask()
    set(by)
    expect(error()).toBeLessThanOrEqual(1001)
    const learn = clock.asking()
    set(-by)
    learn(new Date(Date.now() + 7000).toUTCString())
    expect(error()).toBeLessThanOrEqual(1001)
  })

  it('is learnt anew when the server’s was set, and after a sleep', () => {
    const {ask, server, sleep, pass, error} = createMachine(0)
    ask()
    pass(60_000)
    server.ahead = HOUR
    ask()
    expect(error()).toBeLessThanOrEqual(1001)
    sleep(HOUR)
    ask()
    expect(error()).toBeLessThanOrEqual(1001)
  })

  it.each([
    ['without a date', undefined],
    ['with a date that is none', 'yesterday'],
  ])('learns nothing from an answer %s', (_, date) => {
    const {clock} = createMachine(0)
    clock.asking()(date)
    expect(clock.toClient(NOW)).toBe(NOW)
  })
})
