import {TILES, type TileKind} from './tiles'

/** A position and size in whole CSS pixels from the upper left corner of the wall. */
export interface Place {
  x: number
  y: number
  width: number
  height: number
}

export interface Packing {
  kind: TileKind
  /** The font size of the tiles, in CSS pixels. */
  font: number
  /** That of the heads of groups. */
  headFont: number
  /** The place of each tile, in the order of the groups. */
  tiles: readonly Place[]
  /** The place of the head of each group; none when the groups have none, or when there is no room for them. */
  heads: readonly Place[]
  /** Tells whether the texts are large enough for the viewers' distance. */
  isReadable: boolean
}

export interface Packed {
  /** The number of tiles in each group. */
  counts: readonly number[]
  hasHeads: boolean
  /** Whether a head has a second line. */
  hasLongHeads?: boolean
  width: number
  height: number
  /** `auto` takes the tiles that say the most of those whose texts can be read, and dots where none can. */
  kind: TileKind | 'auto'
  /** The least font size that can be read. */
  readable: number
}

/** More tiles than these are shown on pages that turn. */
export const MAX_TILES = 1000

/** Texts don't grow further than this beyond what can be read. */
const MAX_READABLE = 2.5
const HEAD_LINES = 1.7
const LONG_HEAD_LINES = 2.7
const MAX_GROUP_COLUMNS = 12

/** Fills the wall with tiles of one size, as large as they can be. */
export function pack(packed: Packed): Packing {
  if (packed.kind !== 'auto') return packAs(packed, packed.kind) ?? packAs(packed, 'dot') ?? headless(packed)
  for (const kind of MOST_FIRST) {
    const tiles = packAs(packed, kind)
    if (tiles?.isReadable) return tiles
  }
  return packAs(packed, 'dot') ?? headless(packed)
}

/** The kinds of tiles of devices by how much they say. Dots say the least, and need not be read. */
const MOST_FIRST: readonly TileKind[] = ['device', 'cell', 'name']

/** Returns the number of tiles that a page has room for. */
export function capacity({width, height, kind}: Pick<Packed, 'width' | 'height' | 'kind'>): number {
  const shown = kind === 'auto' ? 'dot' : kind
  const fitting = (of: TileKind) => {
    const {least, smallest} = TILES[of]
    return Math.floor(width / (least.width * smallest + 1)) * Math.floor(height / (least.height * smallest + 1))
  }
  return Math.max(1, Math.min(MAX_TILES, Math.max(fitting(shown), fitting('dot'))))
}

/** There is no room for heads, so that the groups only follow each other. */
function headless(packed: Packed): Packing {
  const counts = [packed.counts.reduce((sum, count) => sum + count, 0)]
  const flat = {...packed, counts, hasHeads: false}
  return packAs(flat, 'dot') ?? placed(flat, 'dot', {font: TILES.dot.smallest, columns: 1, groups: [[0]]})
}

interface Layout {
  font: number
  /** Columns of tiles in each column of groups. */
  columns: number
  /** The groups in each column of groups, by their places. */
  groups: readonly (readonly number[])[]
}

/** Returns null when the tiles would be too small. */
function packAs(packed: Packed, kind: TileKind): Packing | null {
  const {counts, hasHeads, width} = packed
  const {least, smallest} = TILES[kind]
  const most = Math.max(1, ...counts)
  const widest = Math.max(1, Math.floor(width / (least.width * smallest)))
  let best: (Layout & {beauty: number}) | null = null
  for (
    let groupColumns = 1;
    groupColumns <= Math.min(hasHeads ? counts.length : 1, MAX_GROUP_COLUMNS);
    groupColumns++
  ) {
    for (let columns = 1; columns <= Math.min(most, Math.floor(widest / groupColumns)); columns++) {
      const found = measured(packed, kind, groupColumns, columns)
      if (found === null || found.font < smallest) continue
      if (best === null || found.font > best.font || (found.font === best.font && found.beauty > best.beauty))
        best = found
    }
  }
  return best === null ? null : placed(packed, kind, best)
}

