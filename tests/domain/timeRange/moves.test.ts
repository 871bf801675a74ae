import {describe, expect, it} from 'vitest'
import {stepped, zoomedIn, zoomedOut} from '../../../src/domain/timeRange/moves'

const at = (text: string) => Date.parse(text)
const HOUR = 3_600_000

describe('a step', () => {
  it('moves a range by its own length', () => {
    const range = {start: 10 * HOUR, end: 12 * HOUR}
    expect(stepped(range, -1, 'UTC')).toEqual({from: 8 * HOUR, to: 10 * HOUR})
    expect(stepped(range, 1, 'UTC')).toEqual({from: 12 * HOUR, to: 14 * HOUR})
  })

  it('moves whole days by days, over a change of clocks too', () => {
    const day = {start: at('2026-03-28T23:00:00Z'), end: at('2026-03-29T21:59:59.999Z')}
    expect(stepped(day, 1, 'Europe/Berlin')).toEqual({
      from: at('2026-03-29T22:00:00Z'),
      to: at('2026-03-30T21:59:59.999Z'),
    })
    expect(stepped(day, -1, 'Europe/Berlin')).toEqual({
      from: at('2026-03-27T23:00:00Z'),
      to: at('2026-03-28T22:59:59.999Z'),
    })
  })

  it('stays within the times that a point can have', () => {
    expect(stepped({start: 0, end: HOUR}, -1, 'UTC')).toEqual({from: 0, to: HOUR})
  })
})

describe('zooming out', () => {
  it('doubles a range around its middle', () => {
    expect(zoomedOut({from: 10 * HOUR, to: 12 * HOUR}, {start: 10 * HOUR, end: 12 * HOUR})).toEqual({
      from: 9 * HOUR,
      to: 13 * HOUR,
    })
  })

  it.each([
    [15 / 60, 'now-30m'],
    [3, 'now-6h'],
    [1, 'now-2h'],
    [48, 'now-4d'],
    [72, 'now-6d'],
  ] as const)('lets %d hours until now go on until now', (hours, from) => {
    const range = {start: 0, end: hours * HOUR}
    expect(zoomedOut({from: 'now-1h', to: 'now'}, range)).toEqual({from, to: 'now'})
  })
})

describe('zooming in', () => {
  it('halves a range around its middle, and one that follows now to its newer half', () => {
    const range = {start: 10 * HOUR, end: 14 * HOUR}
    expect(zoomedIn({from: 10 * HOUR, to: 14 * HOUR}, range)).toEqual({from: 11 * HOUR, to: 13 * HOUR})
    expect(zoomedIn({from: 'now-4h', to: 'now'}, range)).toEqual({from: 'now-2h', to: 'now'})
  })

  it('keeps a range of a minute', () => {
    const raw = {from: 'now-1m', to: 'now'} as const
    expect(zoomedIn(raw, {start: 0, end: 60_000})).toBe(raw)
  })
})
