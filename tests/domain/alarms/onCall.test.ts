import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {onCallAt} from '../../../contract/rules/onCall/rota'
import {DAY, HOUR, MINUTE} from '../../../contract/rules/time/durations'
import {
  changedRota,
  coloursOf,
  draftOfShift,
  draftOutlook,
  emptyRota,
  type NamedRota,
  overridesFrom,
  type RotaDraft,
  rotaEntry,
  swapsFor,
  weeksOf,
} from '../../../src/domain/alarms/onCall'

const people = ['ann', 'bob', 'eve'].map(id => ({id, name: id, isPresent: true}))
const WEEKLY: NamedRota = {
  id: 'r1',
  name: 'Night',
  zone: 'Europe/Berlin',
  people: ['ann', 'bob', 'eve'],
  layers: [],
  overrides: [],
  version: 1,
  handOver: {minute: 8 * 60, days: 7, since: '2026-10-05'},
}

describe('the calendar of a rota', () => {
  /** A Monday; the clocks are set back on the Sunday after it. */
  const at = Date.parse('2026-10-19T12:00+02:00')

  it('has two rows of seven days, of which one has 25 hours where the clocks are set back', () => {
    const weeks = weeksOf(WEEKLY, people, at, 'Europe/Berlin')
    const hours = weeks.map(({days}) => days.map(({start, end}) => (end - start) / HOUR))
    expect(hours).toEqual([
      [24, 24, 24, 24, 24, 24, 25],
      [24, 24, 24, 24, 24, 24, 24],
    ])
    expect(weeks.map(({parts}) => parts.map(({shift, isContinued}) => [shift.person, isContinued]))).toEqual([
      [
        ['bob', false],
        ['eve', false],
      ],
      [
        ['eve', true],
        ['ann', false],
      ],
    ])
  })

  it('offers the whole of a shift that goes on after the two weeks, and not what has passed of one', () => {
    const shifts = weeksOf(WEEKLY, people, at, 'Europe/Berlin').flatMap(({parts}) => parts.map(({shift}) => shift))
    expect(shifts.slice(0, 2)).toEqual([
      {start: Date.parse('2026-10-19T00:00+02:00'), end: Date.parse('2026-10-19T08:00+02:00'), person: 'bob'},
      {start: at, end: Date.parse('2026-10-26T08:00+01:00'), person: 'eve'},
    ])
    expect(swapsFor(weeksOf(WEEKLY, people, at, 'Europe/Berlin'), {start: at, end: at, person: 'eve'})).toEqual([
      shifts.at(-1),
    ])
    expect(shifts.at(-1)).toEqual({
      start: Date.parse('2026-10-26T08:00+01:00'),
      end: Date.parse('2026-11-02T08:00+01:00'),
      person: 'ann',
    })
  })

  it('swaps two whole shifts over a change of the clocks', () => {
    const weeks = weeksOf(WEEKLY, people, at, 'Europe/Berlin')
    const shift = {start: at, end: Date.parse('2026-10-26T08:00+01:00'), person: 'eve'}
    const other = swapsFor(weeks, shift).find(({person}) => person === 'ann') ?? null
    const overrides = overridesFrom(draftOfShift(WEEKLY, shift, {form: 'swap', other}))
    const swapped = {...WEEKLY, overrides: overrides.map((override, at) => ({...override, id: String(at)}))}
    const on = (text: string) => onCallAt(swapped, () => true, Date.parse(text))
    expect(on('2026-10-26T07:59+01:00')).toBe('ann')
    expect(on('2026-10-26T08:00+01:00')).toBe('eve')
    expect(on('2026-11-02T07:59+01:00')).toBe('eve')
    expect(on('2026-11-02T08:00+01:00')).toBe('bob')
    expect(weeksOf(swapped, people, at, 'Europe/Berlin')[1]?.parts.map(({isCover}) => isCover)).toEqual([true, true])
  })

  it('writes a note on a shift, which calls nobody else', () => {
    const shift = {start: at, end: at + HOUR, person: 'eve'}
    const [override] = overridesFrom(draftOfShift(WEEKLY, shift, {form: 'note', note: ' Doors '}))
    expect(override).toEqual({...shift, insteadOf: 'eve', note: 'Doors'})
    const noted = {...WEEKLY, overrides: [{...shift, insteadOf: 'eve', note: 'Doors', id: 'n'}]}
    const parts = weeksOf(noted, people, at, 'Europe/Berlin').flatMap(({parts}) => parts)
    expect(parts.filter(({notes}) => notes.length > 0)).toMatchObject([{isCover: false, notes: ['Doors']}])
    expect(onCallAt(noted, id => id !== 'eve', at)).toBe('ann')
  })
})

describe('the colours of people', () => {
  it('differ within a rota of up to eight people, and stay when somebody is added', () => {
    const ids = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8']
    const colours = coloursOf({...WEEKLY, people: ids})
    expect(new Set(colours.values()).size).toBe(8)
    const fewer = coloursOf({...WEEKLY, people: ids.slice(0, 5)})
    expect([...fewer].filter(([id, colour]) => colours.get(id) !== colour)).toEqual([])
  })
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
