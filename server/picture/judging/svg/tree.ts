import type {Traits} from './traits'

/** An element as far as it matters for what drawing it takes. */
export interface SvgElement {
  /** Without the prefix of its namespace. */
  name: string
  /** How rules of styles name it: `rect`, `.class` and `#id`. */
  marks: readonly string[]
  traits: Traits
  /** Of its attributes and texts, without pictures and fonts in it. */
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
  /** What animations set: they may name any element. */
  animated: Traits
  moves: boolean
}
