import type uFuzzy from '@leeoniya/ufuzzy'
import {folded} from '../folded'

/** A part of a text that holds letters that were searched, or none of them. */
export interface Piece {
  /** The place of its first letter in the folded text. */
  start: number
  text: string
  isMatched: boolean
}

/** Splits each text around the words of the search. A grapheme stays whole. */
export function piecesOf(texts: readonly string[], fuzzy: uFuzzy, needle: string): readonly (readonly Piece[])[] {
  const searched = texts.map(folded)
  const ranges: [start: number, end: number][][] = searched.map(() => [])
  for (const word of fuzzy.split(needle)) {
    const {idx, ranges: found} = fuzzy.info(fuzzy.filter(searched, word) ?? [], searched, word)
    idx.forEach((at, place) => {
      const flat = found[place] ?? []
      for (let edge = 0; edge + 1 < flat.length; edge += 2) ranges[at]?.push([flat[edge] ?? 0, flat[edge + 1] ?? 0])
    })
  }
  return texts.map((text, at) => split(text, ranges[at] ?? []))
}

const letters = new Intl.Segmenter(undefined, {granularity: 'grapheme'})

/** Folding may make a letter shorter or longer, so each is folded by itself to know where it begins. */
function split(text: string, ranges: readonly (readonly [start: number, end: number])[]): readonly Piece[] {
  if (ranges.length === 0) return [{start: 0, text, isMatched: false}]
  const pieces: Piece[] = []
  let start = 0
  for (const {segment} of letters.segment(text)) {
    const end = start + folded(segment).length
    const isMatched = ranges.some(([from, to]) => start < to && from < end)
    const last = pieces.at(-1)
    if (last?.isMatched === isMatched) last.text += segment
    else pieces.push({start, text: segment, isMatched})
    start = end
  }
  return pieces
}
