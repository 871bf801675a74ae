import {afterEach, describe, expect, it, vi} from 'vitest'
import {loadTranslation} from '../../../contract/languages/languages'
import type {FormatSettings} from '../../../contract/rules/format/formats'
import {isZone} from '../../../contract/rules/time/localTime'
import {createFormats} from '../../../src/domain/format/formats'
import {speak} from '../../../src/domain/language'

const formatsOf = (settings: Partial<FormatSettings> = {}) =>
  createFormats({zone: 'Europe/Berlin', hours: null, language: 'en', ...settings})

/** The texts with plain spaces, so that expectations can be read. */
const plain = (text: string): string => text.replace(/\s/gu, ' ')

afterEach(() => speak({}))

describe('a number', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [0.1 + 0.2, '0.3'],
    [21.123456789, '21.123'],
    [-12.5, '−12.5'],
    [0.00015000001, '0.00015'],
    [1234.5678, '1,234.6'],
    [1_234_567.89, '1,234,568'],
    [987_654_321_012, '987,654,321,012'],
    [1e15, '1E15'],
    [1.5e-7, '1.5E−7'],
    [Number.MAX_VALUE, '1.7977E308'],
    [Number.NaN, 'not a number'],
    [Number.POSITIVE_INFINITY, 'beyond range'],
    [Number.NEGATIVE_INFINITY, 'beyond range'],
  ])('%d reads %s', (value, text) => {
    expect(formatsOf().number(value)).toBe(text)
  })

  it.each([
    [21.123456789, '21.123456789'],
    [1 / 3, '0.3333333333333333'],
    [123_456_789.987, '123,456,789.987'],
    [1.234567e-9, '1.234567E−9'],
    [9_007_199_254_740_991, '9.007199254740991E15'],
  ])('%d reads %s in full', (value, text) => {
    expect(formatsOf().exact(value)).toBe(text)
  })

  it.each([
    [3, 2, '3.00'],
    [1.005, 2, '1.00'],
    [-0.126, 2, '−0.13'],
    [-0.001, 2, '0.00'],
    [12345.6, 4, '12,345.6000'],
  ])('%d with %d decimals reads %s', (value, digits, text) => {
    expect(formatsOf().fixed(value, digits)).toBe(text)
  })

  it('keeps its unit on its line', () => {
    const {number, exact, fixed} = formatsOf()
    expect([number(21.5, {unit: '°C'}), exact(2, 'kWh'), fixed(1, 2, '%'), number(90, {unit: '°'})]).toEqual([
      '21.5\u202f°C',
      '2\u202fkWh',
      '1.00\u202f%',
      '90°',
    ])
    expect([number(1, {unit: null}), exact(1, ''), fixed(1, 0, null)]).toEqual(['1', '1', '1'])
  })

  it('is written as the page speaks', () => {
    const {number, fixed} = formatsOf({language: 'de'})
    expect([number(1_234_567.89), number(-12.5), fixed(12345.6, 2)]).toEqual(['1.234.568', '−12,5', '12.345,60'])
  })

  it.each(['ar-EG', 'fa-IR', 'hi-IN-u-nu-deva', 'x', ''])(
    'has the digits 0 to 9 in a browser that speaks %j',
    locale => {
      const {number, dateTime} = formatsOf({locale})
      expect(number(12.5)).toBe('12.5')
      expect(dateTime(0)).toMatch(/^1 Jan 1970, /)
    },
  )
})

const NOON = Date.UTC(2026, 2, 4, 13, 5, 9)

