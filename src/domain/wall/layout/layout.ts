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
/** That of a portrait screen. */
export const MAX_HEIGHT = 38
export const LEAST = {w: 2, h: 1} as const
/** Beyond this row nothing is placed by hand. */
const LAST_ROW = 999

export const rowsOf = (layout: Layout, least: number = ROWS): number => Math.max(least, bottomOf(layout))

export const bottomOf = (layout: Layout): number => Math.max(0, ...layout.map(({y, h}) => y + h))

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
 * order of the list stays. None is on two pages of `page` rows, none rises to the page before, and no page is empty. A
 * settled layout returns the same places.
 */
export function settled<P extends Placed>(layout: Layout<P>, first?: string, page: number = ENDLESS): Layout<P> {
  const requested = layout.map(inside).map(panel => ({...panel, h: Math.min(panel.h, page)}))
  const rank = ({id, y, x}: P): number => y * 2 * COLUMNS + (id === first ? 0 : COLUMNS + x)
  const placed: P[] = []
  for (const panel of requested.toSorted((one, other) => rank(one) - rank(other)))
    placed.push(risen(panel, placed, page))
  const places = new Map(withoutEmptyPages(placed, page).map(panel => [panel.id, panel]))
  return requested.map(panel => places.get(panel.id) ?? panel)
}

function withoutEmptyPages<P extends Placed>(placed: readonly P[], page: number): readonly P[] {
  if (!Number.isFinite(page)) return placed
  const pageOf = ({y}: P) => Math.floor(y / page)
  const used = [...new Set(placed.map(pageOf))].sort((one, other) => one - other)
  return placed.map(panel => ({...panel, y: panel.y + (used.indexOf(pageOf(panel)) - pageOf(panel)) * page}))
}

/** The rows of a page of a layout that has none. */
const ENDLESS = Number.POSITIVE_INFINITY

function risen<P extends Placed>(panel: P, placed: readonly P[], page: number): P {
  let y = onOnePage(panel.y, panel.h, page)
  const hit = () => placed.find(other => areOver({...panel, y}, other))
  for (let below = hit(); below !== undefined; below = hit()) y = onOnePage(below.y + below.h, panel.h, page)
  while (y > 0 && y % page !== 0 && placed.every(other => !areOver({...panel, y: y - 1}, other))) y--
  return {...panel, y}
}

/** Returns the row, or the first one of the next page where the page has no room for the height. */
const onOnePage = (y: number, h: number, page: number): number => ((y % page) + h > page ? y - (y % page) + page : y)

/** Puts one elsewhere, or gives it another size. The others give way. */
export const placedAt = <P extends Placed>(
  layout: Layout<P>,
  id: string,
  rect: Partial<Rect>,
  page: number = ENDLESS,
): Layout<P> =>
  settled(
    layout.map(panel => (panel.id === id ? {...panel, ...rect} : panel)),
    id,
    page,
  )

export type Direction = 'left' | 'right' | 'up' | 'down'

const STEPS = {left: {x: -1, y: 0}, right: {x: 1, y: 0}, up: {x: 0, y: -1}, down: {x: 0, y: 1}} as const

/** Moves one by the shortest distance that changes anything, as what rises would undo shorter ones. */
export function stepped<P extends Placed>(
  layout: Layout<P>,
  id: string,
  direction: Direction,
  page: number = ENDLESS,
): Layout<P> {
  const panel = layout.find(each => each.id === id)
  if (panel === undefined) return layout
  const step = STEPS[direction]
  const most = step.y === 0 ? 1 : Math.max(bottomOf(layout), Number.isFinite(page) ? page : 0)
  for (let distance = 1; distance <= most; distance++) {
    const moved = placedAt(layout, id, {x: panel.x + step.x * distance, y: panel.y + step.y * distance}, page)
    if (!isSameLayout(moved, layout)) return moved
  }
  return layout
}

/** Makes one a column or a row wider, narrower, higher or lower. */
export function stretched<P extends Placed>(
  layout: Layout<P>,
  id: string,
  direction: Direction,
  page: number = ENDLESS,
): Layout<P> {
  const panel = layout.find(each => each.id === id)
  if (panel === undefined) return layout
  const step = STEPS[direction]
  return placedAt(layout, id, {w: Math.min(panel.w + step.x, COLUMNS - panel.x), h: panel.h + step.y}, page)
}

/** The first room of this size, row by row. */
export function roomFor(layout: Layout, size: Pick<Rect, 'w' | 'h'>, page: number = ENDLESS): Rect {
  const {w, h} = {...size, h: Math.min(size.h, page)}
  for (let y = 0; y < bottomOf(layout); y++)
    for (let x = 0; x + w <= COLUMNS && onOnePage(y, h, page) === y; x++)
      if (layout.every(panel => !areOver(panel, {x, y, w, h}))) return {x, y, w, h}
  return {x: 0, y: onOnePage(bottomOf(layout), h, page), w, h}
}

/** The edges of a layout, in columns from the left and in rows from the top. */
export interface Edges {
  columns: readonly number[]
  rows: readonly number[]
}

export const NO_EDGES: Edges = {columns: [], rows: []}

/** Returns the edges that one has in common with others. Those of the layout itself are none. */
export function sharedEdges(layout: Layout, id: string): Edges {
  const own = layout.find(panel => panel.id === id)
  if (own === undefined) return NO_EDGES
  const others = layout.filter(panel => panel.id !== id)
  const columns = new Set(others.flatMap(({x, w}) => [x, x + w]))
  const rows = new Set(others.flatMap(({y, h}) => [y, y + h]))
  return {
    columns: [own.x, own.x + own.w].filter(edge => columns.has(edge) && edge > 0 && edge < COLUMNS),
    rows: [own.y, own.y + own.h].filter(edge => rows.has(edge) && edge > 0 && edge < bottomOf(layout)),
  }
}
