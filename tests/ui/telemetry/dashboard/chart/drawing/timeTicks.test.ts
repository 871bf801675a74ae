import {expect, it} from 'vitest'
import {tickInterval} from '../../../../../../src/ui/telemetry/dashboard/chart/drawing/chartOptions'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

it.each([
  ['a second', SECOND, 880, SECOND],
  ['an hour', HOUR, 880, 5 * MINUTE],
  ['two days and a half', 60 * HOUR, 880, 8 * HOUR],
  ['two days and a half on a narrow screen', 60 * HOUR, 310, DAY],
  ['two days and a half on a wall', 60 * HOUR, 1880, 3 * HOUR],
  ['a week', 7 * DAY, 880, DAY],
  ['two months', 60 * DAY, 880, 7 * DAY],
  ['a year', 365 * DAY, 880, 2 * 28 * DAY],
  ['130 years', 130 * 365 * DAY, 880, 10 * 364 * DAY],
  ['130 years where there is no room', 130 * 365 * DAY, 0, 50 * 364 * DAY],
])('%s has a tick about each hundred pixels', (_, span, chartWidth, interval) => {
  const {unitRange, count} = tickInterval(span, chartWidth)
  expect(unitRange * count).toBe(interval)
})

it('goes to the nearer of two intervals', () => {
  const chartWidth = 80 + 800
  expect(tickInterval(8 * 7 * HOUR, chartWidth)).toEqual({unitRange: HOUR, count: 6})
  expect(tickInterval(8 * 7 * HOUR + 1, chartWidth)).toEqual({unitRange: HOUR, count: 8})
})
