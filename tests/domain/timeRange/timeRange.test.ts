import {describe, expect, it} from 'vitest'
import {nameOf} from '../../../src/domain/timeRange/quickRanges'
import {
  DEFAULT_RANGE,
  type RawRange,
  rangeFromParameters,
  rawText,
  rawTimeFrom,
  resolveRange,
} from '../../../src/domain/timeRange/timeRange'

const at = (iso: string) => Date.parse(iso)

/** A Wednesday. In Auckland it is Thursday already. */
const NOW = Date.parse('2026-03-04T12:30:15.250Z')

const resolved = (range: RawRange, zone: string, now = NOW) => {
  const {start, end} = resolveRange(range, now, zone)
  return [new Date(start).toISOString(), new Date(end).toISOString()]
}

describe('a range is resolved on the clock of its zone', () => {
  it.each([
    ['UTC', 'now-6h', 'now', '2026-03-04T06:30:15.250Z', '2026-03-04T12:30:15.250Z'],
    ['UTC', 'now-2d/d', 'now', '2026-03-02T00:00:00.000Z', '2026-03-04T12:30:15.250Z'],
    ['Europe/Berlin', 'now-2d/d', 'now', '2026-03-01T23:00:00.000Z', '2026-03-04T12:30:15.250Z'],
    ['Pacific/Auckland', 'now/d', 'now/d', '2026-03-04T11:00:00.000Z', '2026-03-05T10:59:59.999Z'],
    ['America/New_York', 'now-1d/d', 'now-1d/d', '2026-03-03T05:00:00.000Z', '2026-03-04T04:59:59.999Z'],
    ['UTC', 'now/w', 'now/w', '2026-03-02T00:00:00.000Z', '2026-03-08T23:59:59.999Z'],
    ['UTC', 'now-1w/w', 'now-1w/w', '2026-02-23T00:00:00.000Z', '2026-03-01T23:59:59.999Z'],
    ['UTC', 'now/M', 'now/M', '2026-03-01T00:00:00.000Z', '2026-03-31T23:59:59.999Z'],
    ['UTC', 'now-1M/M', 'now/y', '2026-02-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
    ['Asia/Kolkata', 'now/h', 'now/h', '2026-03-04T12:30:00.000Z', '2026-03-04T13:29:59.999Z'],
    ['UTC', 'now-90s/m', 'now/s', '2026-03-04T12:28:00.000Z', '2026-03-04T12:30:15.999Z'],
    ['UTC', 'now-1d-2h+5m', 'now+1m', '2026-03-03T10:35:15.250Z', '2026-03-04T12:31:15.250Z'],
    ['UTC', 'now-1000y', 'now+1000y', '1970-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'],
  ] as const)('in %s from %s to %s', (zone, from, to, start, end) => {
    expect(resolved({from, to}, zone)).toEqual([start, end])
  })

  it('keeps the time of day when a step of a day crosses a change of clocks, but not with 24 hours', () => {
    const after = Date.parse('2026-03-29T18:00:00Z')
    expect(resolved({from: 'now-1d', to: 'now'}, 'Europe/Berlin', after)[0]).toBe('2026-03-28T19:00:00.000Z')
    expect(resolved({from: 'now-24h', to: 'now'}, 'Europe/Berlin', after)[0]).toBe('2026-03-28T18:00:00.000Z')
  })

  it('gives the days of a change of clocks 23 and 25 hours', () => {
    const hours = (now: string) => {
      const {start, end} = resolveRange({from: 'now/d', to: 'now/d'}, Date.parse(now), 'Europe/Berlin')
      return (end + 1 - start) / 3_600_000
    }
    expect([hours('2026-03-29T12:00:00Z'), hours('2026-10-25T12:00:00Z')]).toEqual([23, 25])
  })

  it('starts a day without a midnight when it starts', () => {
    const now = Date.parse('2026-04-24T12:00:00Z')
    expect(resolved({from: 'now/d', to: 'now/d'}, 'Africa/Cairo', now)).toEqual([
      '2026-04-23T22:00:00.000Z',
      '2026-04-24T20:59:59.999Z',
    ])
  })
})

describe('the default range of the chart', () => {
  it.each([
    ['Europe/Berlin', '2026-03-30T10:00:00Z', '2026-03-27T23:00:00Z'],
    ['Europe/Berlin', '2026-10-26T10:00:00Z', '2026-10-23T22:00:00Z'],
    ['America/New_York', '2026-03-09T12:00:00Z', '2026-03-07T05:00:00Z'],
    ['America/New_York', '2026-11-02T12:00:00Z', '2026-10-31T04:00:00Z'],
    ['Asia/Kolkata', '2026-03-30T10:00:00Z', '2026-03-27T18:30:00Z'],
  ])('in %s at %s starts two days back at the start of the day, at %s, and ends now', (zone, now, start) => {
    expect(resolveRange(DEFAULT_RANGE, at(now), zone)).toEqual({start: at(start), end: at(now)})
  })
})

describe('the text of a time in an address', () => {
  it.each([
    ['now-6h', 'now-6h'],
    ['now-1d/d', 'now-1d/d'],
    ['now 5m', 'now+5m'],
    ['1000', 1000],
    ['1970-01-01T00:00:01Z', 1000],
    ['1970-01-01T00:00:01', 1000],
    ['1970-01-01T01:00:01+01:00', 1000],
    ['tomorrow', null],
    ['now-6', null],
    ['now-6q', null],
    ['nowhere', null],
    ['99999999999999999', null],
    ['', null],
  ])('%j is read as %j', (text, time) => {
    expect(rawTimeFrom(text)).toBe(time)
  })

  it('is read as it was written', () => {
    for (const time of ['now', 'now-2d/d', 1_772_627_415_250] as const) expect(rawTimeFrom(rawText(time))).toBe(time)
  })

  it.each([
    ['', null],
    ['from=now-6h&to=now', {from: 'now-6h', to: 'now'}],
    ['from=now-6h', {from: 'now-6h', to: 'now'}],
    ['start=1000&end=5000', {from: 1000, to: 5000}],
    ['end=5000', {from: DEFAULT_RANGE.from, to: 5000}],
    ['from=5000&to=1000', null],
    ['from=x&to=now', null],
  ])('of a whole range: %s', (search, range) => {
    expect(rangeFromParameters(new URLSearchParams(search))).toEqual(range)
  })
})

describe('the name of a range', () => {
  it.each([
    [DEFAULT_RANGE, {kind: 'quick', name: 'last2Days'}],
    [
      {from: 'now-1d/d', to: 'now-1d/d'},
      {kind: 'quick', name: 'yesterday'},
    ],
    [
      {from: 'now-5m', to: 'now'},
      {kind: 'last', count: 5, unit: 'm'},
    ],
    [
      {from: 'now-2d', to: 'now'},
      {kind: 'last', count: 48, unit: 'h'},
    ],
    [
      {from: 'now-3d', to: 'now'},
      {kind: 'last', count: 3, unit: 'd'},
    ],
    [{from: 'now-3d', to: 'now-1d'}, {kind: 'other'}],
    [{from: 1000, to: 2000}, {kind: 'other'}],
  ] as const)('%j', (range, name) => {
    expect(nameOf(range)).toEqual(name)
  })
})
