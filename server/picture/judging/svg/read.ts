import {SaxesParser, type SaxesTagNS} from 'saxes'
import {PICTURE_PIXELS, SVG_ELEMENTS} from '../../../../contract/limits'
import {
  broken,
  noPicture,
  notWellFormed,
  svgDeclares,
  svgHasTooManyAttributes,
  svgHoldsOther,
  svgHoldsTooManyPixels,
  svgTooCostly,
  svgTooDeep,
} from '../refusals'
import {MAX_DEPTH} from './cost'
import {embeddedIn, pixelsOf} from './embedded'
import {addDeclarations, addTraits, createTraits, unescaped} from './traits'
import type {SvgElement, SvgTree} from './tree'

const MAX_ATTRIBUTES = 200
const NAMESPACE = 'http://www.w3.org/2000/svg'
/** They have the characters of XML in the same bytes as UTF-8. */
const ENCODINGS = /^(utf-8|us-ascii|iso-8859-\d+|windows-125\d)$/i
const ANIMATIONS = new Set(['animate', 'animateColor', 'animateMotion', 'animateTransform', 'set'])
/** They name an element without drawing it. */
const LINKS = new Set([...ANIMATIONS, 'a'])
const ANIMATED = ['values', 'from', 'to', 'by']

/** Reads the XML once, and stops where it exceeds a limit. Throws what `judgePicture` throws. */
export function readTree(xml: string): SvgTree {
  const parser = new SaxesParser({xmlns: true, position: false})
  const byId = new Map<string, SvgElement>()
  const styleSheets: string[] = []
  const animated = createTraits()
  const open: SvgElement[] = []
  let root: SvgElement | undefined
  let attributes = new Map<string, string>()
  let elements = 0
  let attributesOfElement = 0
  let pixels = 0
  let styleSheet = ''
  let moves = false

  /** The number of its characters without embedded files. */
  function lengthOf(text: string): number {
    const embedded = embeddedIn(text)
    for (const each of embedded) pixels += pixelsOf(each)
    if (pixels > PICTURE_PIXELS) throw svgHoldsTooManyPixels()
    return embedded.reduce((length, {length: held}) => length - held, text.length)
  }

  function begin(tag: SaxesTagNS) {
    attributesOfElement = 0
    if (root === undefined && (tag.local !== 'svg' || tag.uri !== NAMESPACE)) throw noPicture()
    if (++elements > SVG_ELEMENTS) throw svgTooCostly(SVG_ELEMENTS)
    if (open.length >= MAX_DEPTH) throw svgTooDeep(MAX_DEPTH)
    const element: SvgElement = {
      name: tag.local,
      marks: marksOf(tag),
      traits: createTraits(),
      characters: 0,
      children: [],
    }
    for (const {name, local, value} of Object.values(tag.attributes)) {
      element.characters += lengthOf(value)
      if (name === 'id' && !byId.has(value)) byId.set(value, element)
      if (name === 'style') addDeclarations(element.traits, value)
      else if (local !== 'href' || !LINKS.has(tag.local)) addTraits(element.traits, local, value)
    }
    if (ANIMATIONS.has(tag.local)) {
      moves = true
      for (const name of ANIMATED) addTraits(animated, attributeOf(tag, 'attributeName'), attributeOf(tag, name))
    }
    if (root === undefined) {
      root = element
      attributes = new Map(Object.values(tag.attributes).map(({name, value}) => [name, value]))
    }
    open.at(-1)?.children.push(element)
    open.push(element)
  }

  function take(text: string) {
    const inside = open.at(-1)
    if (inside === undefined) return
    if (inside.name === 'style') styleSheet += text
    else inside.characters += text.length
  }

  parser.on('xmldecl', ({encoding = 'utf-8'}) => {
    if (!ENCODINGS.test(encoding)) throw noPicture()
  })
  parser.on('doctype', doctype => {
    Object.assign(parser.ENTITIES, entitiesOf(doctype))
  })
  parser.on('processinginstruction', ({target}) => {
    if (target === 'xml-stylesheet') throw svgHoldsOther()
  })
  parser.on('attribute', () => {
    if (++attributesOfElement > MAX_ATTRIBUTES) throw svgHasTooManyAttributes(MAX_ATTRIBUTES)
  })
  parser.on('opentag', begin)
  parser.on('text', take)
  parser.on('cdata', take)
  parser.on('closetag', () => {
    const closed = open.pop()
    if (closed?.name !== 'style') return
    closed.characters += lengthOf(unescaped(styleSheet))
    styleSheets.push(styleSheet)
    styleSheet = ''
  })
  parser.on('error', () => {
    throw root === undefined ? noPicture() : notWellFormed()
  })
  parser.write(xml)
  if (open.length > 0) throw broken()
  parser.close()
  if (root === undefined) throw noPicture()
  return {root, attributes, byId, elements, styleSheets, animated, moves}
}

const attributeOf = (tag: SaxesTagNS, name: string) => tag.attributes[name]?.value ?? ''

const marksOf = (tag: SaxesTagNS): string[] => [
  tag.local,
  `#${attributeOf(tag, 'id')}`,
  ...new Set(
    attributeOf(tag, 'class')
      .split(/\s+/)
      .map(name => `.${name}`),
  ),
]

const ENTITY = /<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*$/
const MAX_LENGTH = 100

/** The entities that a document declares, as drawing programs do for namespaces. Throws 400 for any other declaration. */
function entitiesOf(doctype: string): Record<string, string> {
  const [, declarations = ''] = splitAt(doctype, '[')
  const parts = declarations.slice(0, Math.max(0, declarations.lastIndexOf(']'))).split('>')
  return Object.fromEntries(parts.filter(part => part.trim() !== '').map(entityOf))
}

function entityOf(declaration: string): [name: string, text: string] {
  const [, name, text, other] = ENTITY.exec(declaration.trim()) ?? []
  const value = text ?? other
  if (name === undefined || value === undefined) throw svgDeclares()
  if (value.length > MAX_LENGTH || /[&<%]/.test(value)) throw svgDeclares()
  return [name, value]
}

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
