import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {type Layers, ownList, type Why, whatPlays, whatPlaysIn} from '../../../../contract/rules/media/whatPlays'
import {DAY, HOUR, MINUTE} from '../../../../contract/rules/time/durations'
import {isDue, minuteText, type Schedule, scheduleFrom} from '../../../../contract/rules/time/schedule'
import type {Json} from '../../../../contract/wire/common'

interface Item {
  id: string
  schedule: Schedule | null
}

const BERLIN = 'Europe/Berlin'
const GROUP: Why = {kind: 'fallback', of: {kind: 'group', name: 'Lobby'}}
const ORGANISATION: Why = {kind: 'fallback', of: {kind: 'organisation'}}

const itemsOf = (whens: Readonly<Record<string, Json>>): Item[] =>
  Object.entries(whens).map(([id, when]) => ({id, schedule: scheduleFrom(when)}))
const own = (whens: Readonly<Record<string, Json>>) => ownList(itemsOf(whens))
const fallback = (id: string, why = ORGANISATION) => ({why, items: itemsOf({[id]: null})})

/** Writes 'a b, ownList, until 2026-11-20T18:00:00.000Z'. */
function said(layers: Layers<Item>, at: string, zone: string | null = BERLIN): string | null {
  const plays = whatPlays(layers, zone, Date.parse(at))
  if (plays === null) return null
  const ids = plays.items.map(({id}) => id).join(' ')
  const why = plays.why?.kind === 'fallback' ? plays.why.of?.kind : plays.why?.kind
  const until = plays.until === null ? 'always' : new Date(plays.until).toISOString().slice(0, 16)
  return `${ids || 'nothing'}, ${why ?? 'no reason'}, ${until}`
}

const DAYTIME = {from: '08:00', until: '18:00'}
const NIGHT = {from: '22:00', until: '02:00'}

