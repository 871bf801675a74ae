import {describe, expect, it} from 'vitest'
import {HEALTHY, type Health, illnessOf, type Pulse, withPulse} from '../../../src/domain/wall/health'

const BEAT = 10_000
const beat = (nth: number, change: Partial<Pulse> = {}): Pulse => ({
  at: nth * BEAT,
  heap: 0.2,
  hasFrame: true,
  shown: nth * BEAT,
  ...change,
})
const felt = (...pulses: readonly Pulse[]): Health => pulses.reduce(withPulse, HEALTHY)

describe('a page', () => {
  it('is well as long as it draws, ticks and has room', () => {
    expect(illnessOf(felt(...[0, 1, 2, 3, 4, 5].map(nth => beat(nth))))).toBeNull()
  })

  it.each([
    ['heap', {heap: 0.81}],
    ['frames', {hasFrame: false}],
    ['ticks', {shown: 7}],
    ['gone', {shown: null}],
  ] as const)('is ill by %s when that is wrong three times in a row', (illness, wrong) => {
    const twice = [beat(0, wrong), beat(1, wrong), beat(2, wrong)]
    expect(illnessOf(felt(...twice))).toBeNull()
    expect(illnessOf(felt(...twice, beat(3, wrong)))).toBe(illness)
    expect(illnessOf(felt(...twice, beat(3), beat(4, wrong)))).toBeNull()
  })

  it('whose heap the browser does not tell is not ill by it', () => {
    expect(illnessOf(felt(...[0, 1, 2, 3, 4].map(nth => beat(nth, {heap: null}))))).toBeNull()
  })

  it('that was frozen is judged anew', () => {
    const frozen = {hasFrame: false}
    expect(
      illnessOf(felt(beat(0, frozen), beat(1, frozen), beat(2, frozen), beat(60, frozen), beat(61, frozen))),
    ).toBeNull()
  })
})
