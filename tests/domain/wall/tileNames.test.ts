import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import type {DeviceEntry} from '../../../src/domain/telemetry/devices/device'
import {scaleOf, widthOf} from '../../../src/domain/wall/fitting'
import {fittedName, type NameRoom} from '../../../src/domain/wall/nameFit'
import {NOTHING_SAID, saidOf, tileNames} from '../../../src/domain/wall/tileNames'
import {device} from '../../support/device'

const BREAK = /\u200b/g
const tilesOf = (names: readonly string[]) =>
  names.map((name, at) => ({id: `${at}`, device: {...device(`${at}`), name}, keys: []}))

/** The texts as a person reads them. */
const shownOf = (names: readonly string[], room: NameRoom) =>
  tileNames({tiles: tilesOf(names), saidOf: () => NOTHING_SAID, room}).map(({shown}) => shown.replace(BREAK, ''))

const fitted = (name: string, width: number, lines = 1) => {
  const {shown, scale} = fittedName(name, {width, lines})
  return [shown.replace(BREAK, ''), scale]
}

describe('the name on a tile', () => {
  it.each([
    ['Amsterdam core router', 20, 1, 1],
    ['Amsterdam core router', 11.5, 1, 0.9],
    ['Amsterdam core router', 9.5, 1, 0.7],
    ['Amsterdam core router', 7, 2, 1],
    ['Amsterdam core router', 6.2, 3, 1],
  ])('“%s” is whole in a width of %d and %i lines, in letters of %d', (name, width, lines, scale) => {
    expect(fitted(name, width, lines)).toEqual([name, scale])
  })

  it('leaves out whole words in its middle where the smallest letters have no room', () => {
    expect(fitted('Ghent south campus building 7 router 12', 12)[0]).toBe('Ghent south … 7 router 12')
  })

  it('continues a word on the next line only where the word has no room on any', () => {
    expect(fitted('Zwischenüberhitzer', 5, 4)).toEqual(['Zwischenüberhitzer', 0.7])
  })

  it('is left without letters in its middle only where one word is wider than all lines', () => {
    const [shown] = fitted('x'.repeat(255), 8)
    expect(shown).toMatch(/^x+…x+$/)
  })
})

describe('what a group says', () => {
  const group = (names: readonly string[], value = 'Hall 3') => ({
    value,
    devices: names.map((name, at): DeviceEntry => ({...device(`${at}`), name})),
  })
  const short = (names: readonly string[], value?: string) => {
    const of = group(names, value)
    const said = saidOf(of, [], {grouping: 'label', customers: new Map()})
    const found = tileNames({tiles: tilesOf(names), saidOf: () => said, room: {width: 40, lines: 1}})
    return found.map(({shown}) => shown.replace(BREAK, ''))
  }

  it.each([
    ['its own name', ['Hall 3 – Press 1', 'hall 3_Fan 2'], ['Press 1', 'Fan 2']],
    ['its own name at the end', ['Press 1, Hall 3', 'Fan'], ['Press 1', 'Fan']],
    ['the words with which all names begin', ['Ghent core one', 'Ghent core two'], ['one', 'two']],
    ['the words with which all names end', ['core router', 'edge router'], ['core', 'edge']],
    ['no word that only some have', ['core router', 'core switch', 'fan'], ['core router', 'core switch', 'fan']],
  ])('is %s, which the names leave out', (_what, names, shown) => {
    expect(short(names)).toEqual(shown)
  })

  it('leaves every name something with a letter, and no two of them the same', () => {
    expect(short(['Machine 1', 'Machine 2'])).toEqual(['Machine 1', 'Machine 2'])
    expect(short(['Hall 3 Press', 'Press'])).toEqual(['Hall 3 Press', 'Press'])
  })

  it('is the key that all of its tiles show', () => {
    const tile = (key: string) => ({id: key, device: device('a'), keys: [key, 'other']})
    const keyOf = (...keys: string[]) =>
      saidOf(group(['a']), keys.map(tile), {grouping: 'label', customers: new Map()}).key
    expect([keyOf('load', 'load'), keyOf('load', 'cpu'), keyOf()]).toEqual(['load', null, null])
  })
})

describe('the names of a wall', () => {
  const word = fc.constantFrom('Pump', 'Press', 'North', 'boiler', '1', '12', 'Zwischenüberhitzer', 'مضخة', '🌡️', '水泵')
  const anyName = fc.oneof(
    fc.array(word, {minLength: 1, maxLength: 6}).map(words => words.join(' ')),
    fc.array(word, {minLength: 1, maxLength: 6}).map(words => words.join('_')),
    fc.string({unit: 'grapheme', minLength: 1, maxLength: 60}),
  )
  const anyRoom = fc.record({width: fc.double({min: 4, max: 30, noNaN: true}), lines: fc.integer({min: 1, max: 4})})

  it('are never the same text for two devices, whatever they are called', () => {
    fc.assert(
      fc.property(fc.array(anyName, {minLength: 1, maxLength: 14}), anyRoom, (names, room) => {
        expect(new Set(shownOf(names, room)).size).toBe(names.length)
      }),
    )
  })

  it.each([
    [
      'in their last character',
      (at: number) => `Substation north feeder measuring point ${String.fromCodePoint(0x4e00 + at)}`,
    ],
    ['in the last character of 255', (at: number) => `${'x'.repeat(254)}${String.fromCodePoint(0x4e00 + at)}`],
    [
      'in the middle of one word',
      (at: number) => `${'a'.repeat(100)}${String.fromCodePoint(0x4e00 + at)}${'b'.repeat(100)}`,
    ],
    ['in nothing', () => 'Pump'],
  ])('of 600 devices that differ %s are 600 texts', (_where, nameOf) => {
    const names = Array.from({length: 600}, (_, at) => nameOf(at))
    expect(new Set(shownOf(names, {width: 7, lines: 1})).size).toBe(600)
  })

  it('have room, and every word of them is whole if it has room by itself', () => {
    fc.assert(
      fc.property(anyName, anyRoom, (name, room) => {
        const {shown, scale} = fittedName(name, room)
        const lines = Math.max(1, Math.floor(room.lines / scale))
        expect(widthOf(shown)).toBeLessThanOrEqual((lines * room.width) / scale)
        const words = name.split(/\s+/)
        const canBeWhole = words.every(each => 2 * widthOf(each) + 2 <= room.width)
        if (!canBeWhole) return
        for (const part of shown.replace(BREAK, '').split(/[\s…]+/))
          expect(part === '' || words.includes(part)).toBe(true)
      }),
    )
  })
})

describe('a value', () => {
  it('gets smaller until it has room, but not smaller than the name', () => {
    expect([
      scaleOf('21.5', '', 3, 0.5),
      scaleOf('1,234,568', ' °C', 3, 0.5),
      scaleOf('x'.repeat(99), '', 3, 0.5),
    ]).toEqual([1, 0.5, 0.5])
    fc.assert(
      fc.property(fc.float({min: 1, max: 20, noNaN: true}), fc.integer(), (width, value) => {
        const scale = scaleOf(String(value), '', width, 0.1)
        expect(scale <= 0.1 || scale * widthOf(String(value)) <= width + 1e-9).toBe(true)
      }),
    )
  })
})
