import type {Tile} from './arrangement'
import {widthOf} from './fitting'
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
  /** The number of lines of the name, in the font size of the tiles. */
  nameLines: number
  /** The value of the first key; null where a shape is all. */
  value: Line | null
  /** The font size of that value, in CSS pixels. */
  valueSize: number
  /** Null where there is no value. */
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
/** The height of the line of a value, in its font size. */
const VALUE_LINE = 1.025
/** A value grows further into the room that is left, but a usual one must fit in. */
const MAX_LARGE = 6
const USUAL_VALUE = 3.2
/** From the middle of a line down to its baseline, in font sizes. */
export const BASELINE = 0.36

/** The longest texts of the tiles of a page. */
export interface Longest {
  /** The largest number of keys in a tile. */
  keys: number
  /** The width of the widest name, in its font size. */
  name: number
}

export const longestOf = (tiles: readonly Tile[]): Longest => ({
  keys: tiles.reduce((most, {keys}) => Math.max(most, keys.length), 0),
  name: tiles.reduce((most, {device}) => Math.max(most, widthOf(device.name)), 0),
})

/** Words end before their lines do. */
const RAGGED = 1.15
const MAX_NAME_LINES = 3

export function roomOf(
  {font, kind, tiles: [tile]}: Pick<Packing, 'font' | 'kind' | 'tiles'>,
  longest: Longest,
): TileRoom {
  const {look, mostValues, valueHeight: large} = TILES[kind]
  if (tile === undefined) return SHAPE
  const [line, padding] = [LINE * font, PADDING * font]
  const [width, height] = [tile.width - 2 * padding, tile.height - 2 * padding]
  const nameWidth = width / font - SHAPE_WIDTH
  if (look === 'shape') {
    const nameLines = Math.max(1, Math.floor(tile.height / line))
    return {...SHAPE, nameWidth, nameLines, hasWord: tile.width >= 5 * font}
  }
  const below = height - line - large * font - line
  const isFootBeside = below < 0
  const hasKeyLine = below >= line
  const belowKey = below - (hasKeyLine ? line : 0)
  const requested = Math.min(MAX_NAME_LINES, Math.ceil((RAGGED * longest.name) / nameWidth))
  const nameLines = 1 + Math.max(0, Math.min(requested - 1, Math.floor(belowKey / line)))
  const free = belowKey - (nameLines - 1) * line
  const more = isFootBeside ? 0 : Math.min(Math.min(longest.keys, mostValues) - 1, Math.floor(free / (2 * line)))
  const moreLines = Math.max(0, more)
  const valueHeight = isFootBeside ? height - line : large * font + free - moreLines * line
  const valueSize = Math.min(valueHeight / VALUE_LINE, MAX_LARGE * font, width / USUAL_VALUE)
  const lineAt = (y: number, height = line, size = font): Line => ({
    x: padding,
    y,
    width,
    height,
    baseline: y + height / 2 + BASELINE * size,
  })
  const names = nameLines * line
  const top = padding + names + (hasKeyLine ? line : 0)
  const value = lineAt(top, valueHeight, valueSize)
  const foot = isFootBeside ? value : lineAt(padding + height - line)
  const keyPlace = hasKeyLine ? 'above' : isFootBeside ? 'behind' : 'foot'
  return {
    nameWidth,
    nameLines,
    value,
    valueSize,
    keyPlace,
    foot,
    isFootBeside,
    key: keyPlace === 'above' ? lineAt(padding + names) : keyPlace === 'foot' ? foot : null,
    more: Array.from({length: moreLines}, (_, at) => lineAt(top + valueHeight + at * line)),
    hasWord: !isFootBeside && keyPlace !== 'foot' && width >= 11 * font,
    hasLongWord: width >= 18 * font,
    chart: {x: 1, y: padding + names, width: tile.width - 2, height: tile.height - padding - names - 1},
  }
}

const SHAPE: TileRoom = {
  nameWidth: 0,
  nameLines: 1,
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
