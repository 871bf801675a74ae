import {describe, expect, it} from 'vitest'
import {
  type DayPiece,
  duePieces,
  gapsOfDay,
  isDue,
  type NeverDue,
  nextChange,
  scheduleFrom,
  scheduleValue,
  whyNever,
} from '../../../../contract/rules/time/schedule'
import type {Json} from '../../../../contract/wire/common'

const BERLIN = 'Europe/Berlin'
const due = (when: Json, at: string, zone = BERLIN) => isDue(scheduleFrom(when), Date.parse(at), zone)

describe('an item of a playlist', () => {
  it.each<[Json, string, boolean]>([
    [{from: '08:00', until: '18:00'}, '2026-11-20T08:00+01:00', true],
    [{from: '08:00', until: '18:00'}, '2026-11-20T07:59+01:00', false],
    [{from: '08:00', until: '18:00'}, '2026-11-20T18:00+01:00', false],
    [{from: '22:00', until: '02:00'}, '2026-11-20T23:00+01:00', true],
    [{from: '22:00', until: '02:00'}, '2026-11-20T01:59+01:00', true],
    [{from: '22:00', until: '02:00'}, '2026-11-20T02:00+01:00', false],
    [{from: '06:00'}, '2026-11-20T23:59+01:00', true],
    [{until: '06:00'}, '2026-11-20T05:00+01:00', true],
    [{days: [5]}, '2026-11-20T12:00+01:00', true],
    [{days: [1, 2]}, '2026-11-20T12:00+01:00', false],
    [{since: '2026-11-20', through: '2026-11-20'}, '2026-11-20T23:59+01:00', true],
    [{since: '2026-11-21'}, '2026-11-20T23:59+01:00', false],
    [{through: '2026-11-19'}, '2026-11-20T00:00+01:00', false],
    [{from: '22:00', until: '02:00', days: [5]}, '2026-11-21T01:00+01:00', true],
    [{from: '22:00', until: '02:00', days: [5]}, '2026-11-20T01:00+01:00', false],
    [{from: '08:00', until: '08:00', days: [5]}, '2026-11-21T07:59+01:00', true],
    [{from: '08:00', until: '08:00', days: [5]}, '2026-11-21T08:00+01:00', false],
    [{days: []}, '2026-11-20T12:00+01:00', false],
  ])('with %j is due at %s: %s', (when, at, expected) => {
    expect(due(when, at)).toBe(expected)
  })

  it('goes by the clock of its screen, also on the day on which it is changed', () => {
    expect(due({from: '02:30', until: '03:00'}, '2026-10-25T00:45Z')).toBe(true)
    expect(due({from: '02:30', until: '03:00'}, '2026-10-25T01:45Z')).toBe(true)
    expect(due({from: '09:00', until: '10:00'}, '2026-11-20T00:30Z', 'Asia/Tokyo')).toBe(true)
  })

  it.each<[Json]>([
    [null],
    ['always'],
    [{}],
    [{from: '25:00'}],
    [{from: '8'}],
    [{days: 'Mon'}],
    [{days: ['Mon']}],
    [{days: [0, 8]}],
    [{since: '2026-02-30'}],
  ])('with %j is not restricted', when => {
    expect(scheduleFrom(when)).toBeNull()
  })

  it('is written as it was read', () => {
    const when = {from: '08:00', until: '24:00', days: [1, 7], since: '2026-01-01', through: '2026-12-31'}
    const read = scheduleFrom(when)
    expect(read && scheduleValue(read)).toEqual(when)
  })
})

const dayOf = (date: string) => Date.parse(date) / 86_400_000
const piecesFrom = (text: string): DayPiece[] =>
  text.split(' ').flatMap(piece => {
    const [start, end] = piece.split('–').map(Number)
    return start === undefined || end === undefined ? [] : [{start, end}]
  })

describe('the pieces of a day in which an item is due', () => {
  it.each<[Json, string, string]>([
    [null, '2026-11-20', '0–1440'],
    [{from: '08:00', until: '18:00'}, '2026-11-20', '480–1080'],
    [{from: '22:00', until: '02:00'}, '2026-11-20', '0–120 1320–1440'],
    [{from: '22:00', until: '02:00', days: [5]}, '2026-11-20', '1320–1440'],
    [{from: '22:00', until: '02:00', days: [5]}, '2026-11-21', '0–120'],
    [{from: '22:00', until: '00:00', days: [5]}, '2026-11-20', '1320–1440'],
    [{from: '22:00', until: '00:00', days: [5]}, '2026-11-21', ''],
    [{from: '22:00', until: '02:00', through: '2026-11-20'}, '2026-11-21', '0–120'],
    [{from: '22:00', until: '02:00', since: '2026-11-21'}, '2026-11-21', '1320–1440'],
    [{days: []}, '2026-11-20', ''],
    [{since: '2028-02-29', through: '2028-02-29', days: [2]}, '2028-02-29', '0–1440'],
    [{since: '2028-02-29', through: '2028-02-29'}, '2028-03-01', ''],
  ])('with %j on %s are %s', (when, date, pieces) => {
    expect(duePieces(scheduleFrom(when), dayOf(date))).toEqual(piecesFrom(pieces))
  })

  it.each<[Json[], string]>([
    [[], '0–1440'],
    [[null, {from: '08:00', until: '18:00'}], ''],
    [[{from: '08:00', until: '18:00'}], '0–480 1080–1440'],
    [[{from: '12:00'}, {from: '08:00', until: '18:00'}, {until: '06:00'}], '360–480'],
    [
      [
        {from: '08:00', until: '18:00'},
        {from: '09:00', until: '10:00'},
      ],
      '0–480 1080–1440',
    ],
    [[{from: '22:00', until: '06:00'}], '360–1320'],
    [[{days: [1]}], '0–1440'],
  ])('of %j leave the gaps %s', (whens, gaps) => {
    const items = whens.map(when => ({schedule: scheduleFrom(when)}))
    expect(gapsOfDay(items, dayOf('2026-11-20'))).toEqual(piecesFrom(gaps))
  })
})

