import {describe, expect, it} from 'vitest'
import {localMinute, parseLocalMinute} from '../../src/domain/localMinute'

const SUMMER = Date.UTC(2026, 6, 1, 12, 30)

describe('a minute on the viewer’s clock', () => {
  it.each([
    ['Europe/Berlin', '2026-07-01T14:30'],
    ['America/New_York', '2026-07-01T08:30'],
    ['Asia/Kolkata', '2026-07-01T18:00'],
  ])('is written and read in %s', (zone, text) => {
    expect([localMinute(SUMMER, zone), parseLocalMinute(text, zone)]).toEqual([text, SUMMER])
  })

  it('takes a minute that spring skips for the one after it', () => {
    expect(parseLocalMinute('2026-03-29T02:30', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1, 30))
  })

  it.each(['', '2026-07', 'now'])('reads nothing from %j', text => {
    expect(parseLocalMinute(text, 'UTC')).toBeNull()
  })
})
