import {describe, expect, it} from 'vitest'
import type {UsualBasis} from '../../../../src/domain/telemetry/usual'
import {verdictText, whenText} from '../../../../src/ui/telemetry/usual/UsualDialog'

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

it.each([
  ['Still learning what is usual.', {missing: {hours: 4, days: 0}, hours: 20, days: 20}],
  [
    'What is usual at this hour is not known yet: the series has hardly ever had values then.',
    {missing: {hours: 3, days: 0}, hours: 240, days: 20},
  ],
])('says “%s”', (text, known) => {
  expect(verdictText({verdict: 'learning', ...known})).toBe(text)
})
