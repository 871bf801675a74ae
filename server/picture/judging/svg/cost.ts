import {SVG_ELEMENTS, SVG_MOVING_ELEMENTS} from '../../../../contract/limits'
import {svgMovesTooMuch, svgRefersToItself, svgTooCostly, svgTooDeep} from '../refusals'
import {addDeclarations, createTraits, type Traits, unescaped} from './traits'
import type {SvgElement, SvgTree} from './tree'

/** The maximum nesting of elements, also by reference. */
export const MAX_DEPTH = 100

/**
 * The cost of drawing in elements. An element of a large area is drawn in about 0.1 ms, and the others by that measure:
 * Chromium draws filters, masks and patterns in pixels of their own.
 */
const COSTS: Readonly<Record<string, number>> = {
  mask: 30,
  pattern: 15,
  clipPath: 5,
  image: 10,
  feGaussianBlur: 500,
  feDropShadow: 500,
  feTurbulence: 500,
  feDisplacementMap: 500,
  feDiffuseLighting: 500,
  feSpecularLighting: 500,
  feConvolveMatrix: 500,
  feMorphology: 8000,
}
const COST_OF_FILTERING = 50
/** A filter by a function, or a shadow. */
const COST_OF_BLUR = 500
const CHARACTERS_OF_COST = 200
const DASHES_OF_COST = 1000
/** Browsers draw an outline of more than a million dashes without them. */
const MAX_COST_OF_DASHES = 1300
/** A marker takes two characters of a path at least. */
const CHARACTERS_OF_POINT = 2
const RULES_OF_COST = 50

/** They are drawn where something refers to them alone. */
const NEVER_IN_PLACE = new Set([
  ...['defs', 'symbol', 'clipPath', 'mask', 'pattern', 'marker', 'filter', 'linearGradient', 'radialGradient'],
])
/** A colour at any place has the cost of a colour. */
const GRADIENTS = new Set(['linearGradient', 'radialGradient'])

/** The cost of drawing an element, with its repetitions. */
interface Drawn {
  cost: number
  elements: number
  characters: number
  outline: number
  depth: number
}

/** Throws 413 where drawing takes too long, and 400 where it would never end. */
export function requireCheap(tree: SvgTree) {
  const styles = readStyles(tree.styleSheets)
  const measured = new Map<SvgElement, Drawn>()
  const underWay = new Set<SvgElement>()
  const targets = new Map<ReadonlySet<string>, readonly SvgElement[]>()
  const moves = tree.moves || styles.moves
  const trying = (styles.otherRules * tree.elements) / RULES_OF_COST

  function measure(element: SvgElement, above: number): Drawn {
    const known = measured.get(element)
    if (known !== undefined) return known
    if (underWay.has(element)) throw svgRefersToItself()
    if (above >= MAX_DEPTH) throw svgTooDeep(MAX_DEPTH)
    underWay.add(element)
    const drawn = {...ownOf(element), depth: 0}
    for (const child of element.children) if (!NEVER_IN_PLACE.has(child.name)) add(drawn, measure(child, above + 1))
    const traits = [element.traits, ...stylesOf(element), styles.others, tree.animated]
    for (const {once} of traits) for (const target of targetsOf(once)) add(drawn, measure(target, above + 1))
    const {elements, characters, outline} = drawn
    const points = Math.max(elements, characters / CHARACTERS_OF_POINT)
    for (const {each, points: marked, dashes, filters, shadows} of traits) {
      drawn.cost += COST_OF_BLUR * (filters + shadows * elements)
      for (const target of targetsOf(each)) repeat(drawn, measure(target, above + 1), elements)
      for (const target of targetsOf(marked)) repeat(drawn, measure(target, above + 1), points)
      drawn.cost += Math.min(MAX_COST_OF_DASHES * elements, outline / dashes / DASHES_OF_COST)
    }
    drawn.depth++
    if (drawn.depth > MAX_DEPTH) throw svgTooDeep(MAX_DEPTH)
    requireFew(drawn.cost)
    underWay.delete(element)
    measured.set(element, drawn)
    return drawn
  }

  /** The rules of a class apply to each of its elements, so their references are looked up once. */
  function targetsOf(ids: ReadonlySet<string>): readonly SvgElement[] {
    const known = targets.get(ids)
    if (known !== undefined) return known
    const found = [...ids].flatMap(id => tree.byId.get(id) ?? []).filter(({name}) => !GRADIENTS.has(name))
    targets.set(ids, found)
    return found
  }

  const stylesOf = ({marks}: SvgElement): Traits[] =>
    marks.map(mark => styles.byMark.get(mark)).filter(traits => traits !== undefined)

  function add(drawn: Drawn, part: Drawn) {
    drawn.elements += part.elements
    drawn.characters += part.characters
    drawn.outline += part.outline
    repeat(drawn, part, 1)
  }

  function repeat(drawn: Drawn, part: Drawn, times: number) {
    drawn.cost += part.cost * times
    drawn.depth = Math.max(drawn.depth, part.depth)
    requireFew(drawn.cost)
  }

  /** Everything measured is drawn, so one element with too much of it is enough. */
  function requireFew(cost: number) {
    if (moves && cost + trying > SVG_MOVING_ELEMENTS) throw svgMovesTooMuch(SVG_MOVING_ELEMENTS)
    if (cost + trying > SVG_ELEMENTS) throw svgTooCostly(SVG_ELEMENTS)
  }

  measure(tree.root, 0)
}

function ownOf({name, characters, traits}: SvgElement): Omit<Drawn, 'depth'> {
  const each = COSTS[name] ?? (name.startsWith('fe') ? COST_OF_FILTERING : 1)
  return {cost: each + characters / CHARACTERS_OF_COST, elements: 1, characters, outline: traits.outline}
}

/** The traits that style sheets give to elements. */
interface Styles {
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
function readStyles(sheets: readonly string[]): Styles {
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
