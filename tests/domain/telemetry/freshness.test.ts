import {describe, expect, it} from 'vitest'
import {ageOf} from '../../../src/domain/format/age'
import {freshness, newestArrival} from '../../../src/domain/telemetry/freshness'
import {
  isLinkUp,
  LIVE,
  type LinkState,
  OFFLINE,
  POLLING,
  PROBING,
  RECONNECTING,
  REPLAY,
} from '../../../src/domain/telemetry/link'

const NOW = 1_000_000
const arrival = (age: number) => ({receivedAt: NOW - age, ts: null})
const told = (age: number) => ({receivedAt: null, ts: NOW - age})

describe('freshness', () => {
  it.each([
    ['not claimed before it is read', undefined, LIVE, 'notRead'],
    ['not claimed before it is read, link or no link', undefined, OFFLINE, 'notRead'],
    ['never where there is none', null, LIVE, 'never'],
    ['never where there is none, link or no link', null, OFFLINE, 'never'],
    ['fresh up to the limit', arrival(90_000), LIVE, 'fresh'],
    ['late beyond the limit', arrival(90_001), LIVE, 'late'],
    ['fresh while polling', arrival(0), POLLING, 'fresh'],
    ['late when nobody can date it', {receivedAt: null, ts: null}, LIVE, 'late'],
    ['fresh by the device’s time where the server tells no arrival', told(90_000), POLLING, 'fresh'],
    ['late by the device’s time where the server tells no arrival', told(90_001), POLLING, 'late'],
    ['fresh by a device’s time that is a little ahead', told(-60_000), POLLING, 'fresh'],
    ['late by a device’s time that can’t be true', told(-60_001), POLLING, 'late'],
    ['fresh by the arrival, whatever the device’s time', {receivedAt: NOW, ts: 0}, LIVE, 'fresh'],
    ['fresh when it arrived a moment ahead of this clock', arrival(-500), LIVE, 'fresh'],
    ['late when it arrived before the server’s clock was set back', arrival(-60_001), LIVE, 'late'],
    ['link down over fresh', arrival(0), RECONNECTING, 'linkDown'],
    ['link down over late', arrival(90_001), OFFLINE, 'linkDown'],
    ['link down while the link is looked for', arrival(0), PROBING, 'linkDown'],
    ['never fresh in a replay', arrival(0), REPLAY, 'replay'],
    ['late in a replay as it was late then', arrival(90_001), REPLAY, 'late'],
    ['never in a replay where there was none', null, REPLAY, 'never'],
  ] as const)('is %s', (_, reading, link, expected) => {
    expect(freshness(reading, {now: NOW, link, lateAfter: 90_000})).toBe(expected)
  })
})

describe('the newest arrival', () => {
  it.each([
    ['none of nothing', [], undefined],
    ['none of keys without a value', [null, null], undefined],
    ['the latest of several', [arrival(10), arrival(30), null, arrival(20)], arrival(10)],
    ['by the device’s time where nothing else is known', [told(30), told(20), told(-60_001)], told(20)],
    ['unknown when nobody can date any', [told(-60_001), null], told(-60_001)],
  ])('is %s', (_, latest, expected) => {
    expect(newestArrival(latest, NOW)).toEqual(expected)
  })
})

describe('the age', () => {
  it.each([
    [-2000, '0 s'],
    [0, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_599_999, '59 min'],
    [3_600_000, '1 h'],
    [86_399_999, '23 h'],
    [86_400_000, '1 d'],
    [40 * 86_400_000, '40 d'],
  ])('of %d ms reads %s', (age, expected) => {
    expect(ageOf(NOW - age, NOW)).toBe(expected)
  })
})

it('takes nothing but a live or a polling link for up', () => {
  const links: LinkState[] = [PROBING, LIVE, POLLING, RECONNECTING, OFFLINE]
  expect(links.filter(isLinkUp)).toEqual([LIVE, POLLING])
})
