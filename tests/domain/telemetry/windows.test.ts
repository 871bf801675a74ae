import {describe, expect, it} from 'vitest'
import {
  dayStart,
  defaultRange,
  effectiveRange,
  isTileMinute,
  statisticsWindows,
} from '../../../src/domain/telemetry/windows'

const at = (iso: string) => Date.parse(iso)
const HOUR = 3_600_000

describe('the start of the day', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29T10:00:00Z', '2026-03-28T23:00:00Z'], // clocks go forward that night
    ['Europe/Berlin', '2026-03-29T22:30:00Z', '2026-03-29T22:00:00Z'],
    ['Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z'], // clocks go back that night
    ['Europe/Berlin', '2026-10-25T23:30:00Z', '2026-10-25T23:00:00Z'],
    ['America/New_York', '2026-03-08T12:00:00Z', '2026-03-08T05:00:00Z'],
    ['America/New_York', '2026-03-09T03:59:59Z', '2026-03-08T05:00:00Z'],
    ['America/New_York', '2026-11-01T12:00:00Z', '2026-11-01T04:00:00Z'],
    ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01T04:00:00Z'],
    ['Asia/Kolkata', '2026-03-29T18:29:59Z', '2026-03-28T18:30:00Z'],
    ['Asia/Kolkata', '2026-03-29T18:30:00Z', '2026-03-29T18:30:00Z'],
  ])('in %s of %s is %s', (zone, now, start) => {
    expect(dayStart(at(now), zone)).toBe(at(start))
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
    expect(defaultRange(at(now), zone)).toEqual({start: at(start), end: at(now)})
  })

  it('gives way to whatever is chosen', () => {
    const now = at('2026-01-10T10:00:00Z')
    const start = at('2026-01-08T00:00:00Z')
    expect(effectiveRange({start: null, end: null}, now, 'UTC')).toEqual({start, end: now})
    expect(effectiveRange({start: 5, end: null}, now, 'UTC')).toEqual({start: 5, end: now})
    expect(effectiveRange({start: null, end: 7}, now, 'UTC')).toEqual({start, end: 7})
  })
})

describe('the windows of the tiles', () => {
  it.each([
    {
      zone: 'Europe/Berlin',
      now: '2026-03-30T10:15:00Z', // the Monday after the clocks went forward
      today: '2026-03-29T22:00:00Z',
      yesterday: '2026-03-28T23:00:00Z',
      thisWeek: '2026-03-29T22:00:00Z',
      lastWeek: '2026-03-22T23:00:00Z',
    },
    {
      zone: 'Europe/Berlin',
      now: '2026-10-25T22:30:00Z', // the Sunday on which they go back
      today: '2026-10-24T22:00:00Z',
      yesterday: '2026-10-23T22:00:00Z',
      thisWeek: '2026-10-18T22:00:00Z',
      lastWeek: '2026-10-11T22:00:00Z',
    },
    {
      zone: 'Europe/Berlin',
      now: '2026-10-26T10:00:00Z',
      today: '2026-10-25T23:00:00Z',
      yesterday: '2026-10-24T22:00:00Z',
      thisWeek: '2026-10-25T23:00:00Z',
      lastWeek: '2026-10-18T22:00:00Z',
    },
    {
      zone: 'America/New_York',
      now: '2026-03-09T12:00:00Z',
      today: '2026-03-09T04:00:00Z',
      yesterday: '2026-03-08T05:00:00Z',
      thisWeek: '2026-03-09T04:00:00Z',
      lastWeek: '2026-03-02T05:00:00Z',
    },
    {
      zone: 'America/New_York',
      now: '2026-11-02T12:00:00Z',
      today: '2026-11-02T05:00:00Z',
      yesterday: '2026-11-01T04:00:00Z',
      thisWeek: '2026-11-02T05:00:00Z',
      lastWeek: '2026-10-26T04:00:00Z',
    },
    {
      zone: 'Asia/Kolkata',
      now: '2026-01-01T00:00:00Z', // ISO week 1 has begun in the old year
      today: '2025-12-31T18:30:00Z',
      yesterday: '2025-12-30T18:30:00Z',
      thisWeek: '2025-12-28T18:30:00Z',
      lastWeek: '2025-12-21T18:30:00Z',
    },
  ])('in $zone at $now', ({zone, now: iso, today, yesterday, thisWeek, lastWeek}) => {
    const now = at(iso)
    expect(statisticsWindows(now, zone)).toEqual({
      lastHour: {start: now - HOUR, end: now},
      today: {start: at(today), end: now},
      yesterday: {start: at(yesterday), end: at(today)},
      thisWeek: {start: at(thisWeek), end: now},
      lastWeek: {start: at(lastWeek), end: at(thisWeek)},
    })
  })
})

describe('the minutes in which the tiles are fetched again', () => {
  it.each([
    ['UTC', '2026-01-01T10:00:59Z', true],
    ['UTC', '2026-01-01T10:01:00Z', false],
    ['UTC', '2026-01-01T10:09:59Z', false],
    ['UTC', '2026-01-01T10:50:00Z', true],
    ['Asia/Kolkata', '2026-01-01T10:00:00Z', true],
    ['Asia/Kathmandu', '2026-01-01T10:00:00Z', false], // 15:45 there
    ['Asia/Kathmandu', '2026-01-01T10:05:00Z', true],
  ])('in %s %s: %s', (zone, now, expected) => {
    expect(isTileMinute(at(now), zone)).toBe(expected)
  })
})
