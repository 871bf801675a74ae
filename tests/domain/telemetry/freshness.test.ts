import {describe, expect, it} from 'vitest'
import {ageOf, freshness, newestArrival} from '../../../src/domain/telemetry/freshness'
import {
  isLinkUp,
  LIVE,
  type LinkState,
  OFFLINE,
  POLLING,
  PROBING,
  RECONNECTING,
} from '../../../src/domain/telemetry/link'

const NOW = 1_000_000
const arrival = (age: number) => ({receivedAt: NOW - age})

describe('freshness', () => {
  it.each([
    ['never without a reading', undefined, LIVE, 'never'],
    ['never without a reading, link or no link', undefined, OFFLINE, 'never'],
    ['fresh up to the limit', arrival(90_000), LIVE, 'fresh'],
    ['late beyond the limit', arrival(90_001), LIVE, 'late'],
    ['fresh while polling', arrival(0), POLLING, 'fresh'],
    ['late when nobody vouches for the arrival', {receivedAt: null}, LIVE, 'late'],
    ['fresh when it arrived a moment ahead of this clock', arrival(-500), LIVE, 'fresh'],
    ['link down over fresh', arrival(0), RECONNECTING, 'linkDown'],
    ['link down over late', arrival(90_001), OFFLINE, 'linkDown'],
    ['link down while the link is looked for', arrival(0), PROBING, 'linkDown'],
  ] as const)('is %s', (_, reading, link, expected) => {
    expect(freshness(reading, {now: NOW, link, lateAfter: 90_000})).toBe(expected)
  })
})

describe('the newest arrival', () => {
  it.each([
    ['none of nothing', [], undefined],
    ['the latest of several', [10, 30, null, 20], {receivedAt: 30}],
    ['unknown when nobody vouches for any', [null, null], {receivedAt: null}],
  ])('is %s', (_, times, expected) => {
    expect(newestArrival(times.map(receivedAt => ({receivedAt})))).toEqual(expected)
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
