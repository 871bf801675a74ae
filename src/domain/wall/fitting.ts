/** About how wide a character is in its font size; digits all have the same width. */
const WIDTHS: Readonly<Record<string, number>> = {
  ' ': 0.28,
  '\u202f': 0.2,
  '.': 0.32,
  ',': 0.32,
  ':': 0.32,
  '-': 0.67,
  '\u2212': 0.67,
  '\u200b': 0,
  '–': 0.62,
  '…': 0.96,
  '°': 0.45,
  '%': 1,
  i: 0.26,
  j: 0.28,
  l: 0.27,
  t: 0.37,
  r: 0.4,
  f: 0.38,
  I: 0.29,
  m: 0.9,
  w: 0.82,
  M: 0.91,
  W: 1.02,
}
const USUAL_WIDTH = 0.65

/** Ideographs and emoji are as wide as they are high, and wider where they have several parts. */
const WIDE = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uff00-\uff60\u{1f000}-\u{1faff}]/u
const WIDE_WIDTH = 1.4

/** Marks over or under another letter, and characters that only join others. */
const COMBINING = /[\p{M}\p{Cf}]/u

function widthOfOther(character: string): number {
  if (character <= '\u00ff') return USUAL_WIDTH
  if (COMBINING.test(character)) return 0
  return WIDE.test(character) ? WIDE_WIDTH : WIDEST_LETTER
}

/** Letters of other scripts, which the font of the page may not have. */
const WIDEST_LETTER = 0.8

/** About how wide a text is, in its font size. Measuring it would make the browser lay out the page. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += WIDTHS[character] ?? widthOfOther(character)
  return width
}

/** The unit is written in half the size of its value. */
export const UNIT_SCALE = 0.5

/** A value that has too little room gets smaller in such steps. */
const STEP = 0.1

/** The part of its font size in which a value fits into a width, which is in that font size, too. */
export function scaleOf(text: string, unit: string, width: number, least: number): number {
  const scale = width / (widthOf(text) + UNIT_SCALE * widthOf(unit))
  return Math.min(1, Math.max(least, Math.floor(scale / STEP) * STEP))
}

/** The room that a large value needs. */
export interface FigureRoom {
  /** The letters of a line, of which those of the unit are half as wide. */
  letters: number
  /** Whether it is a text, which has several lines in letters that can be read. */
  isText: boolean
  /** Whether the unit has a line of its own, where it would make the value too small. */
  isUnitBelow: boolean
}

/** A number has no more letters than this, whatever its size. */
const FIGURE_LETTERS = 14
const UNIT_BESIDE = 4

export function figureRoom({value, unit}: {value: string; unit: string}): FigureRoom {
  const isUnitBelow = unit.length > UNIT_BESIDE
  const letters = value.length + (isUnitBelow ? 0 : unit.length / 2)
  return {
    letters: Math.min(FIGURE_LETTERS, Math.max(4, letters)),
    isText: value.length > FIGURE_LETTERS,
    isUnitBelow,
  }
}
