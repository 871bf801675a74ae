import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {fontFor, wholeCells, wholeRows, widestColumns} from '../../../../src/domain/wall/panels/wholeRows'

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

describe('the columns of a grid', () => {
  const WIDE = {width: 600, height: 200, gap: 0, least: {width: 100, height: 50}}

  it.each([
    [1, 1],
    [2, 2],
    [4, 2],
    [6, 3],
    [7, 4],
  ])('make %s cells as large as they can be', (count, columns) => {
    expect(widestColumns({...WIDE, count})).toBe(columns)
  })

  it('have room for the cells that fit', () => {
    const size = fc.integer({min: 1, max: 2000})
    fc.assert(
      fc.property(size, size, fc.integer({min: 1, max: 300}), (width, height, wanted) => {
        const cells = {width, height, gap: 6, least: {width: Math.min(width, 100), height: 50}, count: wanted}
        const count = wholeCells(cells, 20)
        if (count === 0) return
        const room = count < wanted ? height - 20 : height
        const columns = widestColumns({...cells, height: room, count})
        const rows = Math.ceil(count / columns)
        expect((width + 6) / columns - 6).toBeGreaterThanOrEqual(cells.least.width - 1e-9)
        expect((room + 6) / rows - 6).toBeGreaterThanOrEqual(50 - 1e-9)
      }),
    )
  })
})
