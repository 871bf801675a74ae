import {expect, it} from 'vitest'
import {HOUR, MINUTE} from '../../../contract/rules/time/durations'
import {trendSpan} from '../../../src/domain/alarms/trend'

const NOW = 1_800_000_000_000

it.each([
  [null, '1h'],
  [0, '1h'],
  [50 * MINUTE, '1h'],
  [51 * MINUTE, '6h'],
  [5 * HOUR, '6h'],
  [5 * HOUR + MINUTE, '24h'],
  [20 * HOUR, '24h'],
  [21 * HOUR, '7d'],
  [400 * 24 * HOUR, '7d'],
])('the trend of an alarm raised %s ms ago covers %s', (age, span) => {
  expect(trendSpan(age === null ? null : NOW - age, NOW)).toBe(span)
})
