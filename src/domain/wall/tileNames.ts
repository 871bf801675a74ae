import type {Tile} from './arrangement'
import {widthOf} from './fitting'

/** The parts of a name. Joined they are the whole name, apart from the order of `said`. */
export interface TileName {
  /** The group's own words, which its head says already. */
  said: string
  /** Is cut where there is too little room. */
  start: string
  /** The part that distinguishes the name from its neighbours; empty where the whole name has room. */
  end: string
  /** Its abbreviated words, instead of `start` and `end`. */
  short?: readonly ShortWord[]
}

/** A word and the separator before the next one. */
export interface ShortWord {
  shown: string
  /** The mark of left out letters: `.` or nothing. */
  mark: string
  hidden: string
  between: string
}

const SEPARATORS = /[\s\-–_/.,:·]+/g
const LETTER = /\p{L}/u
const ELLIPSIS = 0.96
/** Two letters and “…”. */
const LEAST_START = 2.2
/** Widths are estimates, and a word must not be cut after all. */
const SURE = 0.97
const LEAST_LETTERS = 3
const LETTERS_ALONE = /^\p{L}+$/u

interface Named {
  tiles: readonly Tile[]
  /** The words at the head of a tile's group; empty where there is none. */
  groupOf: (tile: Tile) => string
  /** In the font size of the names. */
  room: number
}

interface Cut extends Omit<TileName, 'said'> {
  /** The visible text, as far as it can be estimated. */
  shown: string
}

/** Shortens the names of a page in their middle, so that they keep what tells them apart. */
export function tileNames({tiles, groupOf, room}: Named): readonly TileName[] {
  const names = tiles.map(tile => withoutGroup(tile.device.name, groupOf(tile)))
  const cuts = distinctCuts(names.map(({start}) => listOf(start, room)))
  return names.map((name, at) => {
    const {shown = '', ...cut} = cuts[at] ?? {}
    return {...name, ...cut}
  })
}

interface CutList {
  name: string
  /** The best first; undefined beyond the last. */
  cutAt: (place: number) => Cut | undefined
}

/** The lists of the last room: tiles change places often, and their names seldom. */
const lists = {room: 0, ofName: new Map<string, CutList>()}
const MAX_LISTS = 5000

function listOf(name: string, room: number): CutList {
  if (lists.room !== room || lists.ofName.size >= MAX_LISTS) {
    lists.room = room
    lists.ofName.clear()
  }
  const list = lists.ofName.get(name) ?? createList(name, room)
  lists.ofName.set(name, list)
  return list
}

/** Few names need more than their best cut. */
function createList(name: string, room: number): CutList {
  const known: Cut[] = []
  const further = cutsOf(name, room)
  return {
    name,
    cutAt(place) {
      while (known.length <= place) {
        const {value, done} = further.next()
        if (done === true) return undefined
        known.push(value)
      }
      return known[place]
    },
  }
}

/**
 * The best cut of each name, unless it would look like that of another name. Then both get others, so that neither could
 * be either; where no two look different, one of them keeps its own.
 */
function distinctCuts(lists: readonly CutList[]): readonly (Cut | undefined)[] {
  const chosen = lists.map(list => ({list, place: 0}))
  let isOneRetained = false
  for (;;) {
    /** The first name that looks so, and whether it is the only one. */
    const looks = new Map<string, {name: string; isOnly: boolean}>()
    const lookOf = ({list, place}: (typeof chosen)[number]) => list.cutAt(place)?.shown ?? ''
    for (const each of chosen) {
      const look = looks.get(lookOf(each))
      if (look === undefined) looks.set(lookOf(each), {name: each.list.name, isOnly: true})
      else if (look.name !== each.list.name) look.isOnly = false
    }
    const alike = chosen.filter(each => looks.get(lookOf(each))?.isOnly === false)
    const movable = alike.filter(
      each =>
        each.list.cutAt(each.place + 1) !== undefined &&
        !(isOneRetained && looks.get(lookOf(each))?.name === each.list.name),
    )
    for (const each of movable) each.place++
    if (movable.length > 0) continue
    for (const each of alike) each.place = 0
    if (alike.length === 0 || isOneRetained) return chosen.map(({list, place}) => list.cutAt(place))
    isOneRetained = true
  }
}

