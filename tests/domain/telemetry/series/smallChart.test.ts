import {describe, expect, it} from 'vitest'
import type {Reading} from '../../../../src/domain/telemetry/readings/reading'
import {
  drawnSmallChart,
  extendedSmallChart,
  smallChartQuestion,
  smallChartsOf,
  valueAt,
} from '../../../../src/domain/telemetry/series/smallChart'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const reading = (value: Reading['value'], ts = 0): Reading => ({value, ts, receivedAt: ts})
const at = (...points: [ts: number, value: number][]) => points.map(([ts, value]) => ({ts, value}))

describe('the small charts', () => {
  it('are of numbers and switches; a text has none, nor has what is not read yet or has no value', () => {
    const readings = new Map([
      ['n', reading(1)],
      ['b', reading(true)],
      ['t', reading('on')],
      ['never', null],
    ])
    expect(smallChartsOf('d', ['n', 'b', 't', 'never', 'unread'], readings)).toEqual([
      {deviceId: 'd', key: 'n', kind: 'number'},
      {deviceId: 'd', key: 'b', kind: 'boolean'},
    ])
  })

  it('ask for averages of a number on whole multiples of their length, and for each change of a switch', () => {
    const range = {from: 'now-2h', to: 'now'} as const
    const asked = (kind: 'number' | 'boolean') =>
      smallChartQuestion({deviceId: 'd', key: 'k', kind}, range, 10 * HOUR + 30_000, 'UTC')
    expect(asked('number')).toMatchObject({start: 8 * HOUR, aggregation: 'average', windowMinutes: 1})
    expect(asked('boolean').aggregation).toBe('none')
  })

  it('end with their range when that has ended, and a little ahead of a clock when it goes on', () => {
    const asked = (to: number | 'now') =>
      smallChartQuestion({deviceId: 'd', key: 'k', kind: 'number'}, {from: 0, to}, HOUR, 'UTC').end
    expect([asked(HOUR), asked('now')]).toEqual([HOUR, HOUR + MINUTE])
  })

  it('grow by what arrives later than their last point, and stay the same object otherwise', () => {
    const chart = {key: 'k', fetched: {points: at([10, 1]), gaps: [], isTruncated: false}, recent: [], failure: null}
    expect(extendedSmallChart(chart, reading(false, 20), 20).recent).toEqual(at([20, 0]))
    for (const stale of [reading(5, 10), reading('text', 20), reading(5, 20 * MINUTE), null, undefined])
      expect(extendedSmallChart(chart, stale, 20)).toBe(chart)
  })

  it('break where a number is silent, and not where a switch keeps its state', () => {
    const chart = {fetched: {points: at([0, 1]), gaps: [], isTruncated: false}, recent: at([HOUR, 2])}
    const range = {start: 0, end: HOUR}
    expect(drawnSmallChart(chart, range, 'number').gaps).toEqual([[0, HOUR]])
    expect(drawnSmallChart(chart, range, 'boolean').gaps).toEqual([])
  })
})

describe('the value at a time', () => {
  const drawn = {points: at([10, 1], [20, 2], [50, 3]), gaps: [[20, 50] as const]}
  it.each([
    [9, null],
    [10, 1],
    [19, 1],
    [20, 2],
    [21, null],
    [50, 3],
    [99, 3],
  ])('at %s is %s', (time, value) => {
    expect(valueAt(drawn, time)).toBe(value)
  })
})
