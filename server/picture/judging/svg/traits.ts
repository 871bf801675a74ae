/** The properties and attributes that make one element cost as much as many. */
export interface Traits {
  /** The ids that are drawn once with the element. */
  once: Set<string>
  /** The ids that are drawn for each element within it: fills and strokes are inherited. */
  each: Set<string>
  /** The ids that may be drawn for each point of each element within it, as markers are. */
  points: Set<string>
  /** The shortest period of its dashes, in the units of the drawing. Infinity without dashes. */
  dashes: number
  /** The number of times that it is filtered as a whole, by functions such as `blur()`. */
  filters: number
  /** The number of shadows of each element within it. */
  shadows: number
  /** The maximum length of its outline. */
  outline: number
}

export const createTraits = (): Traits => ({
  once: new Set(),
  each: new Set(),
  points: new Set(),
  dashes: Number.POSITIVE_INFINITY,
  filters: 0,
  shadows: 0,
  outline: 0,
})

/** The coordinates of a shape. */
const GEOMETRY = new Set(
  'd points x y x1 y1 x2 y2 cx cy r rx ry width height pathLength'.split(' ').map(name => name.toLowerCase()),
)
/** No outline is longer than this many times the sum of its coordinates: each counts for two parts, or for a circle. */
const OUTLINE_OF_COORDINATES = 8
/** A period of dashes that is calculated. */
const SHORTEST_DASHES = 0.001

/** Adds what an attribute or a declaration in a style says. */
export function addTraits(traits: Traits, property: string, value: string) {
  const name = property.trim().toLowerCase()
  if (name === 'href') return addReference(traits.once, value)
  const plain = unescaped(value)
  if (GEOMETRY.has(name)) traits.outline += OUTLINE_OF_COORDINATES * sumOf(plain)
  if (name.includes('stroke-dasharray')) traits.dashes = Math.min(traits.dashes, periodOf(plain))
  if (name.includes('shadow')) traits.shadows += plain.split(',').length
  const addresses = plain.includes('(') ? addressesIn(plain) : []
  for (const address of addresses) addReference(setFor(traits, name), address)
  if (name.includes('filter')) traits.filters += plain.split('(').length - 1 - addresses.length
  // A property of the drawing's own may be used in a filter.
  if (name.startsWith('--')) traits.filters += plain.split(/(?:blur|shadow)\(/i).length - 1
}

/** Adds the declarations between the braces of a rule, or of a `style` attribute. */
export function addDeclarations(traits: Traits, declarations: string) {
  for (const declaration of declarations.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon > 0) addTraits(traits, unescaped(declaration.slice(0, colon)), declaration.slice(colon + 1))
  }
}

/** A name or a value in a style may be written in escapes. */
export const unescaped = (css: string): string =>
  !css.includes('\\')
    ? css
    : css.replaceAll(
        /\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi,
        (_, code: string | undefined, character: string | undefined) =>
          code === undefined ? (character ?? '') : characterOf(Number.parseInt(code, 16)),
      )

const LAST_CODE_POINT = 0x10ffff
const characterOf = (code: number) => (code > LAST_CODE_POINT ? '' : String.fromCodePoint(code))

const addressesIn = (css: string): string[] =>
  css
    .split(/url\(/i)
    .slice(1)
    .map(rest => rest.split(')', 1)[0]?.replaceAll(/["']/g, '').trim() ?? '')

/** A property that is not known, such as one of its own, may be used for anything. */
function setFor(traits: Traits, name: string): Set<string> {
  if (name === 'filter' || name.startsWith('mask') || name === 'clip-path') return traits.once
  return name === 'fill' || name === 'stroke' ? traits.each : traits.points
}

function addReference(ids: Set<string>, value: string) {
  const hash = value.indexOf('#')
  if (hash >= 0 && !/^\s*data:/i.test(value)) ids.add(decoded(value.slice(hash + 1)))
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id.trim())
  } catch {
    return id.trim()
  }
}

function periodOf(value: string): number {
  if (value.includes('(')) return SHORTEST_DASHES
  const period = sumOf(value)
  return period > 0 ? period : Number.POSITIVE_INFINITY
}

/** The sum of the numbers in it, without their signs. */
function sumOf(value: string): number {
  let sum = 0
  for (const [number] of value.matchAll(NUMBER)) sum += Number(number)
  return sum
}
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/gi
