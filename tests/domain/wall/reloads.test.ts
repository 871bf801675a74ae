import {describe, expect, it} from 'vitest'
import {lately, mayReload, NOTHING_STORED, type Reload, storedFrom} from '../../../src/domain/wall/reloads'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = 1_800_000_000_000
const reloads = (...ages: readonly number[]): Reload[] => ages.map(age => ({at: NOW - age, why: 'heap'}))

describe('reloading', () => {
  it.each([
    ['at once for the first time', [], true],
    ['not within ten minutes of the last time', [9 * MINUTE], false],
    ['after ten minutes', [10 * MINUTE], true],
    ['not within twenty minutes of the second time', [40 * MINUTE, 19 * MINUTE], false],
    ['after twenty minutes', [40 * MINUTE, 20 * MINUTE], true],
    ['at least each four hours', [12 * HOUR, 11 * HOUR, 10 * HOUR, 9 * HOUR, 8 * HOUR, 7 * HOUR, 4 * HOUR], true],
    ['as if for the first time after a day', [25 * HOUR], true],
    ['although the clock was set back by a day', [-23 * HOUR], true],
  ])('is done %s', (_when, ages, may) => {
    expect(mayReload(reloads(...ages), NOW)).toBe(may)
  })

  it('is counted for a day', () => {
    expect(lately(reloads(25 * HOUR, HOUR, -HOUR), NOW)).toEqual(reloads(HOUR))
  })
})

describe('what is kept over a reload', () => {
  it('is read as it was written', () => {
    const stored = {turn: {wall: 1, page: 3}, isPaused: true, reloads: reloads(HOUR)}
    expect(storedFrom(JSON.stringify(stored))).toEqual(stored)
  })

  it.each([
    ['nothing', null],
    ['nonsense', '{'],
    ['another shape', '[1]'],
    ['parts of other shapes', '{"turn":{"wall":-1,"page":"x"},"isPaused":"yes","reloads":[{"at":1,"why":"whim"},7]}'],
  ])('is nothing when there is %s', (_what, text) => {
    expect(storedFrom(text)).toEqual(NOTHING_STORED)
  })
})
