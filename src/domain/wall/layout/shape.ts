import {COLUMNS, type Layout, type Placed, ROWS} from './layout'

/** The shapes of screens, width to height. */
export const SHAPES = ['16:9', '4:3', '21:9', '9:16'] as const
export type Shape = (typeof SHAPES)[number]

/** The rows of a screen of each shape. A cell of the grid has about the same form on all of them. */
export const SHAPE_ROWS: Readonly<Record<Shape, number>> = {'16:9': 12, '4:3': 16, '21:9': 9, '9:16': 38}

export const RATIOS: Readonly<Record<Shape, number>> = {'16:9': 16 / 9, '4:3': 4 / 3, '21:9': 21 / 9, '9:16': 9 / 16}

/** What a wall says of the screen that it is for. */
export interface Framed {
  /** Without one, the screen is 16:9. */
  shape?: Shape
  /** Whether the rows that a screen has no room for are on pages that turn. */
  hasPages?: boolean
}

export const shapeOf = ({shape = '16:9'}: Framed): Shape => shape

/** Returns the rows of a screen. */
export const screenRows = (wall: Framed): number => SHAPE_ROWS[shapeOf(wall)]

import {groupBy} from '../../../../contract/rules/series/buckets'

/** Returns the rows of a page; endless for a wall without pages. */
export const pageRows = (wall: Framed): number => (wall.hasPages === true ? screenRows(wall) : Number.POSITIVE_INFINITY)

/** The panels of each page that has any, counted from the top of the page. */
export function pagesOfLayout<P extends Placed>(layout: Layout<P>, rows: number): readonly Layout<P>[] {
  if (!Number.isFinite(rows)) return [layout]
  const pages = groupBy(layout, ({y}) => Math.floor(y / rows))
  const found = [...pages]
    .sort(([one], [other]) => one - other)
    .map(([page, panels]) => panels.map(panel => ({...panel, y: panel.y - page * rows})))
  return found.length === 0 ? [[]] : found
}

/** Below these, a panel has no room for more than its title. */
const LEAST_ROWS = 3

/** A layout of a 16:9 screen on one of another shape: with other heights, or below each other where it is upright. */
export function fittedTo<P extends Placed>(layout: Layout<P>, shape: Shape): Layout<P> {
  const rows = SHAPE_ROWS[shape]
  const rowAt = (y: number) => Math.round((y * rows) / ROWS)
  if (RATIOS[shape] > 1)
    return layout.map(panel => ({...panel, y: rowAt(panel.y), h: rowAt(panel.y + panel.h) - rowAt(panel.y)}))
  const below = layout.toSorted((one, other) => one.y - other.y || one.x - other.x)
  const spare = rows - LEAST_ROWS * below.length
  const area = below.reduce((sum, {w, h}) => sum + w * h, 0)
  let [above, y] = [0, 0]
  const places = new Map(
    below.map(panel => {
      above += panel.w * panel.h
      const end = LEAST_ROWS * (below.indexOf(panel) + 1) + Math.round((spare * above) / area)
      const placed = {...panel, x: 0, w: COLUMNS, y, h: end - y}
      y = end
      return [panel.id, placed] as const
    }),
  )
  return layout.map(panel => places.get(panel.id) ?? panel)
}
