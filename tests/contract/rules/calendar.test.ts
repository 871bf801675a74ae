import {describe, expect, it} from 'vitest'
import {dayStart, dayStarts, statisticsWindows} from '../../../contract/rules/calendar'

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
      lastHour: {start: now - HOUR, end: now + 1},
      today: {start: at(today), end: now + 1},
      yesterday: {start: at(yesterday), end: at(today)},
      thisWeek: {start: at(thisWeek), end: now + 1},
      lastWeek: {start: at(lastWeek), end: at(thisWeek)},
    })
  })
})

describe('dayStarts', () => {
  it.each([
    ['Europe/Berlin', '2026-03-28T12:00Z', ['2026-03-27T23:00', '2026-03-28T23:00', '2026-03-29T22:00']],
    ['Europe/Berlin', '2026-10-24T12:00Z', ['2026-10-23T22:00', '2026-10-24T22:00', '2026-10-25T23:00']],
    ['America/New_York', '2026-03-07T12:00Z', ['2026-03-07T05:00', '2026-03-08T05:00', '2026-03-09T04:00']],
    ['Asia/Kolkata', '2026-03-28T12:00Z', ['2026-03-27T18:30', '2026-03-28T18:30', '2026-03-29T18:30']],
  ])('%s from %s', (zone, from, starts) => {
    const ts = Date.parse(from)
    expect(dayStarts(ts, ts + 2 * 86_400_000, zone, 1000)).toEqual({
      starts: starts.map(text => Date.parse(`${text}Z`)),
      step: 1,
    })
  })

  it('widens the step when there are more days than wanted', () => {
    const {starts, step} = dayStarts(0, 99 * 86_400_000, 'UTC', 10)
    expect([starts.length, step, starts[1]]).toEqual([10, 10, 10 * 86_400_000])
  })
})
