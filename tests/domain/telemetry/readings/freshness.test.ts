import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {ageOf} from '../../../../src/domain/format/age'
import {
  isLinkUp,
  LIVE,
  type LinkState,
  OFFLINE,
  POLLING,
  PROBING,
  RECONNECTING,
  REPLAY,
} from '../../../../src/domain/link'
import {freshness, newestArrival, remarkOn} from '../../../../src/domain/telemetry/readings/freshness'

const NOW = Date.parse('2026-01-14T12:00:00Z')
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
    ['fresh when both ages are within the limit', {receivedAt: NOW, ts: NOW - 90_000}, LIVE, 'fresh'],
    [
      'late when it has just arrived and was measured before the limit',
      {receivedAt: NOW, ts: NOW - 90_001},
      LIVE,
      'late',
    ],
    ['late when it was measured after it arrived, and arrived late', {receivedAt: NOW - 90_001, ts: NOW}, LIVE, 'late'],
    ['fresh by its arrival when its device’s clock is ahead', {receivedAt: NOW, ts: NOW + 60_001}, LIVE, 'fresh'],
    ['fresh by its arrival when its device’s clock is not set', {receivedAt: NOW, ts: 0}, LIVE, 'fresh'],
    ['late when its device’s clock is not set and nothing else dates it', {receivedAt: null, ts: 0}, LIVE, 'late'],
    ['late in a replay when it was measured before the limit', {receivedAt: NOW, ts: NOW - 90_001}, REPLAY, 'late'],
    ['fresh when it arrived a moment ahead of this clock', arrival(-500), LIVE, 'fresh'],
    ['late when it arrived before the server’s clock was set back', arrival(-60_001), LIVE, 'late'],
    ['link down over fresh', arrival(0), RECONNECTING, 'linkDown'],
    ['link down over late', arrival(90_001), OFFLINE, 'linkDown'],
    ['not read yet while the link is sought for the first time', arrival(0), PROBING, 'notRead'],
    ['not read yet then where there was none, either', null, PROBING, 'notRead'],
    ['never fresh in a replay', arrival(0), REPLAY, 'replay'],
    ['late in a replay as it was late then', arrival(90_001), REPLAY, 'late'],
    ['never in a replay where there was none', null, REPLAY, 'never'],
  ] as const)('is %s', (_, reading, link, expected) => {
    expect(freshness(reading, {now: NOW, link, lateAfter: 90_000})).toBe(expected)
  })
})

describe('what has to be said beside the age', () => {
  it.each([
    ['nothing of what is not read', undefined, null],
    ['nothing of what is fresh', {receivedAt: NOW, ts: NOW - 90_000}, null],
    ['nothing of what arrived late', {receivedAt: NOW - 90_001, ts: NOW - 90_001}, null],
    [
      'the arrival of what was measured long before',
      {receivedAt: NOW - 14, ts: NOW - 90_001},
      {kind: 'arrived', at: NOW - 14},
    ],
    ['a clock that is not set', {receivedAt: NOW, ts: 5}, {kind: 'clockNotSet'}],
    ['a clock that is ahead', {receivedAt: NOW, ts: NOW + 60_001}, {kind: 'clockAhead'}],
  ] as const)('is %s', (_, latest, expected) => {
    expect(remarkOn(latest, {now: NOW, link: LIVE, lateAfter: 90_000})).toEqual(expected)
  })

  it('never makes a value fresher than its arrival or its measurement', () => {
    const time = fc.integer({min: NOW - 200_000, max: NOW})
    fc.assert(
      fc.property(time, time, (receivedAt, ts) => {
        const isFresh = freshness({receivedAt, ts}, {now: NOW, link: LIVE, lateAfter: 90_000}) === 'fresh'
        const isWithin = Math.max(NOW - receivedAt, NOW - ts) <= 90_000
        expect(isFresh).toBe(isWithin || (ts > receivedAt + 60_000 && NOW - receivedAt <= 90_000))
      }),
    )
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
