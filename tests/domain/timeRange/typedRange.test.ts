import {describe, expect, it} from 'vitest'
import {absoluteFrom, absoluteText} from '../../../src/domain/timeRange/absoluteTime'
import {recentRangesFrom, withRecentRange} from '../../../src/domain/timeRange/recentRanges'
import {copiedRange, typedRange, typedTimes} from '../../../src/domain/timeRange/typedRange'

const at = (text: string) => Date.parse(text)
const PRESENT = {now: at('2026-11-10T12:00:00Z'), zone: 'Europe/Berlin'}

describe('a typed range', () => {
  it.each([
    ['5m', {from: 'now-5m', to: 'now'}],
    ['90 min', {from: 'now-90m', to: 'now'}],
    ['last 3 days', {from: 'now-3d', to: 'now'}],
    ['2 Stunden', {from: 'now-2h', to: 'now'}],
    ['1M', {from: 'now-1M', to: 'now'}],
    ['now-6h', {from: 'now-6h', to: 'now'}],
    ['now-1d/d', {from: 'now-1d/d', to: 'now-1d/d'}],
    ['now/w', {from: 'now/w', to: 'now'}],
    ['Yesterday', {from: 'now-1d/d', to: 'now-1d/d'}],
    ['now-2d to now-1d', {from: 'now-2d', to: 'now-1d'}],
    ['2026-11-01', {from: at('2026-10-31T23:00:00Z'), to: at('2026-11-01T22:59:59.999Z')}],
    ['2026-11-01 – 2026-11-03', {from: at('2026-10-31T23:00:00Z'), to: at('2026-11-03T22:59:59.999Z')}],
    ['1.11.2026 14:00 - 3.11.2026 15:30', {from: at('2026-11-01T13:00:00Z'), to: at('2026-11-03T14:30:00Z')}],
    ['2026-11-01 14:00', {from: at('2026-11-01T13:00:00Z'), to: 'now'}],
    [
      '2026-11-01 2:00 pm – 2026-11-01 11:59:30 P.M.',
      {from: at('2026-11-01T13:00:00Z'), to: at('2026-11-01T22:59:30Z')},
    ],
    ['2026-11-01 12:00 am', {from: at('2026-10-31T23:00:00Z'), to: 'now'}],
    ['2026-11-01T14:00:00Z - now', {from: at('2026-11-01T14:00:00Z'), to: 'now'}],
    ['1793534400', {from: 1_793_534_400_000, to: 'now'}],
    ['{"from":"now-6h","to":"now"}', {from: 'now-6h', to: 'now'}],
    ['https://wall/dashboard?device=a&from=now-7d&to=now-1d#x', {from: 'now-7d', to: 'now-1d'}],
    ['https://wall/dashboard?start=1970-01-01T00:00:01Z&end=5000', {from: 1000, to: 5000}],
  ])('%j', (text, range) => {
    expect(typedRange(text, PRESENT)).toEqual({range})
  })

  it.each([
    ['', 'notUnderstood'],
    ['soon', 'notUnderstood'],
    ['0m', 'notUnderstood'],
    ['2026-02-30', 'noSuchDay'],
    ['2026-11-01 13:00 pm', 'notUnderstood'],
    ['2026-03-29 02:30', 'skippedHour'],
    ['2026-11-01 – 31.11.2026', 'noSuchDay'],
    ['2026-11-01 25:00', 'notUnderstood'],
    ['{"from":"now"', 'notUnderstood'],
    ['https://wall/dashboard?device=a', 'notUnderstood'],
    ['2026-11-03 – 2026-11-01', 'startAfterEnd'],
    ['2027-01-01 00:00', 'startAfterEnd'],
    ['now+1d', 'startAfterEnd'],
  ])('%j is refused: %s', (text, problem) => {
    expect(typedRange(text, PRESENT)).toEqual({problem})
  })

  it('is read in the chosen zone, whatever the zone of the machine is', () => {
    const days = ['Pacific/Auckland', 'America/Los_Angeles'].map(zone => typedRange('2026-07-01', {...PRESENT, zone}))
    expect(days).toEqual([
      {range: {from: at('2026-06-30T12:00:00Z'), to: at('2026-07-01T11:59:59.999Z')}},
      {range: {from: at('2026-07-01T07:00:00Z'), to: at('2026-07-02T06:59:59.999Z')}},
    ])
  })

  it('is taken from two fields', () => {
    expect(typedTimes('2026-11-01 00:00:00', 'now', PRESENT)).toEqual({
      range: {from: at('2026-10-31T23:00:00Z'), to: 'now'},
    })
    expect(typedTimes('2026-11-03', '2026-11-01', PRESENT)).toEqual({problem: 'startAfterEnd'})
    expect(typedTimes('2026-11-03', 'x', PRESENT)).toEqual({problem: 'notUnderstood'})
  })

  it('comes back from the clipboard as it was', () => {
    const range = {from: 'now-1d/d', to: 1000 * PRESENT.now} as const
    expect(typedRange(copiedRange({...range, to: PRESENT.now}), PRESENT)).toEqual({
      range: {...range, to: PRESENT.now},
    })
  })
})

describe('a time on the clock', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29 01:59:59', '2026-03-29T00:59:59Z'],
    ['Europe/Berlin', '2026-03-29 03:00:00', '2026-03-29T01:00:00Z'],
    ['America/New_York', '2026-11-01 00:00:00', '2026-11-01T04:00:00Z'],
    ['Asia/Kolkata', '2026-11-01 05:30:00', '2026-11-01T00:00:00Z'],
  ])('of %s: %s', (zone, text, time) => {
    expect(absoluteFrom(text, 'start', zone)).toEqual({at: at(time)})
  })

  it.each([
    [false, 'second', '2026-07-02 00:05:00'],
    [false, 'minute', '2026-07-02 00:05'],
    [true, 'second', '2026-07-02 12:05:00 am'],
    [true, 'minute', '2026-07-02 12:05 am'],
  ] as const)('is written as it is read: %s, %s', (isTwelveHours, precision, text) => {
    const time = at('2026-07-01T22:05:00Z')
    const zone = 'Europe/Berlin'
    expect(absoluteText(time, {zone, isTwelveHours}, precision)).toBe(text)
    expect(absoluteFrom(text, 'start', zone)).toEqual({at: time})
  })
})

describe('the ranges chosen lately', () => {
  const range = (from: number) => ({from, to: from + 1000})

  it('are the last five that stand still, each once', () => {
    expect(withRecentRange([range(1)], {from: 'now-6h', to: 'now'})).toEqual([range(1)])
    const kept = [5, 4, 3, 2, 1].map(range)
    expect(withRecentRange(kept, range(3))).toEqual([3, 5, 4, 2, 1].map(range))
    expect(withRecentRange(kept, range(6))).toEqual([6, 5, 4, 3, 2].map(range))
  })

  it('are read without what is no range', () => {
    expect(recentRangesFrom([range(1), {from: 'now-1h', to: 'now'}, null, 'x', {from: 1}])).toEqual([range(1)])
    expect(recentRangesFrom('x')).toEqual([])
  })
})
