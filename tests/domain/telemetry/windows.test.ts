import {describe, expect, it} from 'vitest'
import {defaultRange, effectiveRange, isTileMinute} from '../../../src/domain/telemetry/windows'

const at = (iso: string) => Date.parse(iso)

describe('the default range of the chart', () => {
  it.each([
    ['Europe/Berlin', '2026-03-30T10:00:00Z', '2026-03-27T23:00:00Z'],
    ['Europe/Berlin', '2026-10-26T10:00:00Z', '2026-10-23T22:00:00Z'],
    ['America/New_York', '2026-03-09T12:00:00Z', '2026-03-07T05:00:00Z'],
    ['America/New_York', '2026-11-02T12:00:00Z', '2026-10-31T04:00:00Z'],
    ['Asia/Kolkata', '2026-03-30T10:00:00Z', '2026-03-27T18:30:00Z'],
  ])('in %s at %s starts two days back at the start of the day, at %s, and ends now', (zone, now, start) => {
    expect(defaultRange(at(now), zone)).toEqual({start: at(start), end: at(now)})
  })

  it('gives way to whatever is chosen', () => {
    const now = at('2026-01-10T10:00:00Z')
    const start = at('2026-01-08T00:00:00Z')
    expect(effectiveRange({start: null, end: null}, now, 'UTC')).toEqual({start, end: now})
    expect(effectiveRange({start: 5, end: null}, now, 'UTC')).toEqual({start: 5, end: now})
    expect(effectiveRange({start: null, end: 7}, now, 'UTC')).toEqual({start, end: 7})
  })
})

describe('the minutes in which the tiles are fetched again', () => {
  it.each([
    ['UTC', '2026-01-01T10:00:59Z', true],
    ['UTC', '2026-01-01T10:01:00Z', false],
    ['UTC', '2026-01-01T10:09:59Z', false],
    ['UTC', '2026-01-01T10:50:00Z', true],
    ['Asia/Kolkata', '2026-01-01T10:00:00Z', true],
    ['Asia/Kathmandu', '2026-01-01T10:00:00Z', false], // 15:45 there
    ['Asia/Kathmandu', '2026-01-01T10:05:00Z', true],
  ])('in %s %s: %s', (zone, now, expected) => {
    expect(isTileMinute(at(now), zone)).toBe(expected)
  })
})
