/**
 * Another kind is a name here, its entry in `TILES`, and a text in `ui/wall/texts.ts` and in the catalogue of each
 * language.
 */
export const TILE_KINDS = ['device', 'key', 'cell', 'name', 'dot'] as const
export type TileKind = (typeof TILE_KINDS)[number]

/** The rules of a kind of tile, and its measures: in its own font size, unless they say otherwise. */
interface TileRules {
  of: 'device' | 'key'
  /**
   * `lines` are a name, values, an age and a small chart. A `shape` represents the status, beside a name if there is
   * room.
   */
  look: 'lines' | 'shape'
  /** There are no more lines of values. */
  mostValues: number
  /** The height of the line of the first value, in font sizes. */
  valueHeight: number
  /** The least size: a name and a line of twice its size, or a shape. */
  least: {width: number; height: number}
  /** The font size, in CSS pixels, below which it is of no use even to a person close to the wall. */
  smallest: number
  /** The part of the least font size that can be read from which it can be. */
  readShare: number
  /** It looks best when it is this much wider than high. */
  bestRatio: number
  /** The widest gap between tiles, in CSS pixels. */
  mostGap: number
  /** It has its name from this width on, in the least font size that can be read. */
  namedFrom: number
  /** Texts that can be read don't grow before there is room for a name of this width. */
  nameWidth: number
}

/** The line of a value that is read from afar is twice as large as the name. */
const LARGE = 2.05

/** Capitals are read with ease under 20 arc minutes, and just so under 16; the value is twice as large. */
const LEAST_SHARE = 0.8

export const TILES: Readonly<Record<TileKind, TileRules>> = {
  device: {
    of: 'device',
    look: 'lines',
    mostValues: 4,
    valueHeight: LARGE,
    least: {width: 7.6, height: 3.8},
    smallest: 7,
    readShare: LEAST_SHARE,
    bestRatio: 2.2,
    mostGap: 8,
    namedFrom: 0,
    nameWidth: 12,
  },
  key: {
    of: 'key',
    look: 'lines',
    mostValues: 1,
    valueHeight: LARGE,
    least: {width: 7.6, height: 3.8},
    smallest: 7,
    readShare: LEAST_SHARE,
    bestRatio: 2,
    mostGap: 8,
    namedFrom: 0,
    nameWidth: 12,
  },
  /** A name, and the value in letters that are hardly larger. */
  cell: {
    of: 'device',
    look: 'lines',
    mostValues: 1,
    valueHeight: 1.3,
    least: {width: 6.8, height: 3.1},
    smallest: 7,
    readShare: LEAST_SHARE,
    bestRatio: 2.4,
    mostGap: 4,
    namedFrom: 0,
    nameWidth: 12,
  },
  name: {
    of: 'device',
    look: 'shape',
    mostValues: 0,
    valueHeight: 0,
    least: {width: 7, height: 1.6},
    smallest: 7,
    readShare: LEAST_SHARE,
    bestRatio: 4.5,
    mostGap: 2,
    namedFrom: 0,
    nameWidth: 12,
  },
  dot: {
    of: 'device',
    look: 'shape',
    mostValues: 0,
    valueHeight: 0,
    least: {width: 1.5, height: 1.5},
    smallest: 4,
    // Shapes can be distinguished at the height of a capital letter.
    readShare: 0.72,
    bestRatio: 1,
    mostGap: 1,
    namedFrom: 6,
    nameWidth: 8,
  },
}
