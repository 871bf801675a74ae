import {describe, expect, it} from 'vitest'
import {findGaps, stepsBetween} from '../../../../contract/rules/series/gaps'

const every = (period: number, count: number, from = 0) =>
  Array.from({length: count}, (_, index) => from + index * period)
const gapsOf = (times: number[], visible?: number) => findGaps(stepsBetween(times), visible)

describe('findGaps', () => {
  it('finds the silence between regular points', () => {
    expect(gapsOf([...every(5, 20), ...every(5, 20, 1000)])).toEqual([[95, 1000]])
  })

  it.each([
    ['nothing', []],
    ['one point', [5]],
    ['two points', [5, 5000]],
    ['regular points', every(60, 50)],
    ['a device that has just started', [0, 1, 61]],
    ['one point missed', [0, 5, 10, 20, 25, 30]],
    ['a change to a shorter period', [...every(60, 20), ...every(5, 200, 1200)]],
    ['a change to a longer period', [...every(5, 200), ...every(60, 20, 1055)]],
    ['bursts', every(60, 30).flatMap(ts => [ts, ts + 1, ts + 2])],
  ])('sees no gap in %s', (_title, times) => {
    expect(gapsOf(times)).toEqual([])
  })

  it('finds each of several silences close to each other', () => {
    expect(gapsOf([0, 5, 10, 15, 500, 505, 1000, 1005, 1010, 1015])).toEqual([
      [15, 500],
      [505, 1000],
    ])
  })

  it('leaves out what is too short to be seen', () => {
    const times = [...every(5, 20), ...every(5, 20, 200)]
    expect(gapsOf(times, 105)).toEqual([])
    expect(gapsOf(times, 104)).toEqual([[95, 200]])
  })
})
