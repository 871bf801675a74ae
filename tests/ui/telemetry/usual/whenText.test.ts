import {describe, expect, it} from 'vitest'
import type {UsualBasis} from '../../../../src/domain/telemetry/usual'
import {whenText} from '../../../../src/ui/telemetry/usual/UsualDialog'

const MONDAY_NIGHT = Date.UTC(2026, 10, 30, 22, 41)
const band = (basis: UsualBasis) => ({low: 1, high: 2, centre: 1.5, basis})

describe('the hours of which it is said what is usual', () => {
  it.each([
    ['dayHour', 'UTC', 'All days 22:00–23:00, UTC'],
    ['dayKindHour', 'Europe/Berlin', 'Working days 23:00–24:00, Europe/Berlin'],
    ['weekHour', 'Asia/Tokyo', 'Tuesdays 07:00–08:00, Asia/Tokyo'],
    ['lastDays', 'UTC', 'All hours together, as too little is known of this one'],
  ] as const)('of %s in %s name the zone of their clocks', (basis, zone, text) => {
    expect(whenText({band: band(basis), ts: MONDAY_NIGHT, zone})).toBe(text)
  })
})
