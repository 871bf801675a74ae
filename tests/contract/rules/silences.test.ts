import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {shiftPeriod} from '../../../contract/rules/shift'
import {silencesIn} from '../../../contract/rules/silences'
import {DAY, HOUR, MINUTE} from '../../../contract/rules/time/durations'

const window = (start: number, end: number) => ({start, end})
const SHIFT = window(100, 200)

describe('the silences of a device in some time', () => {
  it.each([
    ['are none while it has data', {knownSince: 0, data: [window(0, 300)]}, {lost: [], silentFor: 0, since: null}],
    ['are none of a device that has never sent', {knownSince: null, data: []}, {lost: [], silentFor: 0, since: null}],
    ['begin with its first value', {knownSince: 150, data: [window(150, 300)]}, {lost: [], silentFor: 0, since: null}],
    [
      'are the times without data',
      {knownSince: 0, data: [window(0, 120), window(130, 180)]},
      {lost: [120, 180], silentFor: 30, since: 180},
    ],
    [
      'that began before are not lost in it',
      {knownSince: 0, data: [window(0, 90), window(110, 300)]},
      {lost: [], silentFor: 10, since: null},
    ],
    [
      'that still go on are known by their begin',
      {knownSince: 0, data: [window(0, 50)]},
      {lost: [], silentFor: 100, since: 50},
    ],
    [
      'are none where nothing is known',
      {knownSince: 0, data: [window(0, 120)], unknown: [window(120, 300)]},
      {lost: [], silentFor: 0, since: null},
    ],
  ])('%s', (_what, known, silences) => {
    expect(silencesIn({unknown: [], ...known}, SHIFT)).toEqual(silences)
  })

  it('and the times with data make up the time that is known', () => {
    const anyWindow = fc.tuple(fc.nat(300), fc.nat(80)).map(([start, length]) => window(start, start + length))
    fc.assert(
      fc.property(fc.array(anyWindow), fc.array(anyWindow), fc.nat(250), (data, unknown, knownSince) => {
        const {silentFor, lost} = silencesIn({knownSince, data, unknown}, SHIFT)
        const moments = Array.from({length: 100}, (_, at) => 100 + at).filter(
          at => at >= knownSince && ![...data, ...unknown].some(({start, end}) => at >= start && at < end),
        )
        expect(silentFor).toBe(moments.length)
        expect(lost.every(at => at >= SHIFT.start && moments.includes(at))).toBe(true)
      }),
    )
  })
})

describe('the periods of a shift', () => {
  it.each([
    [8 * HOUR, 10 * MINUTE],
    [10 * HOUR, 10 * MINUTE],
    [12 * HOUR, 30 * MINUTE],
    [DAY, 30 * MINUTE],
    [2 * DAY, HOUR],
    [7 * DAY, 4 * HOUR],
  ])('of %i ms are %i ms long', (length, period) => {
    expect(shiftPeriod(length)).toBe(period)
  })
})
