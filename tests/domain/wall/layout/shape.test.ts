import {describe, expect, it} from 'vitest'
import {pageRows, pagesOfLayout, RATIOS, SHAPE_ROWS, SHAPES, screenRows} from '../../../../src/domain/wall/layout/shape'

const panel = (id: string, y: number) => ({id, x: 0, y, w: 12, h: 4})

describe('the shape of a screen', () => {
  it('is 16:9 where a wall says nothing of it, and has pages only when they are wanted', () => {
    expect([screenRows({}), pageRows({}), pageRows({shape: '4:3', hasPages: true})]).toEqual([
      ...[12, Number.POSITIVE_INFINITY, 16],
    ])
  })

  it.each(SHAPES)('gives the cells of %s about the form that they have on 16:9', shape => {
    const formOf = (each: typeof shape) => (RATIOS[each] * SHAPE_ROWS[each]) / (RATIOS['16:9'] * SHAPE_ROWS['16:9'])
    expect(Math.abs(formOf(shape) - 1)).toBeLessThan(0.02)
  })
})

describe('the pages of a layout', () => {
  it('have the panels that begin on them, counted from their tops', () => {
    expect(pagesOfLayout([panel('a', 0), panel('b', 12), panel('c', 40)], 12)).toEqual([
      [panel('a', 0)],
      [panel('b', 0)],
      [panel('c', 4)],
    ])
  })

  it('are one without pages, and one without panels', () => {
    const layout = [panel('a', 0), panel('b', 12)]
    expect([pagesOfLayout(layout, Number.POSITIVE_INFINITY), pagesOfLayout([], 12)]).toEqual([[layout], [[]]])
  })
})