describe('what plays on a screen', () => {
  it.each<[string, Layers<Item>, string, string]>([
    ['nothing without a layer', [], '2026-11-20T12:00Z', 'nothing, no reason, always'],
    ['nothing with an empty list', [own({})], '2026-11-20T12:00Z', 'nothing, no reason, always'],
    ['its own list', [own({a: null, b: null}), fallback('f')], '2026-11-20T12:00Z', 'a b, ownList, always'],
    ['its own list in its hours', [own({a: DAYTIME})], '2026-11-20T12:00Z', 'a, ownList, 2026-11-20T17:00'],
    ['nothing after them', [own({a: DAYTIME})], '2026-11-20T17:00Z', 'nothing, no reason, 2026-11-21T07:00'],
    [
      'the fallback after them',
      [own({a: DAYTIME}), fallback('f')],
      '2026-11-20T17:00Z',
      'f, organisation, 2026-11-21T07:00',
    ],
    ['the fallback of a list that is empty', [own({}), fallback('f')], '2026-11-20T17:00Z', 'f, organisation, always'],
    [
      'the stronger of two fallbacks',
      [own({}), fallback('g', GROUP), fallback('f')],
      '2026-11-20T17:00Z',
      'g, group, always',
    ],
    [
      'the rest of the list when an item ends',
      [own({a: DAYTIME, b: null})],
      '2026-11-20T17:00Z',
      'b, ownList, 2026-11-21T07:00',
    ],
    [
      'one item after the other',
      [own({a: DAYTIME, b: {from: '18:00'}})],
      '2026-11-20T16:59Z',
      'a, ownList, 2026-11-20T17:00',
    ],
    ['an item beyond midnight', [own({a: NIGHT})], '2026-11-20T22:30Z', 'a, ownList, 2026-11-21T01:00'],
    ['an item of one night', [own({a: {...NIGHT, days: [5]}})], '2026-11-21T00:30Z', 'a, ownList, 2026-11-21T01:00'],
    [
      'an item of the week after',
      [own({a: {...NIGHT, days: [5]}})],
      '2026-11-21T02:00Z',
      'nothing, no reason, 2026-11-27T21:00',
    ],
    [
      'an item of 29 February',
      [own({a: {since: '2028-02-29', through: '2028-02-29'}})],
      '2026-11-21T02:00Z',
      'nothing, no reason, 2028-02-28T23:00',
    ],
    [
      'nothing from 1 March on',
      [own({a: {since: '2028-02-29', through: '2028-02-29'}})],
      '2028-02-29T12:00Z',
      'a, ownList, 2028-02-29T23:00',
    ],
    [
      'nothing on 29 February of other years',
      [own({a: {since: '2027-02-29', through: '2027-02-29'}})],
      '2027-02-28T12:00Z',
      'a, ownList, always',
    ],
    [
      'no item of an hour that is skipped',
      [own({a: {from: '02:15', until: '02:45'}})],
      '2026-03-29T00:30Z',
      'nothing, no reason, 2026-03-30T00:15',
    ],
    [
      'an item that the change of clocks cuts',
      [own({a: {from: '01:00', until: '02:30'}})],
      '2026-03-29T00:30Z',
      'a, ownList, 2026-03-29T01:00',
    ],
    [
      'an item of an hour that comes twice',
      [own({a: {from: '02:30', until: '02:45'}})],
      '2026-10-25T00:45Z',
      'nothing, no reason, 2026-10-25T01:30',
    ],
    [
      'an item that begins again',
      [own({a: {until: '02:30'}})],
      '2026-10-25T00:30Z',
      'nothing, no reason, 2026-10-25T01:00',
    ],
  ])('is %s', (_, layers, at, expected) => {
    expect(said(layers, at)).toBe(expected)
  })

  it('is not known in a zone that does not exist, but for items without hours', () => {
    expect(said([own({a: DAYTIME})], '2026-11-20T12:00Z', 'Mars/Phobos')).toBeNull()
    expect(said([own({a: DAYTIME})], '2026-11-20T12:00Z', null)).toBeNull()
    expect(said([own({a: null})], '2026-11-20T12:00Z', 'Mars/Phobos')).toBe('a, ownList, always')
  })

  it('goes by the zone of the screen', () => {
    expect(said([own({a: DAYTIME})], '2026-11-20T00:00Z', 'Asia/Tokyo')).toBe('a, ownList, 2026-11-20T09:00')
    // Its clocks are put forward by half an hour.
    expect(said([own({a: {from: '02:10', until: '03:00'}})], '2026-10-03T15:00Z', 'Australia/Lord_Howe')).toBe(
      'nothing, no reason, 2026-10-03T15:30',
    )
    // It skipped the whole of 2011-12-30.
    expect(said([own({a: {from: '12:00'}})], '2011-12-30T09:59Z', 'Pacific/Apia')).toBe('a, ownList, 2011-12-30T10:00')
  })

  it('is what a model says that looks at each minute', () => {
    const minute = fc.nat({max: 1440}).map(minuteText)
    const date = fc.integer({min: -12, max: 12}).map(days => new Date(CHANGE + days * DAY).toISOString().slice(0, 10))
    const when = fc.record(
      {from: minute, until: minute, days: fc.uniqueArray(fc.integer({min: 1, max: 7})), since: date, through: date},
      {requiredKeys: []},
    )
    const layer = fc.array(when, {maxLength: 3})
    fc.assert(
      fc.property(
        fc.tuple(layer, layer),
        fc.constantFrom(BERLIN, 'America/New_York', 'Australia/Lord_Howe', 'UTC'),
        fc.integer({min: -36 * 60, max: 36 * 60}),
        ([strong, weak], zone, minutes) => {
          const layers = [strong, weak].map((whens, at) => ({
            why: at === 0 ? ({kind: 'ownList'} as const) : ORGANISATION,
            items: whens.map((each, index) => ({id: `${at}${index}`, schedule: scheduleFrom(each)})),
          }))
          const at = CHANGE + minutes * MINUTE
          const plays = whatPlays(layers, zone, at)
          const end = at + 2 * DAY
          const isBeyond = plays?.until == null || plays.until >= end
          expect({ids: idsOf(plays?.items ?? []), until: isBeyond ? null : plays.until}).toEqual(
            model(layers, zone, at, end),
          )
        },
      ),
      {numRuns: 200},
    )
  })

  it('is the same for times in any order', () => {
    const layers = [own({a: NIGHT, b: {...DAYTIME, days: [1, 2]}}), fallback('f')]
    const playsAt = whatPlaysIn(layers, BERLIN)
    const times = Array.from({length: 500}, (_, index) => CHANGE + ((index * 37) % 500) * HOUR)
    expect(times.map(at => playsAt(at).until)).toEqual(times.map(at => whatPlays(layers, BERLIN, at)?.until))
  })
})

/** About when Berlin, New York and Lord Howe Island change their clocks. */
const CHANGE = Date.parse('2026-10-25T01:00Z')

const idsOf = (items: readonly Item[]) => items.map(({id}) => id)

function model(layers: Layers<Item>, zone: string, at: number, end: number) {
  const dueAt = (time: number) =>
    layers
      .map(({items}) => idsOf(items.filter(({schedule}) => isDue(schedule, time, zone))))
      .find(ids => ids.length > 0) ?? []
  const ids = dueAt(at)
  for (let time = at + MINUTE; time < end; time += MINUTE) {
    if (dueAt(time).join() !== ids.join()) return {ids, until: time}
  }
  return {ids, until: null}
}
