import {describe, expect, it} from 'vitest'
import {isTileMinute} from '../../../src/domain/telemetry/windows'

const at = (iso: string) => Date.parse(iso)

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
