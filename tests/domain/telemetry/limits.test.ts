import {expect, it} from 'vitest'
import {type Severity, type Threshold, thresholdsFrom} from '../../../contract/rules/thresholds'
import type {Json} from '../../../contract/wire/common'
import {worstOf} from '../../../src/domain/telemetry/devices/severities'
import {evaluatedText, haveLimits, limitsOf} from '../../../src/domain/telemetry/limits'

const threshold = (value: Json): Threshold | null => thresholdsFrom({key: value}).thresholds.get('key') ?? null

const both = threshold({warning: {above: 70, below: 10}, critical: {above: 80}, clear: 2})

it('a threshold has up to four limits, those of warnings first', () => {
  expect(limitsOf(both)).toEqual([
    {severity: 'warning', side: 'above', value: 70},
    {severity: 'warning', side: 'below', value: 10},
    {severity: 'critical', side: 'above', value: 80},
  ])
  expect([limitsOf(null), limitsOf(threshold({silentAfter: 60}))]).toEqual([[], []])
})

it.each<[number, Severity, string]>([
  [71, 'warning', 'warning: above 70 %'],
  [9, 'warning', 'warning: below 10 %'],
  [81, 'critical', 'critical: above 80 %'],
  [79, 'critical', 'critical: until 78 % or less'],
  [69, 'warning', 'warning: until 68 % or less'],
  [11, 'warning', 'warning: until 12 % or more'],
])('%d that was judged %s is said to be %s', (value, severity, text) => {
  expect(both && evaluatedText(both, {value, severity}, written => `${written} %`)).toBe(text)
})

it('the limit that a value has to come back to has no error of a double', () => {
  const warm = threshold({warning: {above: 49.8}, clear: 0.7})
  const text = warm && evaluatedText(warm, {value: 49.5, severity: 'warning'}, String)
  expect(text).toContain(' 49.1')
})

it('limits are set for values, and not for counts or sums of them', () => {
  expect((['none', 'average', 'min', 'max', 'sum', 'count'] as const).filter(haveLimits)).toEqual([
    ...['none', 'average', 'min', 'max'],
  ])
})

it('a device is as severe as its worst value', () => {
  expect(
    worstOf(
      new Map([
        ['a', 'critical'],
        ['b', 'warning'],
      ]),
    ),
  ).toBe('critical')
  expect(worstOf(undefined)).toBe(null)
})
