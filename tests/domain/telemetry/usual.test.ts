import {describe, expect, it} from 'vitest'
import {WORST_FIRST} from '../../../src/domain/telemetry/readings/freshness'
import {mostUnusual, NOTHING_UNUSUAL, unusualAfter, unusualNow} from '../../../src/domain/telemetry/usual'

const change = (deviceId: string, key: string, since: number | null, score: number | null = 5) => ({
  deviceId,
  key,
  since,
  score,
})
const received = (isAll: boolean, ...changes: ReturnType<typeof change>[]) =>
  ({type: 'unusual.received', changes, isAll}) as const

describe('the unusual series', () => {
  const known = unusualAfter(NOTHING_UNUSUAL, received(true, change('a', 'x', 10), change('a', 'y', 20, 7)))

  it('are those of the last list with what has changed since', () => {
    const later = unusualAfter(known, received(false, change('a', 'x', null, null), change('b', 'z', 30)))
    expect([...later].map(([device, keys]) => [device, ...keys.keys()])).toEqual([
      ['a', 'y'],
      ['b', 'z'],
    ])
    expect(unusualAfter(later, received(false, change('b', 'z', null, null))).has('b')).toBe(false)
    expect([...unusualAfter(later, received(true, change('c', 'k', 40))).keys()]).toEqual(['c'])
  })

  it('are so only while their value has come in time', () => {
    const shown = WORST_FIRST.filter(freshness => unusualNow(known, {deviceId: 'a', key: 'x', freshness}) !== null)
    expect(shown).toEqual(['fresh', 'replay'])
    expect(WORST_FIRST.filter(freshness => mostUnusual(known, 'a', freshness) !== null)).toEqual(['fresh', 'replay'])
    expect([mostUnusual(known, 'a', 'fresh')?.since, mostUnusual(known, 'b', 'fresh')]).toEqual([20, null])
  })
})
