import {addDeclarations, createTraits, type Traits, unescaped} from './traits'

/** The traits that style sheets give to elements. */
export interface Styles {
  /** The traits by the end of a selector: `rect`, `.class` or `#id`. */
  byMark: ReadonlyMap<string, Traits>
  /** The traits of all other rules: they count for each element. */
  others: Traits
  otherRules: number
  moves: boolean
}

/**
 * Assigns a rule to the end of its selector. Anything that it doesn't understand, as comments and nested rules, counts
 * for all elements, so it never takes a sheet for less than it is.
 */
export function readStyles(sheets: readonly string[]): Styles {
  const byMark = new Map<string, Traits>()
  const others = createTraits()
  let otherRules = 0
  // The steps of an animation look like the names of elements.
  const moves = sheets.some(sheet => /keyframes/i.test(unescaped(sheet)))
  for (const part of sheets.flatMap(sheet => sheet.split('}'))) {
    const brace = part.lastIndexOf('{')
    const declarations = part.slice(brace + 1)
    for (const selector of selectorsIn(part.slice(0, Math.max(0, brace)))) {
      const mark = moves || selector.includes('\\') ? undefined : MARK_AT_END.exec(selector)?.[1]
      if (mark === undefined) otherRules++
      addDeclarations(mark === undefined ? others : traitsOf(byMark, mark), declarations)
    }
  }
  return {byMark, others, otherRules, moves}
}

function selectorsIn(text: string): string[] {
  const start = Math.max(text.lastIndexOf('{'), text.lastIndexOf(';')) + 1
  return text.slice(start).split(',')
}

const MARK_AT_END = /((?:[.#]|(?<=^|[\s>+~]))[\w-]+)\s*$/

function traitsOf(byMark: Map<string, Traits>, mark: string): Traits {
  const known = byMark.get(mark) ?? createTraits()
  byMark.set(mark, known)
  return known
}
