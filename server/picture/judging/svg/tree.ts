import type {Traits} from './traits'

/** An element as far as it matters for what drawing it takes. */
export interface SvgElement {
  /** Without the prefix of its namespace. */
  name: string
  /** Its names in rules of styles: `rect`, `.class` and `#id`. */
  marks: readonly string[]
  traits: Traits
  /** The length of its attributes and texts, without embedded pictures and fonts. */
  characters: number
  children: SvgElement[]
}

export interface SvgTree {
  root: SvgElement
  /** The attributes of the root, by their names with prefixes. */
  attributes: ReadonlyMap<string, string>
  byId: ReadonlyMap<string, SvgElement>
  elements: number
  styleSheets: readonly string[]
  /** The traits that animations set: they may name any element. */
  animated: Traits
  moves: boolean
}
