import {describe, expect, it} from 'vitest'
import {HEARTBEAT_FRESHNESS} from '../../../contract/limits'
import {beatAt, clockErrorOf, deviceStatus, expiryOf, heartbeatFrom} from '../../../contract/rules/deviceStatus'

const NOW = 1_800_000_000_000
const ago = (ms: number) => ({ts: NOW - ms, arrivedAt: NOW - ms})

describe('a device', () => {
  it('is unknown before it is checked, and inactive without a heartbeat', () => {
    expect([deviceStatus(undefined, NOW), deviceStatus(null, NOW)]).toEqual(['unknown', 'inactive'])
  })

  it('is active while its heartbeat is under ten minutes old', () => {
    expect(deviceStatus(ago(HEARTBEAT_FRESHNESS - 1), NOW)).toBe('active')
    expect(deviceStatus(ago(HEARTBEAT_FRESHNESS), NOW)).toBe('inactive')
  })

  it('turns inactive at one exact moment', () => {
    const at = expiryOf(ago(1000), NOW) ?? 0
    expect([deviceStatus(ago(1000), at - 1), deviceStatus(ago(1000), at)]).toEqual(['active', 'inactive'])
    expect([expiryOf(null, NOW), expiryOf(undefined, NOW), expiryOf(ago(HEARTBEAT_FRESHNESS), NOW)]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('is not kept alive by a clock that is ahead', () => {
    const dayAhead = {ts: NOW + 86_400_000, arrivedAt: NOW - HEARTBEAT_FRESHNESS}
    expect([deviceStatus(dayAhead, NOW), beatAt(dayAhead)]).toEqual(['inactive', dayAhead.arrivedAt])
    expect(clockErrorOf(dayAhead)).toBe(86_400_000 + HEARTBEAT_FRESHNESS)
  })

  it('counts by its own time where the arrival is not told', () => {
    expect(deviceStatus({ts: NOW, arrivedAt: null}, NOW)).toBe('active')
  })
})

describe('a heartbeat', () => {
  it('is JSON with ts, or the time itself', () => {
    expect(heartbeatFrom({ts: 5}, 6)).toEqual({ts: 5, arrivedAt: 6})
    expect(heartbeatFrom(5, null)).toEqual({ts: 5, arrivedAt: null})
  })

  it.each([[undefined], [null], ['5'], [{}], [{ts: '5'}], [[5]], [true]])('is none in %j', value => {
    expect(heartbeatFrom(value, 6)).toBeNull()
  })
})
