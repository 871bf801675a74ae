import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {onCallAt} from '../../../contract/rules/onCall/rota'
import {DAY, HOUR, MINUTE} from '../../../contract/rules/time/durations'
import {
  changedRota,
  daysOf,
  draftOutlook,
  emptyRota,
  type RotaDraft,
  rotaEntry,
} from '../../../src/domain/alarms/onCall'

it('divides a range into the days of a zone, of which one has 25 hours where the clocks go back', () => {
  const [start, end] = [Date.UTC(2026, 9, 24, 12), Date.UTC(2026, 9, 26, 6)]
  const days = daysOf({start, end}, 'Europe/Berlin')
  expect(days.map(day => (day.end - day.start) / 3_600_000)).toEqual([10, 25, 7])
  expect([days[0]?.start, days.at(-1)?.end]).toEqual([start, end])
})

describe('the draft of a new rota', () => {
  /** Each is the first day of two weeks in which the clocks of some of the zones are changed. */
  const BEGINNINGS = ['2026-03-22', '2026-04-05', '2026-09-20', '2026-10-25', '2026-12-25', '2028-02-24']
  const ZONES = [
    ...['Europe/Berlin', 'America/New_York', 'America/Los_Angeles', 'America/Santiago', 'UTC'],
    ...['Pacific/Auckland', 'Pacific/Apia', 'Pacific/Pago_Pago', 'Australia/Lord_Howe', 'Asia/Beirut'],
  ]
  const calledBy = (draft: RotaDraft, at: number) => onCallAt({...rotaEntry(draft), overrides: []}, () => true, at)
  const draftAt = (at: number, zone = 'Europe/Berlin') => changedRota(emptyRota({zone, now: at}), {people: ['ann']}, at)

  it.each([
    ['as the clocks stay', '2026-11-30T00:39+01:00', '2026-11-23'],
    ['after a night in which they were set ahead', '2026-03-30T00:39+02:00', '2026-03-23'],
    ['after a night in which they were set back', '2026-10-26T00:39+01:00', '2026-10-19'],
  ])('begins a week ago when it is made on a Monday at 00:39, %s', (_, made, since) => {
    const at = Date.parse(made)
    const draft = draftAt(at)
    expect([draft.since, calledBy(draft, at)]).toEqual([since, 'ann'])
  })

  it.each(BEGINNINGS)('calls somebody at each quarter of an hour of two weeks from %s on, in each zone', beginning => {
    const quarters = Array.from(
      {length: 14 * 96},
      (_, index) => Date.parse(`${beginning}T00:00Z`) + index * 15 * MINUTE,
    )
    const uncalled = ZONES.flatMap(zone => quarters.filter(at => calledBy(draftAt(at, zone), at) !== 'ann'))
    expect(uncalled).toEqual([])
  })

  it('calls somebody whatever time, days and zone are typed, and in whatever zone it was begun', () => {
    const time = fc.integer({min: 0, max: 1439}).map(minute => new Date(minute * MINUTE).toISOString().slice(11, 16))
    const change: fc.Arbitrary<Partial<RotaDraft>> = fc.oneof(
      fc.record({zone: fc.constantFrom(...ZONES)}),
      fc.record({time: fc.oneof(time, fc.constantFrom('1', '', '10:'))}),
      fc.record({days: fc.oneof(fc.integer({min: 1, max: 30}).map(String), fc.constant(''))}),
    )
    const at = fc
      .tuple(fc.constantFrom(...BEGINNINGS), fc.integer({min: 0, max: 14 * DAY - 1}))
      .map(([day, since]) => Date.parse(`${day}T00:00Z`) + since)
    const complete = fc.record({zone: fc.constantFrom(...ZONES), time, days: fc.integer({min: 1, max: 30}).map(String)})
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), at, fc.array(change), complete, (zone, now, changes, last) => {
        const changed = [...changes, last].reduce<RotaDraft>(
          (draft, change) => changedRota(draft, change, now),
          draftAt(now, zone),
        )
        expect(calledBy(changed, now)).toBe('ann')
      }),
    )
  })

  it('hands over first on the Monday that has passed for whole weeks, and otherwise on the day that has', () => {
    const monday = Date.UTC(2026, 10, 30, 6, 59)
    const draft = draftAt(monday)
    expect(draft.since).toBe('2026-11-23')
    expect(changedRota(draft, {time: '07:30'}, monday).since).toBe('2026-11-30')
    expect(changedRota(draft, {days: '1'}, monday).since).toBe('2026-11-29')
    expect(changedRota(draft, {zone: 'Pacific/Auckland'}, monday).since).toBe('2026-11-30')
  })

  it('keeps the first hand-over that somebody typed, and calls nobody before it', () => {
    const now = Date.UTC(2026, 10, 30, 12)
    const typed = changedRota(draftAt(now), {since: '2026-12-07'}, now)
    const moved = changedRota(typed, {zone: 'UTC', time: '09:00'}, now)
    expect([moved.since, calledBy(moved, now)]).toEqual(['2026-12-07', null])
  })

  it('tells whom it calls with the takeovers of its rota, and nothing while a field is wrong', () => {
    const at = Date.UTC(2026, 10, 30, 12)
    const people = ['ann', 'bob'].map(id => ({id, name: id, isPresent: true}))
    const overrides = [{id: 't1', start: at - HOUR, end: at + HOUR, person: 'bob', insteadOf: null}]
    const draft = draftAt(at)
    const rota = {...rotaEntry(draft), id: 'r1', version: 1, overrides}
    expect(draftOutlook(draft, {rota: null, people, at})?.now.person).toBe('ann')
    expect(draftOutlook(draft, {rota, people, at})).toMatchObject({
      now: {person: 'bob'},
      next: {person: 'ann', start: at + HOUR},
    })
    expect(draftOutlook({...draft, time: ''}, {rota, people, at})).toBeNull()
  })
})
