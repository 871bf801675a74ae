import type {CustomerNames, DeviceEntry} from '../telemetry/devices/device'
import type {Grouping} from '../telemetry/devices/navigatorView'
import type {Tile, WallGroup} from './arrangement'
import {distinctNames} from './deviceNames'
import {type FittedName, fittedNames, type NameRoom, numbered} from './nameFit'

const SEPARATORS = /[\s\-–_/.,:·]+/g
const LETTER = /\p{L}/u

interface Named {
  tiles: readonly Tile[]
  /** The words that the head of a tile's group says. */
  saidOf: (tile: Tile) => Said
  room: NameRoom
}

/** What the head of a group says of all its devices. */
export interface Said {
  /** The words of the group itself; empty for a group by status, which names don't contain. */
  group: string
  /** The words with which all names begin and end. */
  shared: Shared
  /** The key that all tiles of the group show first; null where they differ. */
  key: string | null
}

export interface Shared {
  start: string
  end: string
}

const NOTHING_SHARED: Shared = {start: '', end: ''}
export const NOTHING_SAID: Said = {group: '', shared: NOTHING_SHARED, key: null}

/**
 * The names of a page. What their groups say is left out, and no two devices have the same text under the same words of a
 * group.
 */
export function tileNames({tiles, saidOf, room}: Named): readonly FittedName[] {
  const wholes = distinctNames(tiles.map(({device}) => device))
  const groups = new Map<string, Map<string, Naming>>()
  for (const tile of tiles) {
    const said = saidOf(tile)
    const ofGroup = groups.get(said.group) ?? new Map<string, Naming>()
    groups.set(said.group, ofGroup)
    const whole = wholes.get(tile.device.id) ?? tile.device.name
    ofGroup.set(tile.device.id, {id: tile.device.id, whole, short: withoutSaid(whole, said)})
  }
  const fitted = new Map(Array.from(groups, ([group, namings]) => [group, distinct([...namings.values()], room)]))
  return tiles.map(tile => {
    const {id, name} = tile.device
    return fitted.get(saidOf(tile).group)?.get(id) ?? {shown: name, scale: 1}
  })
}

interface Naming {
  id: string
  whole: string
  /** Without what the group says. */
  short: string
}

interface FittedList {
  /** The best first; undefined beyond the last. */
  at: (place: number) => FittedName | undefined
}

/** The lists of the last room: tiles change places often, and their names seldom. */
const lists = {room: '', ofName: new Map<string, FittedList>()}
const MAX_LISTS = 5000

function listOf(name: string, room: NameRoom): FittedList {
  const ofRoom = `${room.width} ${room.lines}`
  if (lists.room !== ofRoom || lists.ofName.size >= MAX_LISTS) {
    lists.room = ofRoom
    lists.ofName.clear()
  }
  const list = lists.ofName.get(name) ?? createList(name, room)
  lists.ofName.set(name, list)
  return list
}

/** Few names need more than their best. */
function createList(name: string, room: NameRoom): FittedList {
  const known: FittedName[] = []
  const further = fittedNames(name, room)
  return {
    at(place) {
      while (known.length <= place) {
        const {value} = further.next()
        if (value === undefined) return undefined
        known.push(value)
      }
      return known[place]
    },
  }
}

/**
 * The best of each name that no other name has taken, and that could not be another one as well. The names come in their
 * order, so that a page has one outcome.
 */
function distinct(namings: readonly Naming[], room: NameRoom): ReadonlyMap<string, FittedName> {
  const owners = countsOf(namings.map(({short}) => short))
  const named = namings
    .map(({id, whole, short}) => ({id, name: (owners.get(short) ?? 0) > 1 ? whole : short}))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  const looks = countsOf(named.map(({name}) => listOf(name, room).at(0)?.shown ?? ''))
  const taken = new Set<string>()
  const numbers = new Map<string, number>()
  return new Map(
    named.map(({id, name}) => {
      const fitted = firstFree(listOf(name, room), taken, looks) ?? firstNumbered(name, room, taken, numbers)
      taken.add(fitted.shown)
      return [id, fitted]
    }),
  )
}

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

