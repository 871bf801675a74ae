import {describe, expect, it} from 'vitest'
import {HISTORY_AFTER} from '../../../../contract/limits'
import {thresholdsFrom} from '../../../../contract/rules/thresholds'
import {evaluatedReadings, evaluatedUpdates, NO_SEVERITIES} from '../../../../src/domain/telemetry/devices/severities'

const NOW = Date.parse('2026-11-02T12:00Z')
const {thresholds: ofAll} = thresholdsFrom({level: {critical: {above: 90}}})
const BEFORE = {
  thresholds: {ofAll, byDevice: new Map()},
  readings: new Map(),
  severities: NO_SEVERITIES,
}
const CRITICAL = new Map([['pump', new Map([['level', 'critical']])]])

describe('a value that is filled in from the past', () => {
  const pushed = (value: number, ts: number, before: Partial<typeof BEFORE> = {}) =>
    evaluatedUpdates({...BEFORE, ...before}, [{deviceId: 'pump', receivedAt: NOW, points: [{key: 'level', ts, value}]}])

  it('begins no severity when it is pushed', () => {
    expect(pushed(99, NOW - HISTORY_AFTER)).toEqual(CRITICAL)
    expect(pushed(99, NOW - HISTORY_AFTER - 1)).toBe(NO_SEVERITIES)
  })

  it('ends one', () => {
    expect(pushed(10, NOW - HISTORY_AFTER - 1, {severities: pushed(99, NOW)})).toEqual(NO_SEVERITIES)
  })

  it('has no severity when it is read, unless the server does not say when it arrived', () => {
    const read = (receivedAt: number | null, ts: number) =>
      evaluatedReadings({...BEFORE, readings: new Map([['pump', new Map([['level', {value: 99, ts, receivedAt}]])]])}, [
        'pump',
      ])
    expect(read(NOW, NOW - HISTORY_AFTER - 1)).toBe(NO_SEVERITIES)
    expect([read(NOW, NOW), read(null, NOW - HISTORY_AFTER - 1)]).toEqual([CRITICAL, CRITICAL])
  })
})
