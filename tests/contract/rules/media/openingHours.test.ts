import {describe, expect, it} from 'vitest'
import {NO_LIST} from '../../../../contract/rules/lists/storedList'
import {
  ALWAYS_OPEN,
  isOpen,
  openingHoursFrom,
  openingHoursValue,
  ownHoursFrom,
  ownHoursValue,
  withHoursIntent,
} from '../../../../contract/rules/media/openingHours'

const read = (value: object) => openingHoursFrom(JSON.parse(JSON.stringify(value))) ?? ALWAYS_OPEN
const weekdays = {from: '09:00', until: '18:00', days: [1, 2, 3, 4, 5]}
const at = (text: string) => Date.parse(text)

describe('opening hours', () => {
  it.each([
    ['in the hours of a weekday', {hours: [weekdays]}, '2026-01-14T12:00Z', true],
    ['at their first minute', {hours: [weekdays]}, '2026-01-14T08:00Z', true],
    ['before them', {hours: [weekdays]}, '2026-01-14T07:59Z', false],
    ['at their end', {hours: [weekdays]}, '2026-01-14T17:00Z', false],
    ['on another day', {hours: [weekdays]}, '2026-01-17T12:00Z', false],
    ['in any of several', {hours: [weekdays, {days: [6], from: '10:00', until: '14:00'}]}, '2026-01-17T11:00Z', true],
    [
      'after midnight, as of the day before',
      {hours: [{days: [5], from: '20:00', until: '03:00'}]},
      '2026-01-17T01:00Z',
      true,
    ],
    [
      'on a closed day',
      {hours: [weekdays], closed: [{day: '2026-01-14', name: 'Stocktaking'}]},
      '2026-01-14T12:00Z',
      false,
    ],
    [
      'on the day after a closed one',
      {hours: [weekdays], closed: [{day: '2026-01-14', name: ''}]},
      '2026-01-15T12:00Z',
      true,
    ],
    ['always, where none are written', {}, '2026-01-17T02:00Z', true],
    ['on a closed day, where none are written', {closed: [{day: '2026-02-28', name: ''}]}, '2026-02-28T22:59Z', false],
    ['in summer, by the clocks of the place', {hours: [weekdays]}, '2026-07-15T07:00Z', true],
    ['in the hour that is there twice', {hours: [{from: '02:00', until: '03:00'}]}, '2026-10-25T01:30Z', true],
    ['on 29 February', {hours: [{since: '2028-02-29', through: '2028-02-29'}]}, '2028-02-29T12:00Z', true],
  ])('are %s', (_, value, moment, isNow) => {
    expect(isOpen(read(value), at(moment), 'Europe/Berlin')).toBe(isNow)
  })

  it('are the same after they are written and read', () => {
    const written = {
      ...{hours: [weekdays], closed: [{day: '2026-12-25', name: 'Christmas'}], zone: 'Europe/Berlin', tellAfter: 1200},
    }
    expect(openingHoursValue(read(written))).toEqual(written)
    expect(openingHoursValue(read({tellAfter: 0}))).toEqual({hours: [], closed: [], tellAfter: 0})
  })

  it.each([
    ['a text', '"always"'],
    ['a list', '[]'],
    ['null', 'null'],
  ])('are not said by %s', (_, text) => {
    expect(openingHoursFrom(JSON.parse(text))).toBeNull()
  })

  it('leave out what cannot be read', () => {
    const value = {hours: [7, weekdays], closed: [{day: '2026-02-30'}, 'x'], zone: 'Nowhere/Else', tellAfter: 'soon'}
    expect(read(value)).toEqual({...ALWAYS_OPEN, hours: read({hours: [weekdays]}).hours})
  })
})

describe('own opening hours', () => {
  const [one, other] = [read({hours: [weekdays]}), read({closed: [{day: '2026-12-25', name: 'Christmas'}]})]
  const set = (hours: typeof one | null, seen: typeof one | null) => ({kind: 'set', hours, seen}) as const
  const own = {...NO_LIST, items: [one]}

  it('are written over what the person has seen, and over nothing else', () => {
    expect(withHoursIntent(NO_LIST, set(one, null))).toEqual(own)
    expect(withHoursIntent(own, set(other, one))).toEqual({...own, items: [other]})
    expect(withHoursIntent(own, set(other, null))).toBe('gone')
    expect(withHoursIntent(own, set(one, other))).toBe(own)
  })

  it('are removed', () => {
    const removed = {...own, items: []}
    expect(withHoursIntent(own, set(null, one))).toEqual(removed)
    expect(ownHoursValue(removed)).toEqual([])
    expect(ownHoursFrom([], 4)).toEqual({...NO_LIST, version: 4, exists: true})
  })

  it('are written as they are read', () => {
    expect(ownHoursFrom(ownHoursValue(own), 2)).toEqual({...own, version: 2, exists: true})
  })
})
