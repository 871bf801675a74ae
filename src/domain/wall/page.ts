import type {CustomerNames, DeviceEntry} from '../telemetry/devices/device'
import {cardOf, haveHeads, type Keyed, type Tile, tilesOf, type WallGroup} from './arrangement'
import {type Cards, placeCards} from './cards'
import {widthOf} from './fitting'
import {readableSize} from './legibility'
import {capacity, type Packing, type Place, pack} from './packing'
import {type Said, saidOf} from './tileNames'
import {TILES} from './tiles'
import type {WallView} from './view'
import type {Wall} from './walls'

/** The room of the tiles and the screen that it is on, in CSS pixels. */
export interface Box {
  width: number
  height: number
  screen: {width: number; height: number}
}

/** The contents of the shown page. */
export interface Page {
  packing: Packing
  /** The first of them are cards. */
  tiles: readonly Tile[]
  cards: PageCards
  /** The groups whose heads are shown, and the number of the tiles of each. */
  groups: readonly WallGroup[]
  counts: readonly number[]
  /** What the head of each says of all its devices. */
  said: readonly Said[]
  pages: number
  /** The wall and the box that it was made for. */
  wall: Wall
  box: Box
}

/** The cards of the devices that need attention, which are shown on every page. */
export interface PageCards {
  count: number
  /** In CSS pixels. */
  font: number
  /** The number of lines of a name. */
  nameLines: number
  /** The number of those without a card, and the place that says so; null where all have one. */
  more: {count: number; place: Place} | null
}

interface Requested extends Omit<Keyed, 'wall'> {
  box: Box | null
  wall: Wall | null
  view: Pick<WallView, 'deviceId'>
  groups: readonly WallGroup[]
  urgent: readonly DeviceEntry[]
  turn: {page: number}
  customers: CustomerNames
  /** The page that is shown so far. */
  page: Page | null
}

/**
 * Packs a page into the room that there is, and tells which one it is. A page that shows the same stays the same object.
 * Null where there is no room yet, or nothing to show.
 */
export function pageOf(board: Requested): {page: Page; at: number} | null {
  const {box, wall, view, groups, urgent, page: before, conditions, settings, alarms} = board
  if (box === null || wall === null || groups.length === 0) return null
  const known = new Map(before?.tiles.map(tile => [tile.id, tile]))
  const keyed = {wall, conditions, alarms, settings}
  const readable = readableSize(wall.viewing, box.screen)
  const total = groups.reduce((sum, {devices}) => sum + devices.length, 0)
  const widest = Math.max(0, ...urgent.map(({name}) => widthOf(name)))
  const cards = placeCards({...box, urgent: urgent.length, others: total - urgent.length, widest, readable})
  const onCards = new Set(urgent.slice(0, cards.places.length))
  const all = groups.map(group => ({
    group,
    tiles: tilesOf({...group, devices: group.devices.filter(device => !onCards.has(device))}, keyed).map(tile =>
      sameTile(known.get(tile.id), tile),
    ),
  }))
  const height = Math.max(1, box.height - cards.height)
  const room = capacity({width: box.width, height, kind: wall.tiles})
  const pages = Math.max(1, Math.ceil(all.reduce((sum, {tiles}) => sum + tiles.length, 0) / room))
  const at = Math.min(board.turn.page, pages - 1)
  const shown = sliced(all, at * room, (at + 1) * room)
  const tiles = [
    ...Array.from(onCards, device => cardOf(device, keyed)).map(tile => sameTile(known.get(tile.id), tile)),
    ...shown.flatMap(({tiles}) => tiles),
  ]
  const isSame =
    before?.wall === wall &&
    before.box === box &&
    before.pages === pages &&
    before.cards.count === onCards.size &&
    (before.cards.more?.count ?? 0) === urgent.length - onCards.size &&
    before.groups.length === shown.length &&
    shown.every(({group}, place) => before.groups[place] === group) &&
    before.tiles.length === tiles.length &&
    tiles.every((tile, place) => before.tiles[place] === tile)
  if (isSame) return {page: before, at}
  const hasHeads = wall.order === 'importance' ? haveHeads(groups) : wall.grouping !== 'none'
  const said = shown.map(({group, tiles}) =>
    saidOf(group, tiles, {grouping: wall.grouping, customers: board.customers}),
  )
  const packing = pack({
    counts: shown.map(({tiles}) => tiles.length),
    hasHeads,
    hasLongHeads: said.some(({shared, key}) => shared.start !== '' || shared.end !== '' || key !== null),
    width: box.width,
    height,
    readable,
    // Tiles get smaller beside an open device, and keep their kind.
    kind: view.deviceId !== null && before?.wall === wall ? before.packing.kind : wall.tiles,
  })
  const {font, nameLines, places, more} = cards
  const page = {
    packing: belowCards(packing, cards),
    tiles,
    cards: {
      count: places.length,
      font,
      nameLines,
      more: more && {place: more, count: urgent.length - places.length},
    },
    groups: shown.map(({group}) => group),
    counts: shown.map(({tiles}) => tiles.length),
    // Without values there is no key to name.
    said: TILES[packing.kind].look === 'lines' ? said : said.map(each => ({...each, key: null})),
    pages,
    wall,
    box,
  }
  return {page, at}
}

function belowCards(packing: Packing, {places, height}: Cards): Packing {
  if (height === 0) return packing
  const lower = (place: Place): Place => ({...place, y: place.y + height})
  return {...packing, tiles: [...places, ...packing.tiles.map(lower)], heads: packing.heads.map(lower)}
}

/** The known one, if it shows the same. */
const sameTile = (known: Tile | undefined, tile: Tile): Tile =>
  known?.device === tile.device &&
  known.keys.length === tile.keys.length &&
  known.keys.every((key, at) => tile.keys[at] === key)
    ? known
    : tile

interface Listed {
  group: WallGroup
  tiles: readonly Tile[]
}

/** The tiles from one place to another, with their groups. */
function sliced(all: readonly Listed[], from: number, to: number): Listed[] {
  let start = 0
  return all.flatMap(({group, tiles}) => {
    const part = tiles.slice(Math.max(0, from - start), Math.max(0, to - start))
    start += tiles.length
    return part.length === 0 ? [] : [{group, tiles: part}]
  })
}
