import type {Place} from './packing'
import {TILES} from './tiles'

/** The cards of the devices that need attention, above all other tiles. */
export interface Cards {
  /** In CSS pixels. */
  font: number
  /** The number of lines of a name. */
  nameLines: number
  places: readonly Place[]
  /** The place that says how many have no card; null where all have one. */
  more: Place | null
  /** The height that they take, with the gap below them. */
  height: number
}

export interface CardsRoom {
  /** The number of devices that need attention, and of all others. */
  urgent: number
  others: number
  /** The width of the widest name on a card, in its font size. */
  widest: number
  width: number
  height: number
  /** The least font size that can be read. */
  readable: number
}

/** The more cards there are, the smaller they get: font sizes in the least one that can be read. */
const STEPS = [3.2, 2.6, 2, 1.6, 1.3, 1, TILES.device.readShare] as const

/** All lengths are in the font size of a card. */
const LEAST_WIDTH = 16
const MOST_WIDTH = 32
const GAP = 0.5
/** The height of all but the name: a key, a value, two lines of facts, and the distance to the edges. */
const HEIGHT = 8.1
const NAME_LINE = 1.25
/** A name has this much room in a line of a card, in letters that are a little smaller. */
const LONGEST_LINE = 15

/** A card needs the room of as many tiles. */
const TILES_A_CARD = 4
const LEAST_SHARE = 0.4
const MOST_SHARE = 0.75

const NONE: Cards = {font: 0, nameLines: 1, places: [], more: null, height: 0}

/** Gives cards to as many devices as have room, in letters that are as large as they can be. */
export function placeCards(room: CardsRoom): Cards {
  if (room.urgent === 0) return NONE
  const sizes = STEPS.map(step => sizeOf(room, step * room.readable))
  const size = sizes.find(({columns, rows}) => columns * rows >= room.urgent) ?? sizes.at(-1)
  if (size === undefined) return NONE
  const {font, columns, rows} = size
  const count = Math.min(room.urgent, columns * rows)
  if (count === 0) return NONE
  const gap = Math.round(GAP * font)
  const across = Math.ceil(count / Math.ceil(count / columns))
  const width = Math.min((room.width + gap) / Math.max(across, 1), MOST_WIDTH * font + gap)
  const height = heightOf(room) * font + gap
  const all = Array.from({length: count}, (_, at) => ({
    x: Math.round((at % across) * width),
    y: Math.round(Math.floor(at / across) * height),
    width: Math.floor(width - gap),
    height: Math.floor(height - gap),
  }))
  const isAll = count === room.urgent
  return {
    font,
    nameLines: nameLinesOf(room),
    places: isAll ? all : all.slice(0, -1),
    more: isAll ? null : (all.at(-1) ?? null),
    height: Math.ceil(Math.ceil(count / across) * height),
  }
}

function sizeOf(room: CardsRoom, font: number) {
  const {urgent, others, width, height} = room
  const share = Math.min(MOST_SHARE, Math.max(LEAST_SHARE, urgent / (urgent + others / TILES_A_CARD)))
  const gap = GAP * font
  return {
    font,
    columns: Math.floor((width + gap) / (LEAST_WIDTH * font + gap)),
    rows: Math.floor(((others === 0 ? 1 : share) * height) / (heightOf(room) * font + gap)),
  }
}

const nameLinesOf = ({widest}: CardsRoom): number => (widest > LONGEST_LINE ? 2 : 1)
const heightOf = (room: CardsRoom): number => HEIGHT + NAME_LINE * nameLinesOf(room)
