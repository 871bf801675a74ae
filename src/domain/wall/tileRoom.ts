import type {Tile} from './arrangement'
import type {Packing, Place} from './packing'
import {TILES} from './tiles'

/** The position of a text from the corner of the tile. */
export interface Line extends Place {
  baseline: number
}

/** The place of the name of the large value's key: above it, in the last line of the tile, or behind it. */
export type KeyPlace = 'above' | 'foot' | 'behind'

/** The parts that a tile of this size has room for. */
export interface TileRoom {
  /** The width of the name, in the font size of the tiles. */
  nameWidth: number
  /** The value of the first key; null where a shape is all. */
  value: Line | null
  /** The font size of that value, in CSS pixels. */
  valueSize: number
  /** Null where it needs no name. */
  keyPlace: KeyPlace | null
  /** The place of the key's name; null for no name of its own place. */
  key: Line | null
  /** The values of further keys. */
  more: readonly Line[]
  /** The place of the word and the age; null where there is no room for them. */
  foot: Line | null
  /** Tells whether the age is in the line of the value. */
  isFootBeside: boolean
  /** Whether the status is said by a word beside its shape. */
  hasWord: boolean
  /** Whether the word may say also what the shape says. */
  hasLongWord: boolean
  /** The place of the small chart, behind all texts; null where there is none. */
  chart: Place | null
}

const LINE = 1.25
/** The inner distance from the edges of the tile, in font sizes. */
const PADDING = 0.25
const SHAPE_WIDTH = 1.15
/** The line of the value, which is twice as large as the name. */
const LARGE = 2.05
/** A value grows further into the room that is left, but a usual one must fit in. */
const MAX_LARGE = 6
const USUAL_VALUE = 3.2
/** From the middle of a line down to its baseline, in font sizes. */
export const BASELINE = 0.36

/** The keys that the tiles of a page show: the largest number in a tile, and whether they are labelled. */
export interface ShownKeys {
  most: number
  areNamed: boolean
}

/** A page on which every tile shows the same single key needs no names. */
export function shownKeys(tiles: readonly Tile[]): ShownKeys {
  const most = tiles.reduce((most, {keys}) => Math.max(most, keys.length), 0)
  return {most, areNamed: most > 1 || new Set(tiles.flatMap(({keys}) => keys)).size > 1}
}

export function roomOf(
  {font, kind, tiles: [tile]}: Pick<Packing, 'font' | 'kind' | 'tiles'>,
  keys: ShownKeys,
): TileRoom {
  const {look, mostValues} = TILES[kind]
  if (tile === undefined) return SHAPE
  const [line, padding] = [LINE * font, PADDING * font]
  const [width, height] = [tile.width - 2 * padding, tile.height - 2 * padding]
  const nameWidth = width / font - SHAPE_WIDTH
  if (look === 'shape') return {...SHAPE, nameWidth, hasWord: tile.width >= 5 * font}
  const below = height - line - LARGE * font - line
  const isFootBeside = below < 0
  const hasKeyLine = keys.areNamed && below >= line
  const free = below - (hasKeyLine ? line : 0)
  const more = isFootBeside ? 0 : Math.min(Math.min(keys.most, mostValues) - 1, Math.floor(free / (2 * line)))
  const moreLines = Math.max(0, more)
  const valueHeight = isFootBeside ? height - line : LARGE * font + free - moreLines * line
  const valueSize = Math.min(valueHeight / (LARGE / 2), MAX_LARGE * font, width / USUAL_VALUE)
  const lineAt = (y: number, height = line, size = font): Line => ({
    x: padding,
    y,
    width,
    height,
    baseline: y + height / 2 + BASELINE * size,
  })
  const top = padding + line + (hasKeyLine ? line : 0)
  const value = lineAt(top, valueHeight, valueSize)
  const foot = isFootBeside ? value : lineAt(padding + height - line)
  const keyPlace = !keys.areNamed ? null : hasKeyLine ? 'above' : isFootBeside ? 'behind' : 'foot'
  return {
    nameWidth,
    value,
    valueSize,
    keyPlace,
    foot,
    isFootBeside,
    key: keyPlace === 'above' ? lineAt(padding + line) : keyPlace === 'foot' ? foot : null,
    more: Array.from({length: moreLines}, (_, at) => lineAt(top + valueHeight + at * line)),
    hasWord: !isFootBeside && keyPlace !== 'foot' && width >= 11 * font,
    hasLongWord: width >= 18 * font,
    chart: {x: 1, y: padding + line, width: tile.width - 2, height: tile.height - padding - line - 1},
  }
}

const SHAPE: TileRoom = {
  nameWidth: 0,
  value: null,
  valueSize: 0,
  keyPlace: null,
  key: null,
  more: [],
  foot: null,
  isFootBeside: false,
  hasWord: false,
  hasLongWord: false,
  chart: null,
}

/** The neighbour of a place in a direction; null at the edge. */
export function neighbour(places: readonly Place[], at: number, key: string): number | null {
  const from = places[at]
  if (from === undefined) return null
  if (key === 'ArrowRight') return at + 1 < places.length ? at + 1 : null
  if (key === 'ArrowLeft') return at > 0 ? at - 1 : null
  if (key === 'Home') return 0
  if (key === 'End') return places.length - 1
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null
  let best: {at: number; distance: number} | null = null
  places.forEach((place, index) => {
    const down = key === 'ArrowDown' ? place.y - from.y : from.y - place.y
    const distance = down + 3 * Math.abs(place.x - from.x)
    if (down > 0 && (best === null || distance < best.distance)) best = {at: index, distance}
  })
  return (best as {at: number} | null)?.at ?? null
}