describe('a time', () => {
  it('is written in the zone, in one way everywhere', () => {
    const {time, date, day, dateTime} = formatsOf()
    expect([time(NOON), time(NOON, 'minute'), date(NOON), day(NOON)]).toEqual([
      '14:05:09',
      '14:05',
      '4 Mar 2026',
      '4 Mar',
    ])
    expect([dateTime(NOON), dateTime(NOON, 'minute')]).toEqual(['4 Mar 2026, 14:05:09', '4 Mar 2026, 14:05'])
  })

  it.each<[Partial<FormatSettings>, string]>([
    [{}, '14:05'],
    [{locale: 'en-US'}, '2:05 pm'],
    [{locale: 'en-GB'}, '14:05'],
    [{locale: 'en-US', hours: '24'}, '14:05'],
    [{locale: 'en-GB', hours: '12'}, '2:05 pm'],
    [{locale: 'en-US', language: 'de'}, '14:05'],
    [{language: 'de', hours: '12'}, '2:05 PM'],
  ])('with %j reads %s', (settings, text) => {
    expect(plain(formatsOf(settings).time(NOON, 'minute'))).toBe(text)
  })

  it('begins a day with 00:00, and with 12 am', () => {
    const midnight = Date.UTC(2026, 2, 3, 23)
    expect(formatsOf().time(midnight, 'minute')).toBe('00:00')
    expect(plain(formatsOf({hours: '12'}).time(midnight, 'minute'))).toBe('12:00 am')
  })

  it('is written in German', () => {
    const {date, dateTime, day} = formatsOf({language: 'de'})
    expect([date(NOON), dateTime(NOON), day(NOON)]).toEqual(['4. März 2026', '4. März 2026, 14:05:09', '4. März'])
  })

  it.each([
    ['Europe/Berlin', Date.UTC(2026, 2, 29, 0, 59), '01:59, Europe/Berlin, UTC+1'],
    ['Europe/Berlin', Date.UTC(2026, 2, 29, 1), '03:00, Europe/Berlin, UTC+2'],
    ['Europe/Berlin', Date.UTC(2026, 9, 25, 0, 30), '02:30, Europe/Berlin, UTC+2'],
    ['Europe/Berlin', Date.UTC(2026, 9, 25, 1, 30), '02:30, Europe/Berlin, UTC+1'],
    ['Asia/Kolkata', NOON, '18:35, Asia/Kolkata, UTC+5:30'],
    ['Asia/Kathmandu', NOON, '18:50, Asia/Kathmandu, UTC+5:45'],
    ['America/New_York', NOON, '08:05, America/New York, UTC−5'],
    ['America/St_Johns', NOON, '09:35, America/St Johns, UTC−3:30'],
    ['UTC', NOON, '13:05, UTC'],
    ['Europe/London', NOON, '13:05, Europe/London, UTC'],
  ])('in %s %d reads %s', (zone, at, text) => {
    const {time, zoneName} = formatsOf({zone})
    expect(`${time(at, 'minute')}, ${zoneName(at)}`).toBe(text)
  })

  it.each([Number.NaN, -1, 1e15, Number.POSITIVE_INFINITY])('that is none, such as %d, is shown as it is', at => {
    const {dateTime, relative, range, zoneName} = formatsOf()
    expect([dateTime(at), zoneName(at)]).toEqual([String(at), `Europe/Berlin, ${at}`])
    expect(range(at, NOON, {zone: false})).toBe(`${at} – 4 Mar 2026, 14:05`)
    expect(typeof relative(at, NOON)).toBe('string')
  })
})

describe('a distance in time', () => {
  it.each([
    [0, 'just now'],
    [999, 'just now'],
    [5_000, '5 s ago'],
    [180_000, '3 min ago'],
    [7_200_000, '2 h ago'],
    [-180_000, 'in 3 min'],
  ])('of %d ms reads %s', (age, text) => {
    expect(formatsOf().relative(NOON - age, NOON)).toBe(text)
  })

  it('is told in German', async () => {
    const translation = await loadTranslation('de')
    speak(translation?.areas ?? {})
    const {relative} = formatsOf({language: 'de'})
    expect([relative(NOON - 5000, NOON), relative(NOON + 60_000, NOON)]).toEqual(['vor 5 s', 'in 1 min'])
  })
})

describe('a range', () => {
  const {range} = formatsOf()
  const HOUR = 3_600_000

  it('says the day and the zone once', () => {
    expect(range(NOON, NOON + 2 * HOUR)).toMatch(/^4 Mar 2026, 14:05\s?–\s?16:05, Europe\/Berlin$/u)
  })

  it('says both days', () => {
    expect(range(NOON, NOON + 24 * HOUR, {zone: false})).toMatch(/^4 Mar 2026, 14:05\s–\s5 Mar 2026, 14:05$/u)
  })

  it('that runs backwards is shown as it is', () => {
    expect(range(NOON + HOUR, NOON, {zone: false})).toBe('4 Mar 2026, 15:05 – 4 Mar 2026, 14:05')
  })
})

describe('a zone', () => {
  it.each(['Europe/Berlin', 'UTC', 'Asia/Kolkata'])('is %s', name => expect(isZone(name)).toBe(true))
  it.each(['', 'Europe/Atlantis', '+02:00', '<b>', '\u202eeporuE', 'x'.repeat(300)])('is not %j', name =>
    expect(isZone(name)).toBe(false),
  )
})

it('makes no formatter for a value that is written as one before it was', () => {
  const {number, fixed, dateTime} = formatsOf()
  const write = (value: number) => [number(value), fixed(value, 4), dateTime(NOON + value)]
  write(1.5)
  const made = [vi.spyOn(Intl, 'NumberFormat'), vi.spyOn(Intl, 'DateTimeFormat')]
  for (let value = 0; value < 100; value++) write(value)
  expect(made.map(spy => spy.mock.calls.length)).toEqual([0, 0])
  vi.restoreAllMocks()
})
