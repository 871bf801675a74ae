import type {Packing, Place} from './packing'
import {TILES} from './tiles'

/** What a tile of this size has room for. */
export interface TileRoom {
  /** The lines of values. Without any, the value stands in the last line, beside the age. */
  values: number
  /** Where values are written, from the corner of the tile. */
  lines: readonly Place[]
  /** Where the word and the age are written; null where there is no room for them. */
  foot: Place | null
  /** Whether the status is said by a word beside its shape. */
  hasWord: boolean
  /** Whether the word may say also what the shape says. */
  hasLongWord: boolean
  /** Whether values stand beside the names of their keys. */
  hasKeys: boolean
  /** Where the small chart is drawn, from the corner of the tile; null where it would be too small. */
  chart: Place | null
  /** Whether texts stand over the chart, which is then drawn faintly. */
  isChartBehind: boolean
}

const LINE_HEIGHT = 1.3
/** The inner distance from the edges of the tile, in font sizes. */
const PADDING = 0.3
const LEAST_CHART = 1.1
/** What a value and an age take of the line that they share with the chart. */
const VALUE_WIDTH = 4
const AGE_WIDTH = 3.4
const GAP = 0.3
const LEAST_BESIDE = 1.2

export function roomOf({font, kind, tiles: [tile]}: Packing): TileRoom {
  const {look, mostValues} = TILES[kind]
  if (tile === undefined) return SHAPE
  if (look === 'shape') return {...SHAPE, hasWord: tile.width >= 5 * font}
  const line = LINE_HEIGHT * font
  const padding = PADDING * font
  const [width, height] = [tile.width - 2 * padding, tile.height - 2 * padding]
  const lines = Math.floor(height / line)
  const between = Math.max(0, lines - 2)
  const values = Math.min(mostValues, Math.ceil(between / 2), between)
  const left = height - (2 + values) * line
  const isApart = left >= LEAST_CHART * font
  const top = padding + (isApart ? (1 + values) * line : height - line)
  const beside = width - (VALUE_WIDTH + GAP + AGE_WIDTH) * font
  const isBeside = beside >= LEAST_BESIDE * font
  const chart = {
    x: padding + (isApart || !isBeside ? 0 : VALUE_WIDTH * font),
    y: top,
    width: isApart || !isBeside ? width : beside,
    height: isApart ? left : line,
  }
  const last = padding + height - line
  const ageWidth = Math.min(AGE_WIDTH * font, width - VALUE_WIDTH * font)
  const inline = {x: padding, y: last, width: isBeside ? VALUE_WIDTH * font : width - ageWidth, height: line}
  const lineAt = (at: number) => ({x: padding, y: padding + (1 + at) * line, width, height: line})
  return {
    values,
    lines: values === 0 ? [inline] : Array.from({length: values}, (_, at) => lineAt(at)),
    foot:
      values === 0
        ? {x: padding + width - ageWidth, y: last, width: ageWidth, height: line}
        : {x: padding, y: last, width, height: line},
    hasWord: width >= 11 * font,
    hasLongWord: width >= 18 * font,
    hasKeys: width >= 9 * font,
    chart,
    isChartBehind: !isApart && !isBeside,
  }
}

const SHAPE: TileRoom = {
  values: 0,
  lines: [],
  foot: null,
  hasWord: false,
  hasLongWord: false,
  hasKeys: false,
  chart: null,
  isChartBehind: false,
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
