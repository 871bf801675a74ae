/** In columns and rows of a wall, from its upper left corner. */
export interface Rect {
  x: number
  y: number
  w: number
  h: number
}

export interface Placed extends Rect {
  /** Is unique in its layout. */
  id: string
}

export type Layout<P extends Placed = Placed> = readonly P[]

export const COLUMNS = 24
/** A wall has at least as many rows. */
export const ROWS = 12
export const MAX_HEIGHT = 24
export const LEAST = {w: 2, h: 1} as const
/** Beyond this row nothing is placed by hand. */
const LAST_ROW = 999

export const rowsOf = (layout: Layout): number => Math.max(ROWS, bottomOf(layout))

const bottomOf = (layout: Layout): number => Math.max(0, ...layout.map(({y, h}) => y + h))

export const areOver = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h

/** The nearest whole place within the columns. */
export function inside<R extends Rect>(rect: R): R {
  const w = whole(rect.w, LEAST.w, COLUMNS)
  return {
    ...rect,
    w,
    h: whole(rect.h, LEAST.h, MAX_HEIGHT),
    x: whole(rect.x, 0, COLUMNS - w),
    y: whole(rect.y, 0, LAST_ROW),
  }
}

const whole = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, Number.isNaN(value) ? least : Math.round(value)))

/** Tells whether all panels are within the columns, and none over another. */
export const isSound = (layout: Layout): boolean =>
  layout.every(
    (panel, at) => isSameRect(panel, inside(panel)) && layout.slice(at + 1).every(other => !areOver(panel, other)),
  )

const isSameRect = (one: Rect, other: Rect): boolean =>
  one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h

export const isSameLayout = (one: Layout, other: Layout): boolean =>
  one.length === other.length && one.every((panel, at) => other[at]?.id === panel.id && isSameRect(panel, other[at]))

/**
 * Brings all within the columns and none over another: each rises as far as there is room, the upper ones first, and
 * gives way to panels that were placed before it. Where two begin in the same row, `first` goes before the other. The
 * order of the list stays. A settled layout returns the same places.
 */
export function settled<P extends Placed>(layout: Layout<P>, first?: string): Layout<P> {
  const requested = layout.map(inside)
  const rank = ({id, y, x}: P): number => y * 2 * COLUMNS + (id === first ? 0 : COLUMNS + x)
  const placed: P[] = []
  for (const panel of requested.toSorted((one, other) => rank(one) - rank(other))) placed.push(risen(panel, placed))
  const places = new Map(placed.map(panel => [panel.id, panel]))
  return requested.map(panel => places.get(panel.id) ?? panel)
}

function risen<P extends Placed>(panel: P, placed: readonly P[]): P {
  let {y} = panel
  const hit = () => placed.find(other => areOver({...panel, y}, other))
  for (let below = hit(); below !== undefined; below = hit()) y = below.y + below.h
  while (y > 0 && placed.every(other => !areOver({...panel, y: y - 1}, other))) y--
  return {...panel, y}
}

/** Puts one elsewhere, or gives it another size. The others give way. */
export const placedAt = <P extends Placed>(layout: Layout<P>, id: string, rect: Partial<Rect>): Layout<P> =>
  settled(
    layout.map(panel => (panel.id === id ? {...panel, ...rect} : panel)),
    id,
  )

export type Direction = 'left' | 'right' | 'up' | 'down'

const STEPS = {left: {x: -1, y: 0}, right: {x: 1, y: 0}, up: {x: 0, y: -1}, down: {x: 0, y: 1}} as const

/** Moves one by the shortest distance that changes anything, as what rises would undo shorter ones. */
export function stepped<P extends Placed>(layout: Layout<P>, id: string, direction: Direction): Layout<P> {
  const panel = layout.find(each => each.id === id)
  if (panel === undefined) return layout
  const step = STEPS[direction]
  const most = step.y === 0 ? 1 : bottomOf(layout)
  for (let distance = 1; distance <= most; distance++) {
    const moved = placedAt(layout, id, {x: panel.x + step.x * distance, y: panel.y + step.y * distance})
    if (!isSameLayout(moved, layout)) return moved
  }
  return layout
}

/** Makes one a column or a row wider, narrower, higher or lower. */
export function stretched<P extends Placed>(layout: Layout<P>, id: string, direction: Direction): Layout<P> {
  const panel = layout.find(each => each.id === id)
  if (panel === undefined) return layout
  const step = STEPS[direction]
  return placedAt(layout, id, {w: Math.min(panel.w + step.x, COLUMNS - panel.x), h: panel.h + step.y})
}

/** The first room of this size, row by row. */
export function roomFor(layout: Layout, {w, h}: Pick<Rect, 'w' | 'h'>): Rect {
  for (let y = 0; y < bottomOf(layout); y++)
    for (let x = 0; x + w <= COLUMNS; x++) if (layout.every(panel => !areOver(panel, {x, y, w, h}))) return {x, y, w, h}
  return {x: 0, y: bottomOf(layout), w, h}
}
