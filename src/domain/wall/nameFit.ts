import {widthOf} from './fitting'

/** The room of a name, in its full font size. */
export interface NameRoom {
  /** In font sizes. */
  width: number
  lines: number
}

/** A name as it is drawn. */
export interface FittedName {
  /** It is wrapped between words, and after separators, which a zero-width space follows. */
  shown: string
  /** The part of its font size in which it has room. */
  scale: number
}

/** Whether nothing of a name is left out, and its letters have their full size. */
export const isWhole = ({shown, scale}: FittedName): boolean => scale === 1 && !shown.includes(ELLIPSIS)

/** Letters get smaller in such steps before anything of a name is left out. */
const SCALES = [1, 0.9, 0.8, 0.7] as const
const LEAST_SCALE = 0.7

/** Widths are estimates. */
const SURE = 0.97

const BREAK = '\u200b'
const ELLIPSIS = '…'

/** Words with the separators that follow them: a line may end behind each. */
const PARTS = /[^\s\-–—_/,:·.]*(?:\s+|[-–—_/,:·]+|\.+(?!\d))?/gu

const GRAPHEMES = new Intl.Segmenter(undefined, {granularity: 'grapheme'})

const partsOf = (name: string): readonly string[] => {
  const parts: string[] = []
  for (const [part] of name.matchAll(PARTS)) if (part !== '') parts.push(part)
  // A dot between digits ends no word.
  return parts.join('') === name ? parts : [name]
}

/** Returns a name with the places where a line may end, as browsers know only some of them. */
const breakable = (parts: readonly string[]): string =>
  parts.map((part, at) => (at === parts.length - 1 || /\s$/u.test(part) ? part : part + BREAK)).join('')

/** The number of lines that the parts take; infinite where one of them is wider than a line. */
function linesOf(parts: readonly string[], width: number): number {
  let [lines, taken] = [1, 0]
  for (const part of parts) {
    const [visible, whole] = [widthOf(part.trimEnd()), widthOf(part)]
    if (visible > width) return Number.POSITIVE_INFINITY
    if (taken + visible > width) {
      lines++
      taken = 0
    }
    taken += whole
  }
  return lines
}

const fits = (parts: readonly string[], {width, lines}: NameRoom, scale: number): boolean =>
  linesOf(parts, (SURE * width) / scale) <= Math.max(1, Math.floor(lines / scale))

/**
 * The ways to draw a name, the best first: whole, in letters that get smaller; then without whole words in its middle;
 * and only where a word has no room by itself, without letters in the middle of all.
 */
export function* fittedNames(name: string, room: NameRoom): Generator<FittedName, void> {
  const parts = partsOf(name)
  const scale = SCALES.find(each => fits(parts, room, each))
  if (scale !== undefined) yield {shown: breakable(parts), scale}
  for (const some of withoutWords(parts)) {
    const fitting = SCALES.find(each => fits(some, room, each))
    if (fitting !== undefined) yield {shown: breakable(some), scale: fitting}
  }
  const letters = Array.from(GRAPHEMES.segment(name), ({segment}) => segment)
  if (scale === undefined && isBroken(parts, room)) yield {shown: breakable(parts), scale: LEAST_SCALE}
  yield* withoutLetters(letters, room)
}

/** Whether a name has room if a word that is wider than a line is continued on the next one. */
function isBroken(parts: readonly string[], room: NameRoom): boolean {
  const [width, lines] = [(SURE * room.width) / LEAST_SCALE, Math.max(1, Math.floor(room.lines / LEAST_SCALE))]
  return parts.reduce((sum, part) => sum + widthOf(part), 0) + 2 * (lines - 1) <= lines * width
}

/** Names differ at their ends, so that both ends remain as long as they can. */
function* withoutWords(parts: readonly string[]): Generator<readonly string[]> {
  for (let remaining = parts.length - 1; remaining >= 2; remaining--) {
    for (let end = Math.floor(remaining / 2); end >= 1; end--) {
      const start = remaining - end
      yield [...parts.slice(0, start), `${ELLIPSIS} `, ...parts.slice(-end)]
      if (start !== end) yield [...parts.slice(0, end), `${ELLIPSIS} `, ...parts.slice(-start)]
    }
  }
}

/** The end of a name tells it apart more often than its beginning. */
function* withoutLetters(letters: readonly string[], room: NameRoom): Generator<FittedName> {
  const capacity = (SURE * room.width * Math.max(1, Math.floor(room.lines / LEAST_SCALE))) / LEAST_SCALE - 1
  for (const share of [0.5, 0.3, 0.1, 0.7, 0.9]) {
    const start = within(letters, share * capacity)
    const end = within([...letters].reverse(), (1 - share) * capacity)
    if (start + end >= letters.length) continue
    const shown = `${letters.slice(0, start).join('')}${ELLIPSIS}${end === 0 ? '' : letters.slice(-end).join('')}`
    yield {shown, scale: LEAST_SCALE}
  }
}

/** The number of letters, from the first, that have room. */
function within(letters: readonly string[], width: number): number {
  let [count, taken] = [0, 0]
  for (const letter of letters) {
    taken += widthOf(letter)
    if (taken > width) break
    count++
  }
  return count
}

/** Where names of different devices can't be told apart by their letters, a number behind each does it. */
export function numbered(name: string, number: number, room: NameRoom): FittedName {
  const mark = ` #${number}`
  const letters = Array.from(GRAPHEMES.segment(name), ({segment}) => segment)
  const start = within(letters, (SURE * room.width) / LEAST_SCALE - widthOf(mark) - 1)
  return {shown: `${letters.slice(0, start).join('')}${ELLIPSIS}${mark}`, scale: LEAST_SCALE}
}

/** One name by itself, such as that of a group. */
export function fittedName(name: string, room: NameRoom): FittedName {
  const {value} = fittedNames(name, room).next()
  return value ?? {shown: name, scale: LEAST_SCALE}
}
