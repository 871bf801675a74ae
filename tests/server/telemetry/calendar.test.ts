import {describe, expect, it} from 'vitest'
import {dayStarts, tileWindows} from '../../../server/telemetry/calendar'

const iso = (ts: number) => new Date(ts).toISOString().slice(0, 16)

describe('tileWindows', () => {
  it.each([
    {
      what: 'Berlin, the day the clock went forward',
      zone: 'Europe/Berlin',
      now: '2026-03-29T10:00:00Z',
      today: '2026-03-28T23:00',
      yesterday: '2026-03-27T23:00',
      thisWeek: '2026-03-22T23:00',
      lastWeek: '2026-03-15T23:00',
    },
    {
      what: 'Berlin, the Monday after',
      zone: 'Europe/Berlin',
      now: '2026-03-30T10:00:00Z',
      today: '2026-03-29T22:00',
      yesterday: '2026-03-28T23:00',
      thisWeek: '2026-03-29T22:00',
      lastWeek: '2026-03-22T23:00',
    },
    {
      what: 'New York, the day the clock went back',
      zone: 'America/New_York',
      now: '2026-11-01T20:00:00Z',
      today: '2026-11-01T04:00',
      yesterday: '2026-10-31T04:00',
      thisWeek: '2026-10-26T04:00',
      lastWeek: '2026-10-19T04:00',
    },
    {
      what: 'New York, the day after',
      zone: 'America/New_York',
      now: '2026-11-02T20:00:00Z',
      today: '2026-11-02T05:00',
      yesterday: '2026-11-01T04:00',
      thisWeek: '2026-11-02T05:00',
      lastWeek: '2026-10-26T04:00',
    },
    {
      what: 'Kolkata at half past an hour',
      zone: 'Asia/Kolkata',
      now: '2026-06-17T18:45:00Z',
      today: '2026-06-17T18:30',
      yesterday: '2026-06-16T18:30',
      thisWeek: '2026-06-14T18:30',
      lastWeek: '2026-06-07T18:30',
    },
  ])('$what', ({zone, now: nowText, today, yesterday, thisWeek, lastWeek}) => {
    const now = Date.parse(nowText)
    const windows = tileWindows(now, zone)
    expect({
      today: iso(windows.today.from),
      yesterday: iso(windows.yesterday.from),
      thisWeek: iso(windows.thisWeek.from),
      lastWeek: iso(windows.lastWeek.from),
    }).toEqual({today, yesterday, thisWeek, lastWeek})
    expect([windows.lastHour.from, windows.yesterday.to, windows.lastWeek.to]).toEqual([
      now - 3_600_000,
      windows.today.from,
      windows.thisWeek.from,
    ])
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
