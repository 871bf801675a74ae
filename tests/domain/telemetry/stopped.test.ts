import {expect, it} from 'vitest'
import {hasStopped} from '../../../src/domain/telemetry/devices/marks'
import {alarm} from '../../machines/alarms/alarm'

it.each([
  ['late', alarm('a'), true],
  ['never', alarm('a'), true],
  ['fresh', alarm('a'), false],
  ['notRead', alarm('a'), false],
  ['linkDown', alarm('a'), false],
  ['late', alarm('a', {severity: null, state: 'returnedUnacknowledged'}), false],
  ['late', alarm('a', {kind: 'silence'}), false],
] as const)('an alarm whose value is %s has stopped while it is active: %#', (freshness, shown, expected) => {
  expect(hasStopped(shown, freshness)).toBe(expected)
})
