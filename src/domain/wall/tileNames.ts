import type {Tile} from './arrangement'
import {widthOf} from './fitting'

/** The parts of a name. Joined they are the whole name, apart from the order of `said`. */
export interface TileName {
  /** The group's own words, which its head says already. */
  said: string
  /** Is cut where there is too little room. */
  start: string
  /** What tells the name from its neighbours; empty where the whole name has room. */
  end: string
}

const SEPARATORS = /[\s\-–_/.,:·]+/g
const LETTER = /\p{L}/u
/** Two letters and “…”. */
const LEAST_START = 2.2

interface Named {
  tiles: readonly Tile[]
  /** The words at the head of a tile's group; empty where there is none. */
  groupOf: (tile: Tile) => string
  /** In the font size of the names. */
  room: number
}

/** Shortens the names of a page in their middle, so that they keep what tells them apart. */
export function tileNames({tiles, groupOf, room}: Named): readonly TileName[] {
  return tiles.map(tile => {
    const name = withoutGroup(tile.device.name, groupOf(tile))
    return widthOf(name.start) <= room ? name : {...name, ...split(name.start, room)}
  })
}

/** Where its words end, each with what separates it from the next one. */
const wordEnds = (name: string): number[] =>
  [...name.matchAll(SEPARATORS)].map(({index, 0: {length}}) => index + length).filter(end => end < name.length)

/** Names differ at their ends. Whole words stay, if they take a good part of the room. */
function split(name: string, room: number): Pick<TileName, 'start' | 'end'> {
  const words = wordEnds(name).find(at => widthOf(name.slice(at)) <= room - LEAST_START)
  if (words !== undefined && widthOf(name.slice(words)) >= room / 3) return parted(name, words)
  let at = name.length
  while (at > 1 && widthOf(name.slice(at - 1)) <= 0.6 * room) at--
  // The halves of one character stay together.
  return parted(name, /[\udc00-\udfff]/.test(name.charAt(at)) ? at + 1 : at)
}

const parted = (name: string, at: number) => ({start: name.slice(0, at), end: name.slice(at)})

/** Something with a letter remains: “7” would be no name. */
function withoutGroup(name: string, group: string): TileName {
  const whole = {said: '', start: name, end: ''}
  if (group === '') return whole
  const [folded, words] = [name.toLowerCase(), group.toLowerCase()]
  const [first, last] = [
    wordEnds(name).find(end => trimmed(folded.slice(0, end)) === words),
    name.length - words.length,
  ]
  if (first !== undefined && LETTER.test(name.slice(first)))
    return {...whole, said: name.slice(0, first), start: name.slice(first)}
  const isAtEnd = wordEnds(name).includes(last) && folded.slice(last) === words && LETTER.test(name.slice(0, last))
  return isAtEnd ? {...whole, said: `${name.slice(last)} `, start: trimmed(name.slice(0, last))} : whole
}

const trimmed = (text: string): string => text.replace(/[\s\-–_/.,:·]+$/, '')