describe('the next change of an item', () => {
  it.each<[Json, string, string | null]>([
    [null, '2026-11-20T12:00+01:00', null],
    [{from: '08:00', until: '18:00'}, '2026-11-20T07:00+01:00', '2026-11-20T08:00+01:00'],
    [{from: '08:00', until: '18:00'}, '2026-11-20T08:00+01:00', '2026-11-20T18:00+01:00'],
    [{from: '08:00', until: '18:00'}, '2026-11-20T18:00+01:00', '2026-11-21T08:00+01:00'],
    [{from: '22:00', until: '02:00'}, '2026-11-20T23:00+01:00', '2026-11-21T02:00+01:00'],
    [{from: '08:00', until: '08:00'}, '2026-11-20T12:00+01:00', null],
    [{days: [5]}, '2026-11-20T12:00+01:00', '2026-11-21T00:00+01:00'],
    [{days: [5]}, '2026-11-21T00:00+01:00', '2026-11-27T00:00+01:00'],
    [{days: []}, '2026-11-20T12:00+01:00', null],
    [{since: '2027-03-01', days: [7], from: '10:00'}, '2026-11-20T12:00+01:00', '2027-03-07T10:00+01:00'],
    [{through: '2027-03-01'}, '2026-11-20T12:00+01:00', '2027-03-02T00:00+01:00'],
    [{through: '2026-11-19'}, '2026-11-20T12:00+01:00', null],
    [{from: '22:00', until: '02:00', through: '2026-11-19'}, '2026-11-20T01:00+01:00', '2026-11-20T02:00+01:00'],
    [{since: '2028-02-29', through: '2028-02-29'}, '2028-02-01T00:00+01:00', '2028-02-29T00:00+01:00'],
    [{since: '2028-02-29', through: '2028-02-29'}, '2028-02-29T12:00+01:00', '2028-03-01T00:00+01:00'],
    // The clocks jump from 2:00 to 3:00.
    [{from: '02:30', until: '05:00'}, '2026-03-29T01:00+01:00', '2026-03-29T03:00+02:00'],
    [{from: '01:00', until: '02:30'}, '2026-03-29T01:30+01:00', '2026-03-29T03:00+02:00'],
    [{from: '02:15', until: '02:45'}, '2026-03-29T01:00+01:00', '2026-03-30T02:15+02:00'],
    // The clocks are put back from 3:00 to 2:00.
    [{from: '02:30', until: '02:45'}, '2026-10-25T02:45+02:00', '2026-10-25T02:30+01:00'],
    [{from: '02:30', until: '04:00'}, '2026-10-25T02:45+02:00', '2026-10-25T02:00+01:00'],
    [{until: '02:30'}, '2026-10-25T02:30+02:00', '2026-10-25T02:00+01:00'],
  ])('with %j at %s is %s', (when, at, expected) => {
    const change = nextChange(scheduleFrom(when), Date.parse(at), BERLIN)
    expect(change).toBe(expected === null ? null : Date.parse(expected))
  })

  it.each(['2026-03-28T00:00Z', '2026-10-24T00:00Z'])('is found at each quarter of an hour from %s on', start => {
    const schedule = scheduleFrom({from: '02:30', until: '03:10', days: [7, 1]})
    const times = Array.from({length: 2 * 24 * 12}, (_, index) => Date.parse(start) + index * 300_000)
    const isDueAt = times.map(time => isDue(schedule, time, BERLIN))
    const missed = times.filter((time, at) => {
      const next = isDueAt.findIndex((isOn, index) => index > at && isOn !== isDueAt[at])
      return at % 3 === 0 && next > 0 && nextChange(schedule, time, BERLIN) !== times[next]
    })
    expect(missed).toEqual([])
  })
})

describe('an item that is never due', () => {
  it.each<[Json, NeverDue | null]>([
    [null, null],
    [{from: '08:00', until: '18:00'}, null],
    [{since: '2030-01-01'}, null],
    [{through: '2026-11-20'}, null],
    [{days: []}, {why: 'noDays'}],
    [{days: [], through: '2026-11-01'}, {why: 'noDays'}],
    [{since: '2026-12-10', through: '2026-12-01'}, {why: 'reversed'}],
    [{through: '2026-11-19'}, {why: 'ended', on: '2026-11-19'}],
    [
      {from: '08:00', until: '10:00', through: '2026-11-20'},
      {why: 'ended', on: '2026-11-20'},
    ],
    [{since: '2026-12-05', through: '2026-12-06', days: [1]}, {why: 'noSuchTime'}],
    [{since: '2027-03-28', through: '2027-03-28', from: '02:15', until: '02:45'}, {why: 'noSuchTime'}],
  ])('with %j says why: %j', (when, why) => {
    expect(whyNever(scheduleFrom(when), Date.parse('2026-11-20T12:00+01:00'), BERLIN)).toEqual(why)
  })

  it('is due until the end of a night that began on its last day', () => {
    const night = scheduleFrom({from: '22:00', until: '02:00', through: '2026-11-20'})
    const at = (time: string) => whyNever(night, Date.parse(time), BERLIN)
    expect([at('2026-11-21T01:59+01:00'), at('2026-11-21T02:00+01:00')]).toEqual([
      null,
      {why: 'ended', on: '2026-11-20'},
    ])
  })
})
