import {expect, it} from 'vitest'
import {daysOf} from '../../../src/domain/alarms/onCall'

it('divides a range into the days of a zone, of which one has 25 hours where the clocks go back', () => {
  const [start, end] = [Date.UTC(2026, 9, 24, 12), Date.UTC(2026, 9, 26, 6)]
  const days = daysOf({start, end}, 'Europe/Berlin')
  expect(days.map(day => (day.end - day.start) / 3_600_000)).toEqual([10, 25, 7])
  expect([days[0]?.start, days.at(-1)?.end]).toEqual([start, end])
})
