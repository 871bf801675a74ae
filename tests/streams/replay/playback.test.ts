import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import type {TelemetryUpdate} from '../../../src/domain/telemetry/readings/update'
import {type PieceQuestion, playback} from '../../../src/streams/replay/playback'

const START = 1_000_000_000_000
const MINUTE = 60_000

const update = (at: number): TelemetryUpdate => ({
  deviceId: 'd',
  receivedAt: at,
  points: [{key: 'k', ts: at, value: at}],
})

interface Given {
  present?: number
  every?: number
  isDown?: boolean
  isSlow?: boolean
  most?: number
}

/** A past with an update each `every` ms, and a server that answers at once by default. */
function play(rate: number, {present = START + 10_000 * MINUTE, every = 10_000, ...given}: Given = {}) {
  const asked: PieceQuestion[] = []
  const told: string[] = []
  const come: number[] = []
  const server = {isDown: false, isSlow: false, most: Number.POSITIVE_INFINITY, ...given}
  const subscription = playback({
    at: START,
    rate,
    now: () => present,
    monotonic: () => performance.now(),
    async load(question) {
      asked.push(question)
      if (server.isDown) throw new Error('away')
      if (server.isSlow) await new Promise(() => {})
      const until = Math.min(question.to, question.from + server.most)
      const first = Math.floor(question.from / every) * every + every
      const times = Array.from(
        {length: Math.max(0, Math.floor((until - first) / every) + 1)},
        (_, at) => first + at * every,
      )
      return {updates: times.map(update), until}
    },
  }).subscribe({
    next(event) {
      if (event.type !== 'time.passed') return told.push(event.type)
      for (const {receivedAt} of event.updates) {
        expect(receivedAt).toBeLessThanOrEqual(event.at)
        come.push(receivedAt)
      }
      told.push(String(event.at - START))
      return undefined
    },
    complete: () => told.push('complete'),
  })
  return {asked, told, come, server, stop: () => subscription.unsubscribe()}
}

const run = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => {
  vi.useFakeTimers({
    now: START,
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance', 'Date'],
  })
})
afterEach(() => vi.useRealTimers())

describe('a playback', () => {
  it.each([
    [1, 1000],
    [10, 10_000],
    [60, 60_000],
    [600, 600_000],
  ])('at %i× passes %i ms in a second, by steps of a minute at most', async (rate, passed) => {
    const {told, stop} = play(rate)
    await run(1000)

    const times = told.map(Number)
    expect(times.at(-1)).toBe(passed)
    expect(Math.max(...times.map((time, at) => time - (times[at - 1] ?? 0)))).toBeLessThanOrEqual(MINUTE)
    stop()
  })

  it('brings all that has come, once and in order', async () => {
    const {come, stop} = play(60)
    await run(30_000)

    expect(come).toEqual(Array.from({length: 180}, (_, at) => START + (at + 1) * 10_000))
    stop()
  })

  it('asks ahead for pieces that follow one another, and holds two at most', async () => {
    const {asked, stop} = play(600)
    await run(20_000)

    expect(asked[0]).toEqual({from: START, to: START + 40 * MINUTE, step: MINUTE})
    for (const [at, {from}] of asked.entries()) if (at > 0) expect(from).toBe(asked[at - 1]?.to)
    expect((asked.at(-1)?.to ?? 0) - START).toBeLessThanOrEqual(20 * 600_000 + 2 * 40 * MINUTE)
    stop()
  })

  it('goes on from where an answer has ended', async () => {
    const {asked, come, stop} = play(60, {most: 15_000})
    await run(5000)

    expect(asked.slice(0, 3).map(({from}) => from - START)).toEqual([0, 15_000, 30_000])
    expect(come).toEqual([...come].sort())
    expect(new Set(come).size).toBe(come.length)
    stop()
  })

  it('stands still as long as it does not know what comes next', async () => {
    const {told, stop} = play(60, {isSlow: true})
    await run(10_000)

    expect(told.at(-1)).toBe('history.awaited')
    expect(told.filter(each => each === 'history.awaited')).toHaveLength(1)
    stop()
  })

  it('says that it misses what comes next, tries again, and goes on from there', async () => {
    const {server, told, come, stop} = play(60, {isDown: true})
    await run(6000)
    expect(new Set(told)).toEqual(new Set(['history.missed', 'history.awaited']))
    server.isDown = false
    await run(7000)

    expect(come[0]).toBe(START + 10_000)
    expect(Number(told.at(-1))).toBeGreaterThan(0)
    stop()
  })

  it('ends with the present', async () => {
    const {told, stop} = play(10, {present: START + 5000})
    await run(3000)

    expect(told.slice(-3)).toEqual(['5000', 'present.reached', 'complete'])
    stop()
  })

  it('asks for nothing any more when nobody listens', async () => {
    const {asked, stop} = play(60)
    await run(1000)
    stop()
    const {length} = asked
    await run(10_000)

    expect(asked).toHaveLength(length)
  })
})
