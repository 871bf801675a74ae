import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import postcss, {type Rule} from 'postcss'
import {describe, expect, it} from 'vitest'
import {contrast, difference} from './colours'

const CSS = postcss.parse(readFileSync(join(process.cwd(), 'src/ui/kit/tokens.css'), 'utf8'))
const SURFACES = ['canvas', 'surface', 'raised', 'overlay', 'field', 'hover', 'selected']
const SEVERITIES = ['severity-warning', 'severity-critical']
const STATUSES = ['fresh', 'late', 'down', 'never', 'ok', 'warning', 'critical', 'off', ...SEVERITIES]
const DATA = [1, 2, 3, 4, 5, 6, 7, 8].map(slot => `data-${slot}`)

describe.each(['light', 'dark'])('in the %s scheme', scheme => {
  const tokens = tokensOf(scheme)
  const colour = (name: string): string => {
    const value = tokens.get(name) ?? `--${name} is missing`
    const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? []
    return other === undefined ? value : colour(other)
  }
  const on = (ground: string) => (name: string) => contrast(colour(name), colour(ground))

  it.each(SURFACES)('texts of all kinds can be read on --%s', ground => {
    const texts = ['text', 'text-dim', 'text-faint', 'brand-text', 'danger-text', ...STATUSES]
    expect(texts.filter(text => on(ground)(text) < 4.5)).toEqual([])
  })

  it.each(STATUSES)('the word of --%s can be read on the ground of its own colour', status => {
    expect(on(`${status}-surface`)(status)).toBeGreaterThanOrEqual(4.5)
    expect(on(`${status}-surface`)('text')).toBeGreaterThanOrEqual(4.5)
  })

  it.each([
    ['on-brand', 'brand'],
    ['on-brand', 'brand-hover'],
    ['on-danger', 'danger'],
    ['on-danger', 'danger-hover'],
    ['on-severity-warning', 'severity-warning-fill'],
    ['on-severity-critical', 'severity-critical-fill'],
  ])('--%s can be read on --%s', (text, ground) => {
    expect(on(ground)(text)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(SURFACES)('the borders of controls and the ring of focus can be seen on --%s', ground => {
    expect(['line-strong', 'focus'].filter(line => on(ground)(line) < 3)).toEqual([])
  })

  it.each(['canvas', 'surface', 'raised'])('data and the brand can be seen on --%s', ground => {
    const drawn = [...DATA, 'data-temperature', 'data-default', 'brand']
    expect(drawn.filter(name => on(ground)(name) < 3)).toEqual([])
  })

  it.each(['usual', 'protanopia', 'deuteranopia'] as const)('data colours differ to %s sight', sight => {
    const pairs = DATA.flatMap((one, nth) => DATA.slice(nth + 1).map(other => [one, other] as const))
    const distance = ([one, other]: readonly [string, string]) => difference(colour(one), colour(other), sight)
    const neighbours = pairs.filter(([one, other]) => DATA.indexOf(other) - DATA.indexOf(one) === 1)
    expect(neighbours.filter(pair => distance(pair) < 10)).toEqual([])
    expect(pairs.filter(pair => distance(pair) < 5)).toEqual([])
  })

  it('a name can be read on the tint of each data colour, as on a bar of a shift', () => {
    expect(DATA.filter(name => contrast(colour('text'), mixed(colour(name), colour('surface'), 0.22)) < 4.5)).toEqual(
      [],
    )
  })

  it('no data colour is the brand or a status', () => {
    const taken = ['brand', 'brand-text', ...STATUSES].map(colour)
    const data = [...DATA, 'data-temperature', 'data-default'].map(colour)
    expect(data.filter(value => taken.includes(value))).toEqual([])
  })
})

it('names the same colours in both schemes', () => {
  expect([...tokensOf('dark').keys()]).toEqual([...tokensOf('light').keys()])
})

it.each([
  ['light', /:root \{([^}]*)\}/],
  ['dark', /:root\[data-mantine-color-scheme='dark'\] \{([^}]*)\}/],
  ['dark', /:root:not\(\[data-mantine-color-scheme\]\) \{([^}]*)\}/],
])('the page begins in the colours of the %s scheme', (scheme, block) => {
  const [, declarations = ''] = block.exec(readFileSync(join(process.cwd(), 'index.html'), 'utf8')) ?? []
  const colours = Object.fromEntries(
    [...declarations.matchAll(/--starting-(\w+): (#\w+)/g)].map(([, name, hex]) => [name, hex]),
  )
  const tokens = tokensOf(scheme)

  expect(colours).toEqual({
    ground: tokens.get('canvas'),
    text: tokens.get('text'),
    quiet: tokens.get('text-dim'),
    brand: tokens.get('brand'),
  })
})

function tokensOf(scheme: string): ReadonlyMap<string, string> {
  const tokens = new Map<string, string>()
  const isOfScheme = ({selector, parent}: Rule) =>
    (parent?.type === 'root' || isOnScreens(parent)) && selector.includes(`[data-mantine-color-scheme="${scheme}"]`)
  const isOnScreens = (parent: Rule['parent']) => parent?.type === 'atrule' && parent.params === 'not print'
  CSS.walkRules(rule => {
    if (isOfScheme(rule)) rule.walkDecls(/^--/, ({prop, value}) => void tokens.set(prop.slice(2), value))
  })
  return tokens
}

/** Mixes two colours of sRGB as `color-mix` does. */
function mixed(one: string, other: string, share: number): string {
  const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  const parts = [1, 3, 5].map(at => Math.round(part(one, at) * share + part(other, at) * (1 - share)))
  return `#${parts.map(value => value.toString(16).padStart(2, '0')).join('')}`
}
