import {describe, expect, it} from 'vitest'
import {
  isReplayable,
  isSameMoment,
  markAt,
  markBeside,
  momentFromSearch,
  searchWithMoment,
  sliderAround,
  sliderFor,
} from '../../src/domain/moment'

const at = Date.parse('2026-11-22T10:03:07.250Z')
const HOUR = 3_600_000

describe('the moment of an address', () => {
  it.each([
    ['', null],
    ['?tz=UTC', null],
    ['?at=2026-11-22T10:03:07.250Z', {at, rate: null}],
    ['?at=2026-11-22T10:03:07.250Z&rate=60', {at, rate: 60}],
    ['?at=2026-11-22T10:03:07.250Z&rate=7', {at, rate: null}],
    ['?at=2026-11-22T10:03Z', {at: Date.parse('2026-11-22T10:03:00Z'), rate: null}],
    ['?at=', 'unreadable'],
    ['?at=yesterday', 'unreadable'],
    ['?at=1763805787250', 'unreadable'],
    ['?at=2026-13-22T10:03:07Z', 'unreadable'],
    ['?at=1969-12-31T23:59:59Z', 'unreadable'],
    ['?at=+275760-09-13T00:00:00Z', 'unreadable'],
  ])('is read from %s', (search, asked) => {
    expect(momentFromSearch(search)).toEqual(asked)
  })

  it('is written beside what else the address says, and taken out of it', () => {
    const playing = searchWithMoment('?device=d1&at=old&rate=10', {at, rate: 600})

    expect(playing).toBe('?device=d1&at=2026-11-22T10%3A03%3A07.250Z&rate=600')
    expect(momentFromSearch(playing)).toEqual({at, rate: 600})
    expect(searchWithMoment(playing, {at, rate: null})).toBe('?device=d1&at=2026-11-22T10%3A03%3A07.250Z')
    expect(searchWithMoment(playing, null)).toBe('?device=d1')
    expect(searchWithMoment('?at=old', null)).toBe('')
  })

  it.each([
    [null, null, true],
    [null, 'unreadable', false],
    [{at, rate: null}, {at, rate: null}, true],
    [{at, rate: null}, {at, rate: 1}, false],
    [{at, rate: null}, null, false],
    [{at, rate: null}, 'unreadable', false],
  ] as const)('%j and %j are the same: %s', (one, other, isSame) => {
    expect(isSameMoment(one, other)).toBe(isSame)
  })
})

describe('the slider', () => {
  const hour = Date.parse('2026-11-22T10:00:00Z')

  it('spans whole hours around a moment, and ends with the present hour', () => {
    expect(sliderAround(at, at + 100 * HOUR, 'day')).toEqual({start: hour - 11 * HOUR, end: hour + 13 * HOUR})
    expect(sliderAround(at, at + 2 * HOUR, 'day')).toEqual({start: hour - 21 * HOUR, end: hour + 3 * HOUR})
    expect(sliderAround(at, at + 2 * HOUR, 'week')).toEqual({start: hour - 165 * HOUR, end: hour + 3 * HOUR})
  })

  it('stays as long as the moment is within it', () => {
    const known = sliderAround(at, at, 'day')

    expect(sliderFor(known, at - 20 * HOUR, at, 'day')).toBe(known)
    expect(sliderFor(known, at - 30 * HOUR, at, 'day')).toEqual(sliderAround(at - 30 * HOUR, at, 'day'))
  })
})

it.each([
  ['/dashboard', true],
  ['/alarms', true],
  ['/alarms/018f', true],
  ['/alarmsystem', false],
  ['/myhome', false],
  ['/', false],
])('%s has a past: %s', (pathname, has) => {
  expect(isReplayable(pathname)).toBe(has)
})

describe('the marks of alarms', () => {
  const marks = [10, 40, 50].map(minute => ({at: minute * 60_000, raised: 1}))
  const minuteOf = (mark: {at: number} | null) => (mark === null ? null : mark.at / 60_000)

  it.each([
    [0, null, 10, null],
    [10, null, 40, 10],
    [19, 10, 40, 10],
    [20, 10, 40, null],
    [50, 40, null, 50],
  ])(
    'of minute %i: the one before is of %s, the next of %s, and it lies in that of %s',
    (minute, before, next, own) => {
      const at = minute * 60_000
      expect([markBeside(marks, at, -1), markBeside(marks, at, 1), markAt(marks, at)].map(minuteOf)).toEqual([
        before,
        next,
        own,
      ])
    },
  )
})