function* cutsOf(name: string, room: number): Generator<Cut, void> {
  const upTo = widthsOf(name)
  if ((upTo.at(-1) ?? 0) <= room) return yield {start: name, end: '', shown: name}
  for (const mark of ['.', '']) {
    const cut = abbreviated(name, mark, SURE * room)
    if (cut !== null) yield cut
  }
  yield* withinWords(name, upTo, room)
}

/** Returns the width of a text up to each of its places; the halves of one character stay together. */
function widthsOf(text: string): readonly number[] {
  const widths = [0]
  let width = 0
  for (const character of text) {
    width += widthOf(character)
    for (let half = 0; half < character.length; half++) widths.push(width)
  }
  return widths
}

/** Returns the ends of its words, each with the separator before the next one. */
const wordEnds = (name: string): number[] =>
  [...name.matchAll(SEPARATORS)].map(({index, 0: {length}}) => index + length).filter(end => end < name.length)

/** Every word with its first letters, the longest words shortened most. Numbers tell names apart, and stay whole. */
function abbreviated(name: string, mark: string, room: number): Cut | null {
  const ends = [0, ...wordEnds(name), name.length]
  const words = ends.slice(1).map((end, at) => {
    const [text, word] = [name.slice(ends[at], end), trimmed(name.slice(ends[at], end))]
    const letters = [...word]
    const least = LETTERS_ALONE.test(word) ? LEAST_LETTERS : letters.length
    return {letters, least, count: letters.length, width: widthOf(word), between: text.slice(word.length)}
  })
  if (words.length < 2) return null
  /** A mark takes the place of a letter. */
  const stepOf = ({letters, count}: (typeof words)[number]) => (count < letters.length ? 1 : 1 + mark.length)
  let width = widthOf(name)
  while (width > room) {
    let widest: (typeof words)[number] | undefined
    for (const word of words)
      if (word.count - stepOf(word) >= word.least && word.width > (widest?.width ?? 0)) widest = word
    if (widest === undefined) return null
    const {letters, count} = widest
    widest.count -= stepOf(widest)
    const gone = widthOf(letters.slice(widest.count, count).join('')) - (count < letters.length ? 0 : widthOf(mark))
    widest.width -= gone
    width -= gone
  }
  const short = words.map(({letters, count, between}) => ({
    shown: letters.slice(0, count).join(''),
    hidden: letters.slice(count).join(''),
    between,
    mark: count < letters.length ? mark : '',
  }))
  const shown = short.map(({shown, mark, between}) => shown + mark + between).join('')
  return {start: '', end: '', short, shown}
}

/** Names differ at their ends. */
function* withinWords(name: string, upTo: readonly number[], room: number): Generator<Cut, void> {
  const whole = upTo.at(-1) ?? 0
  const widthFrom = (at: number) => whole - (upTo[at] ?? 0)
  const firstWithin = (width: number) => upTo.findIndex((_, at) => at > 0 && widthFrom(at) <= width)
  const best = afterWhole(name, firstWithin(0.6 * room))
  yield cutAt(best)
  const fitting = firstWithin(room - LEAST_START)
  for (let at = fitting; at > 0 && at <= name.length; at++)
    if (at !== best && at === afterWhole(name, at)) yield cutAt(at)

  function cutAt(at: number): Cut {
    const seen = upTo.findLastIndex((width, to) => to <= at && width + ELLIPSIS + widthFrom(at) <= room)
    const [start, end] = [name.slice(0, at), name.slice(at)]
    return {start, end, shown: `${name.slice(0, Math.max(0, seen))}…${end}`}
  }
}

/** The halves of one character stay together. */
const afterWhole = (name: string, at: number): number => {
  const half = name.charCodeAt(at)
  return half >= 0xdc00 && half <= 0xdfff ? at + 1 : at
}

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