function measured(packed: Packed, kind: TileKind, groupColumns: number, columns: number) {
  const {counts, readable} = packed
  const rows = counts.map(count => Math.ceil(count / columns))
  const {least, bestRatio} = TILES[kind]
  const tileWidth = widthOf(packed, kind, groupColumns * columns)
  const guess = Math.max(1, Math.min(tileWidth / least.width, MAX_READABLE * readable) * least.height)
  const head = headOf(packed)
  const groups = share(
    rows.map(each => head + each * guess),
    groupColumns,
  )
  const heights = groups.map(group => heightOf(packed, kind, group, rows))
  const tileHeight = Math.min(...heights)
  const font = Math.min(tileWidth / least.width, tileHeight / least.height, MAX_READABLE * readable)
  if (!(font > 0)) return null
  const ratio = tileWidth / tileHeight / bestRatio
  return {font, columns, groups, beauty: -Math.abs(Math.log(ratio))}
}

const gapOf = ({readable}: Packed, kind: TileKind): number =>
  Math.min(TILES[kind].mostGap, Math.max(2, Math.round(readable / 4)))

const headFontOf = ({readable}: Packed): number => Math.max(11, readable)
const headOf = (packed: Packed): number =>
  packed.hasHeads ? Math.ceil((packed.hasLongHeads ? LONG_HEAD_LINES : HEAD_LINES) * headFontOf(packed)) : 0

const widthOf = (packed: Packed, kind: TileKind, columns: number): number =>
  (packed.width + gapOf(packed, kind)) / columns - gapOf(packed, kind)

/** The height of each tile in a column of groups. */
function heightOf(packed: Packed, kind: TileKind, group: readonly number[], rows: readonly number[]): number {
  const lines = group.reduce((sum, at) => sum + (rows[at] ?? 0), 0)
  const room = packed.height + gapOf(packed, kind) - group.length * headOf(packed)
  return lines === 0 ? packed.height : room / lines - gapOf(packed, kind)
}

function placed(packed: Packed, kind: TileKind, {font, columns, groups}: Layout): Packing {
  const {counts, hasHeads, width, readable} = packed
  const {namedFrom, nameWidth, readShare} = TILES[kind]
  const gap = gapOf(packed, kind)
  const head = headOf(packed)
  const across = (width + gap) / (columns * groups.length)
  const rows = counts.map(count => Math.ceil(count / columns))
  const down = Math.min(...groups.map(group => heightOf(packed, kind, group, rows))) + gap
  const tiles: Place[] = []
  const heads: Place[] = []
  groups.forEach((group, groupColumn) => {
    let top = 0
    for (const at of group) {
      const first = groupColumn * columns
      if (hasHeads) heads.push(box(first * across, top, columns * across - gap, head))
      top += head
      for (let tile = 0; tile < (counts[at] ?? 0); tile++) {
        const row = Math.floor(tile / columns)
        tiles.push(box((first + (tile % columns)) * across, top + row * down, across - gap, down - gap))
      }
      top += (rows[at] ?? 0) * down
    }
  })
  return {
    kind,
    font: across < namedFrom * readable ? font : Math.min(font, Math.max(readable, across / nameWidth)),
    headFont: headFontOf(packed),
    tiles,
    heads,
    isReadable: font >= readable * readShare,
  }
}

/** Rounds the edges, so that neighbours stay as far apart as they are. */
function box(x: number, y: number, width: number, height: number): Place {
  const [left, top] = [Math.round(x), Math.round(y)]
  return {x: left, y: top, width: Math.floor(x + width) - left, height: Math.floor(y + height) - top}
}

/** Shares things out among columns, in their order, so that the highest column is as low as it can be. */
export function share(heights: readonly number[], columns: number): readonly (readonly number[])[] {
  let low = Math.max(0, ...heights)
  let high = heights.reduce((sum, height) => sum + height, 0)
  for (let turn = 0; turn < TURNS && high - low > EXACT; turn++) {
    const middle = (low + high) / 2
    if (filled(heights, middle).length <= columns) high = middle
    else low = middle
  }
  return filled(heights, high)
}

const TURNS = 20
const EXACT = 0.5

/** Begins another column where the present one would be higher than `limit`. */
function filled(heights: readonly number[], limit: number): number[][] {
  const columns: number[][] = [[]]
  let height = 0
  heights.forEach((each, at) => {
    if (height + each > limit && height > 0) {
      columns.push([])
      height = 0
    }
    height += each
    columns.at(-1)?.push(at)
  })
  return columns
}
