import {describe, expect, it} from 'vitest'
import {isTileMinute, tilePeriodStart} from '../../../../contract/rules/time/tileMinutes'

const at = (iso: string) => Date.parse(iso)

describe('the minutes in which the tiles are due', () => {
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

  it.each([
    ['UTC', '2026-01-01T10:09:59.999Z', '2026-01-01T10:00:00.000Z'],
    ['UTC', '2026-01-01T10:10:00.000Z', '2026-01-01T10:10:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01T10:03:00.000Z', '2026-01-01T09:55:00.000Z'],
    ['America/New_York', '2026-03-08T07:00:00.000Z', '2026-03-08T07:00:00.000Z'], // the clocks go from 2 to 3
    ['Africa/Monrovia', '1971-06-01T00:00:00.000Z', '1971-05-31T23:54:30.000Z'], // 44:30 behind UTC
    ['UTC', '1969-12-31T23:59:59.000Z', '1969-12-31T23:50:00.000Z'],
  ])('in %s %s the last one began at %s', (zone, now, start) => {
    expect(new Date(tilePeriodStart(at(now), zone)).toISOString()).toBe(start)
  })
})
