import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {dayBuckets, dayStart, dayStarts, statisticsWindows} from '../../../../contract/rules/time/calendar'

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

describe('days of odd zones', () => {
  it.each([
    [
      'Africa/Monrovia',
      '1970-01-01T00:00:00Z',
      ['1969-12-31T00:44:30Z', '1970-01-01T00:44:30Z', '1970-01-02T00:44:30Z'],
    ],
    [
      'Africa/Monrovia',
      '1972-01-07T00:00:00Z',
      ['1972-01-06T00:44:30Z', '1972-01-07T00:44:30Z', '1972-01-08T00:00:00Z'],
    ],
    ['Pacific/Apia', '2011-12-29T12:00:00Z', ['2011-12-29T10:00:00Z', '2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z']],
    [
      'Australia/Lord_Howe',
      '2026-04-04T00:00Z',
      ['2026-04-03T13:00:00Z', '2026-04-04T13:00:00Z', '2026-04-05T13:30:00Z'],
    ],
    [
      'America/Sao_Paulo',
      '2018-11-03T12:00Z',
      ['2018-11-03T03:00:00Z', '2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z'],
    ],
    ['America/St_Johns', '2010-11-06T12:00Z', ['2010-11-06T02:30:00Z', '2010-11-07T02:30:00Z', '2010-11-08T03:30:00Z']],
    [
      'Pacific/Kwajalein',
      '1969-09-29T12:00Z',
      ['1969-09-28T13:00:00Z', '1969-09-29T13:00:00Z', '1969-10-01T12:00:00Z'],
    ],
    ['America/New_York', '1900-01-01T12:00Z', ['1900-01-01T05:00:00Z', '1900-01-02T05:00:00Z', '1900-01-03T05:00:00Z']],
  ])('start where its clocks say in %s after %s', (zone, from, expected) => {
    const {starts} = dayStarts(at(from), at(expected[2] ?? ''), zone, 1000)
    expect(starts.map(start => new Date(start).toISOString())).toEqual(expected.map(text => text.replace('Z', '.000Z')))
  })

  const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+12']
  const moment = fc.integer({min: at('1900-01-01T00:00Z'), max: at('2101-01-01T00:00Z')})

  it('follow each other without hole or overlap in every zone from 1900 to 2100', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, fc.integer({min: 0, max: 12}), (zone, from, days) => {
        const to = from + days * 24 * HOUR
        const {starts, step} = dayStarts(from, to, zone, 1000)
        const dayOf = dayBuckets(zone)
        expect(step).toBe(1)
        expect(starts[0]).toBe(dayStart(from, zone))
        expect([from >= (starts[0] ?? to), to >= (starts.at(-1) ?? to)]).toEqual([true, true])
        expect(starts.every((start, index) => start > (starts[index - 1] ?? Number.NEGATIVE_INFINITY))).toBe(true)
        expect(starts.map(start => dayOf(start))).toEqual(starts)
        expect(starts.slice(1).map(start => dayOf(start - 1))).toEqual(starts.slice(0, -1))
      }),
      {numRuns: 1000},
    )
  })

  it('make windows that end where the next begins', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, (zone, now) => {
        const {today, yesterday, thisWeek, lastWeek} = statisticsWindows(now, zone)
        expect([yesterday.end, lastWeek.end]).toEqual([today.start, thisWeek.start])
        expect(thisWeek.start <= today.start && today.start <= now).toBe(true)
        expect(lastWeek.end - lastWeek.start).toBeGreaterThan(6 * 24 * HOUR - 1)
        expect(yesterday.end - yesterday.start).toBeGreaterThanOrEqual(0)
      }),
      {numRuns: 500},
    )
  })

  it('do not keep an answer from coming for an empty or reversed range', () => {
    expect(dayStarts(5, 5, 'UTC', 1000)).toEqual({starts: [0], step: 1})
    expect(dayStarts(5 * 24 * HOUR, 0, 'UTC', 1000)).toEqual({starts: [], step: 1})
  })
})
