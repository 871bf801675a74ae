import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {fontFor, wholeCells, wholeRows} from '../../../../src/domain/wall/panels/wholeRows'

const LIST = {height: 200, around: 40, row: 20, count: 5}
const SIZES = {least: 12, most: 20}

describe('the text of a list', () => {
  it('keeps its size while all rows have room', () => {
    expect(fontFor(LIST, SIZES)).toBe(20)
  })

  it('shrinks until all rows have room, as far as it can be read', () => {
    expect([fontFor({...LIST, count: 10}, SIZES), fontFor({...LIST, count: 100}, SIZES)]).toEqual([16.6, 12])
  })
})

describe('the whole rows of a list', () => {
  it('are all, where they have room', () => {
    expect(wholeRows(LIST, 15)).toBe(5)
  })

  it.each([
    [139, 4],
    [134, 3],
    [60, 0],
    [0, 0],
  ])('leave room for the line that counts the others: %i pixels', (height, shown) => {
    expect(wholeRows({...LIST, height}, 15)).toBe(shown)
  })

  it('are none of none, without any room', () => {
    expect(wholeRows({...LIST, height: 0, count: 0}, 15)).toBe(0)
  })

  it('never need more room than there is, and are never fewer than they could be', () => {
    const size = fc.integer({min: 1, max: 2000})
    fc.assert(
      fc.property(size, size, size, fc.integer({min: 1, max: 300}), (height, around, row, count) => {
        const shown = wholeRows({height, around, row, count}, 20)
        const needed = (rows: number) => around + row * rows + (rows < count ? 20 : 0)
        if (shown > 0) expect(needed(shown)).toBeLessThanOrEqual(height)
        if (shown < count) expect(needed(shown + 1)).toBeGreaterThan(height)
      }),
    )
  })
})

describe('the whole cells of a grid', () => {
  const CELLS = {width: 320, height: 110, gap: 10, least: {width: 100, height: 50}, count: 6}

  it('are all, where they have room', () => {
    expect(wholeCells(CELLS, 20)).toBe(6)
  })

  it.each([
    [{count: 7}, 3],
    [{width: 50}, 1],
    [{height: 40}, 0],
  ])('leave room for the line that counts the others: %j', (change, shown) => {
    expect(wholeCells({...CELLS, ...change}, 20)).toBe(shown)
  })
})