function firstFree(list: FittedList, taken: ReadonlySet<string>, looks: ReadonlyMap<string, number>) {
  for (let place = 0; place < MAX_TRIES; place++) {
    const fitted = list.at(place)
    if (fitted === undefined) return undefined
    if (!taken.has(fitted.shown) && (looks.get(fitted.shown) ?? 0) < 2) return fitted
  }
  return undefined
}

/** Names of many words have more ways than are worth trying. */
const MAX_TRIES = 24

function firstNumbered(name: string, room: NameRoom, taken: ReadonlySet<string>, numbers: Map<string, number>) {
  const alike = numbered(name, 0, room).shown
  for (;;) {
    const number = (numbers.get(alike) ?? 0) + 1
    numbers.set(alike, number)
    const fitted = numbered(name, number, room)
    if (!taken.has(fitted.shown)) return fitted
  }
}

/** Something with a letter remains: “7” would be no name. */
function withoutSaid(name: string, {group, shared}: Said): string {
  const own = withoutGroup(name, group)
  const rest = own.slice(own.startsWith(shared.start) ? shared.start.length : 0)
  const middle = rest.endsWith(shared.end) ? rest.slice(0, rest.length - shared.end.length) : rest
  return [middle, rest].find(each => LETTER.test(each)) ?? own
}

function withoutGroup(name: string, group: string): string {
  if (group === '') return name
  const [folded, words] = [name.toLowerCase(), group.toLowerCase()]
  const first = wordEnds(name).find(end => trimmed(folded.slice(0, end)) === words)
  if (first !== undefined && LETTER.test(name.slice(first))) return name.slice(first)
  const last = name.length - words.length
  const isAtEnd = wordEnds(name).includes(last) && folded.slice(last) === words && LETTER.test(name.slice(0, last))
  return isAtEnd ? trimmed(name.slice(0, last)) : name
}

/**
 * The words with which the names of a group begin and end, so that its head can say them once. None are taken where a
 * name would have no letter left.
 */
function sharedWords(devices: readonly DeviceEntry[], group: string): Shared {
  if (devices.length < 2) return NOTHING_SHARED
  const names = devices.map(({name}) => withoutGroup(name, group))
  const [first = ''] = names
  const start = wordEnds(first)
    .map(end => first.slice(0, end))
    .findLast(words => names.every(name => name.startsWith(words) && LETTER.test(name.slice(words.length))))
  const rests = names.map(name => name.slice(start?.length ?? 0))
  const [rest = ''] = rests
  const end = wordEnds(rest)
    .map(at => beginning(rest, at))
    .find(words => rests.every(name => name.endsWith(words) && LETTER.test(name.slice(0, -words.length))))
  return {start: start ?? '', end: end ?? ''}
}

/** What the head of a group says of the devices in it, and of those of them that have tiles. */
export function saidOf(
  {value, devices}: WallGroup,
  tiles: readonly Tile[],
  {grouping, customers}: {grouping: Grouping; customers: CustomerNames},
): Said {
  const group = value === null || grouping === 'status' ? '' : (customers.get(value) ?? value)
  const keys = new Set(tiles.map(({keys: [key]}) => key))
  const [key] = keys
  return {group, shared: sharedWords(devices, group), key: keys.size === 1 ? (key ?? null) : null}
}

/** The words from a place on, with the separator before them. */
const beginning = (name: string, at: number): string => name.slice(trimmed(name.slice(0, at)).length)

/** Returns the ends of its words, each with the separator before the next one. */
const wordEnds = (name: string): number[] =>
  [...name.matchAll(SEPARATORS)].map(({index, 0: {length}}) => index + length).filter(end => end < name.length)

const trimmed = (text: string): string => text.replace(/[\s\-–_/.,:·]+$/, '')
