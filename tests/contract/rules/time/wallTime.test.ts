import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {instantOf, wallOf} from '../../../../contract/rules/time/wallTime'

const at = (iso: string) => Date.parse(iso)
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kolkata', 'UTC']

describe('a time on the wall', () => {
  it.each([
    ['Europe/Berlin', '2026-06-01T12:00', '2026-06-01T10:00Z', 'in summer'],
    ['Europe/Berlin', '2026-03-29T01:59', '2026-03-29T00:59Z', 'before the clocks go forward'],
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30Z', 'that is skipped: half past three'],
    ['Europe/Berlin', '2026-03-29T03:30', '2026-03-29T01:30Z', 'after they went forward'],
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30Z', 'that comes twice: the first of the two'],
    ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00Z', 'after they went back'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30Z', 'that is skipped, west of UTC'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45Z', 'where half an hour is skipped'],
  ])('in %s, %s is %s, %s', (zone, wall, instant) => {
    expect(instantOf(at(`${wall}Z`), zone)).toBe(at(instant))
  })

  it('is shown again by the clocks, unless they skip it', () => {
    const anyTime = fc.integer({min: at('1990-01-01T00:00Z'), max: at('2037-01-01T00:00Z')})
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), anyTime, (zone, instant) => {
        const wall = wallOf(instant, zone)
        const found = instantOf(wall, zone)
        expect(wallOf(found, zone)).toBe(wall)
        expect(found).toBeLessThanOrEqual(instant)
      }),
    )
  })
})
