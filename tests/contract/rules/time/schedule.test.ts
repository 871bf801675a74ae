import {describe, expect, it} from 'vitest'
import {isDue, scheduleFrom, scheduleValue} from '../../../../contract/rules/time/schedule'
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
    [{days: []}],
    [{days: ['Mon']}],
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
