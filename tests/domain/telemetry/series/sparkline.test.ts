import {describe, expect, it} from 'vitest'
import type {Reading} from '../../../../src/domain/telemetry/readings/reading'
import {NO_SERIES, type Series} from '../../../../src/domain/telemetry/series/series'
import {
  drawnSparkline,
  extendSparklines,
  fetchedSparkline,
  missedSparkline,
  type Sparkline,
  sparklineKey,
  sparklineQuestion,
  sparklinesOf,
  usualWithin,
} from '../../../../src/domain/telemetry/series/sparkline'

const NOW = Date.parse('2026-01-14T12:07:30Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const QUARTER = 15 * MINUTE
const NOON = Date.parse('2026-01-14T12:00:00Z')

const reading = (value: Reading['value'], ts: number | null = NOW, receivedAt: number | null = NOW): Reading => ({
  value,
  ts,
  receivedAt,
})
const readings = (values: Record<string, Reading['value']>) =>
  new Map(Object.entries(values).map(([key, value]) => [key, reading(value)]))
const seriesOf = (...points: Series['points']): Series => ({...NO_SERIES, points, aggregation: 'average'})
const averages = [
  {ts: NOON - QUARTER, value: 1},
  {ts: NOON, value: 2},
]
const sparkline = fetchedSparkline('k', seriesOf(...averages))
const extended = (before: Sparkline, latest: Reading, now = NOW) =>
  extendSparklines(new Map([['a', before]]), new Map([['a', new Map([['k', latest]])]]), now).get('a')

describe('the key of a small chart', () => {
  it.each([
    ['the temperature', {humidity: 40, temperature: 20}, 'temperature'],
    ['else the first with a number', {on: true, power: 3, humidity: 40, mode: 'manual'}, 'humidity'],
    ['not a temperature that is no number', {temperature: 'warm', power: 3}, 'power'],
    ['none without numbers', {on: true, mode: 'manual'}, null],
    ['none without readings', {}, null],
  ])('is %s', (_, values, key) => {
    expect(sparklineKey(readings(values))).toBe(key)
  })

  it('is asked for of the devices that have one', () => {
    const known = new Map([
      ['a', readings({temperature: 20})],
      ['b', readings({on: true})],
    ])
    expect(sparklinesOf(['c', 'b', 'a'], known)).toEqual([{deviceId: 'a', key: 'temperature'}])
  })
})

it.each([
  ['1h', '2026-01-14T11:07:00Z', 1],
  ['7d', '2026-01-07T12:00:00Z', 120],
] as const)('asks for %s in averages that begin on a whole window', (span, start, windowMinutes) => {
  expect(sparklineQuestion({deviceId: 'a', key: 'k'}, NOW, 'UTC', span)).toMatchObject({
    start: Date.parse(start),
    windowMinutes,
  })
})

it('asks for a day of quarter-hour averages that begins on a quarter', () => {
  expect(sparklineQuestion({deviceId: 'a', key: 'k'}, NOW, 'Europe/Berlin')).toEqual({
    deviceId: 'a',
    key: 'k',
    start: NOON - 24 * HOUR,
    end: NOW + MINUTE,
    aggregation: 'average',
    windowMinutes: 15,
    zone: 'Europe/Berlin',
  })
})

describe('what arrives', () => {
  it('is drawn behind the averages', () => {
    expect(extended(sparkline, reading(3))).toEqual({...sparkline, recent: [{ts: NOW, value: 3}]})
  })

  it('is kept once a minute, the newest', () => {
    const once = extended(sparkline, reading(3, NOW))
    const twice = extended(once ?? sparkline, reading(4, NOW + 20_000))
    const thrice = extended(twice ?? sparkline, reading(5, NOW + MINUTE), NOW + MINUTE)
    expect(thrice?.recent).toEqual([
      {ts: NOW + 20_000, value: 4},
      {ts: NOW + MINUTE, value: 5},
    ])
  })

  it('is forgotten after a day', () => {
    const before = {...sparkline, recent: [{ts: NOW, value: 3}]}
    const later = NOW + 25 * HOUR
    expect(extended(before, reading(4, later), later)?.recent).toEqual([{ts: later, value: 4}])
  })

  it('counts by its arrival where the server doesn’t tell its time', () => {
    expect(extended(sparkline, reading(3, null, NOW - 1000))?.recent).toEqual([{ts: NOW - 1000, value: 3}])
  })

  it.each([
    ['is older than what is drawn', reading(3, NOON)],
    ['carries a time to come', reading(3, NOW + 2 * MINUTE)],
    ['is no number', reading('warm')],
    ['has no time at all', reading(3, null, null)],
  ])('is left out when it %s', (_, latest) => {
    const before = new Map([['a', sparkline]])
    expect(extendSparklines(before, new Map([['a', new Map([['k', latest]])]]), NOW)).toBe(before)
  })

  it('does not make a chart of its own', () => {
    const missed = missedSparkline(undefined, 'k', 'no')
    expect(extended(missed, reading(3))).toBe(missed)
  })
})

describe('a chart that can’t be had', () => {
  it('says why', () => {
    expect(missedSparkline(undefined, 'k', 'no')).toEqual({key: 'k', fetched: null, recent: [], failure: 'no'})
  })

  it('keeps what was fetched before, and not of another key', () => {
    expect(missedSparkline(sparkline, 'k', 'no')).toEqual({...sparkline, failure: 'no'})
    expect(missedSparkline(sparkline, 'l', 'no').fetched).toBeNull()
  })
})

describe('what is usual', () => {
  it('ends where the range does, between its neighbours', () => {
    const usual = [0, 60, 120].map(ts => ({ts, low: ts, high: ts + 10}))
    const at = (ts: number) => ({ts, low: ts, high: ts + 10})
    expect(usualWithin(usual, {start: 30, end: 90})).toEqual([at(30), at(60), at(90)])
    expect(usualWithin(usual, {start: 0, end: 60})).toEqual([at(0), at(60)])
    expect(usualWithin(usual, {start: -30, end: 150})).toEqual([at(0), at(60), at(120)])
    expect(usualWithin([], {start: 0, end: 60})).toEqual([])
  })
})

describe('what is drawn', () => {
  it('is the last 24 hours', () => {
    const old = {ts: NOW - 24 * HOUR - 1, value: 9}
    expect(drawnSparkline(fetchedSparkline('k', seriesOf(old, ...averages)), NOW)).toEqual({points: averages, gaps: []})
  })

  it('has the gaps that the server told of', () => {
    const gaps = [[NOON - QUARTER, NOON]] as const
    expect(drawnSparkline(fetchedSparkline('k', {...seriesOf(...averages), gaps}), NOW).gaps).toEqual(gaps)
  })

  it.each([
    ['a value at the end of the next quarter', NOON + 2 * QUARTER, []],
    ['a value after a longer silence', NOON + 2 * QUARTER + 1, [[NOON, NOON + 2 * QUARTER + 1]]],
  ])('joins the averages to %s', (_, ts, gaps) => {
    expect(drawnSparkline({...sparkline, recent: [{ts, value: 3}]}, NOW).gaps).toEqual(gaps)
  })

  it('is broken where the values that came in fell silent', () => {
    const recent = [
      {ts: NOON + MINUTE, value: 3},
      {ts: NOON + HOUR, value: 4},
    ]
    expect(drawnSparkline({...sparkline, recent}, NOON + HOUR).gaps).toEqual([[NOON + MINUTE, NOON + HOUR]])
  })
})
