import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import type {MaintenancePlan} from '../../../contract/rules/maintenance'
import {wallOf} from '../../../contract/rules/time/wallTime'
import {occurrencesOf} from '../../../server/maintenance/recurrence'
import {UnusableRule} from '../../../server/maintenance/rule'

const at = (iso: string) => Date.parse(iso)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NIGHTLY: MaintenancePlan = {start: '2026-03-27T02:30', zone: 'Europe/Berlin', minutes: 60, rrule: 'FREQ=DAILY'}

const starts = (plan: MaintenancePlan, after: string, limit = 3) =>
  occurrencesOf(plan, at(after), limit).map(({startsAt}) => new Date(startsAt).toISOString().slice(0, 16))

describe('a plan', () => {
  it('of once has one occurrence until it has ended', () => {
    const once = {...NIGHTLY, rrule: null}
    expect(occurrencesOf(once, at('2026-03-27T02:29Z'), 3)).toEqual([
      {startsAt: at('2026-03-27T01:30Z'), endsAt: at('2026-03-27T02:30Z')},
    ])
    expect(occurrencesOf(once, at('2026-03-27T02:30Z'), 3)).toEqual([])
  })

  it('keeps the time on the wall in the night in which the clocks go forward', () => {
    expect(starts(NIGHTLY, '2026-03-28T12:00Z')).toEqual(['2026-03-29T01:30', '2026-03-30T00:30', '2026-03-31T00:30'])
  })

  it('keeps it when they go back, and has one occurrence that night', () => {
    expect(starts(NIGHTLY, '2026-10-24T12:00Z')).toEqual(['2026-10-25T00:30', '2026-10-26T01:30', '2026-10-27T01:30'])
  })

  it('begins with the occurrence that runs', () => {
    expect(starts(NIGHTLY, '2026-03-28T02:00Z', 1)).toEqual(['2026-03-28T01:30'])
  })

  it.each([
    ['FREQ=WEEKLY;BYDAY=MO,FR', ['2026-06-01T00:30', '2026-06-05T00:30', '2026-06-08T00:30']],
    ['RRULE:freq=monthly;byday=2su', ['2026-06-14T00:30', '2026-07-12T00:30', '2026-08-09T00:30']],
    ['FREQ=MONTHLY;BYMONTHDAY=31', ['2026-05-31T00:30', '2026-07-31T00:30', '2026-08-31T00:30']],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', ['2028-02-29T01:30', '2032-02-29T01:30', '2036-02-29T01:30']],
    ['FREQ=DAILY;COUNT=67', ['2026-05-31T00:30', '2026-06-01T00:30']],
    ['FREQ=DAILY;UNTIL=20260601', ['2026-05-31T00:30', '2026-06-01T00:30']],
    ['FREQ=DAILY;UNTIL=20260601T003000Z', ['2026-05-31T00:30', '2026-06-01T00:30']],
    ['FREQ=DAILY;UNTIL=20260601T002959Z', ['2026-05-31T00:30']],
    ['FREQ=DAILY;COUNT=2', []],
    ['FREQ=DAILY;BYMONTHDAY=13;BYDAY=FR', ['2026-11-13T01:30', '2027-08-13T00:30', '2028-10-13T00:30']],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', ['2026-06-30T00:30', '2026-07-31T00:30', '2026-08-31T00:30']],
    ['FREQ=YEARLY;BYDAY=53TH', ['2026-12-31T01:30', '2032-12-30T01:30', '2037-12-31T01:30']],
    ['FREQ=YEARLY;BYDAY=1MO;BYMONTHDAY=5', ['2032-01-05T01:30', '2037-01-05T01:30', '2043-01-05T01:30']],
    ['FREQ=YEARLY;BYWEEKNO=53', ['2027-01-01T01:30', '2032-12-31T01:30', '2038-01-01T01:30']],
    ['FREQ=YEARLY;INTERVAL=4;BYYEARDAY=-1', ['2026-12-31T01:30', '2030-12-31T01:30', '2034-12-31T01:30']],
  ])('with %s has its occurrences', (rrule, expected) => {
    expect(starts({...NIGHTLY, rrule}, '2026-05-31T00:00Z')).toEqual(expected)
  })

  it.each([
    ['FREQ=DAILY;COUNT=2000', ['2032-05-21T00:30', '2032-05-22T00:30']],
    ['FREQ=DAILY;COUNT=99999', ['2032-05-21T00:30', '2032-05-22T00:30', '2032-05-23T00:30']],
  ])('with %s is counted to its end', (rrule, expected) => {
    const plan = {...NIGHTLY, start: '2026-12-01T02:30', rrule}
    expect(starts(plan, '2032-05-20T12:00Z')).toEqual(expected)
  })

  it('counts from a start of long ago', () => {
    const plan = {...NIGHTLY, start: '1970-01-01T02:30', rrule: 'FREQ=WEEKLY;BYDAY=SA,SU;COUNT=5939'}
    expect(starts(plan, '2026-11-25T00:00Z')).toEqual(['2026-11-28T01:30'])
  })

  it.each([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYDAY=MO;BYSETPOS=54',
    'FREQ=YEARLY;INTERVAL=4;BYYEARDAY=366',
  ])('is refused with %s, which never comes', rrule => {
    const never = new UnusableRule('The rule names no day within the next 40 years.')
    expect(() => starts({...NIGHTLY, rrule}, '2026-05-31T00:00Z')).toThrow(never)
  })

  it('repeats at its time on the wall in every zone, and lasts as long each time', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC')
    const minuteOfDay = fc.integer({min: 0, max: 24 * 60 - 1})
    const day = fc.integer({min: 0, max: 800})
    fc.assert(
      fc.property(zones, minuteOfDay, day, fc.integer({min: 1, max: 2000}), (zone, minute, shift, minutes) => {
        const start = new Date(at('2026-01-01T00:00Z') + minute * MINUTE).toISOString().slice(0, 16)
        const after = at('2026-01-01T00:00Z') + shift * DAY
        const found = occurrencesOf({start, zone, minutes, rrule: 'FREQ=DAILY'}, after, 4)
        expect(found).toHaveLength(4)
        for (const {startsAt, endsAt} of found) {
          expect(endsAt).toBeGreaterThan(after)
          expect(endsAt - startsAt).toBe(minutes * MINUTE)
          // A skipped time is later by the length of the skip.
          const late = (wallOf(startsAt, zone) - minute * MINUTE) % DAY
          expect([0, 30 * MINUTE, 60 * MINUTE]).toContain((late + DAY) % DAY)
        }
        const days = found.map(({startsAt}) => Math.floor(wallOf(startsAt, zone) / DAY))
        expect(days).toEqual([...new Set(days)].sort((a, b) => a - b))
      }),
    )
  })
})
