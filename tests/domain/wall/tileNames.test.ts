import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {scaleOf, widthOf} from '../../../src/domain/wall/fitting'
import {type TileName, tileNames} from '../../../src/domain/wall/tileNames'
import {device} from '../../support/device'

const named = (name: string, room: number, group = '') => {
  const tile = {id: 'a', device: {...device('a'), name}, keys: []}
  const [found] = tileNames({tiles: [tile], groupOf: () => group, room})
  if (found === undefined) throw new Error('No name')
  return found
}

const shownOf = ({start, end, short}: TileName) =>
  short?.map(({shown, mark, between}) => shown + mark + between).join('') ?? (end === '' ? start : `${start}…${end}`)

describe('the name on a tile', () => {
  it('is whole where it has room', () => {
    expect(named('Amsterdam fan 1', 20)).toEqual({said: '', start: 'Amsterdam fan 1', end: ''})
  })

  it.each([
    ['Amsterdam boiler 12', 7, 'Ams. boil. 12'],
    ['Amsterdam core router', 8, 'Ams. core rou.'],
    ['Amsterdam core router', 6.5, 'Ams cor rou'],
    ['Rotterdam_compressor-1407', 9, 'Rot._com.-1407'],
    ['Zwischenüberhitzer 2', 9, 'Zwischenüber. 2'],
  ])('“%s” has each of its words, with a room of %d', (name, room, shown) => {
    expect(shownOf(named(name, room))).toBe(shown)
  })

  it('is cut in the middle where its words have no room', () => {
    expect(named('Zwischenüberhitzer', 7)).toEqual({said: '', start: 'Zwischenüb', end: 'erhitzer'})
    expect(named('Full pressure boiler switch 2', 6)).toEqual({
      said: '',
      start: 'Full pressure boiler sw',
      end: 'itch 2',
    })
  })

  it.each([
    ['Hall 3 – Press 1', 'Hall 3', {said: 'Hall 3 – ', start: 'Press 1'}],
    ['hall 3_Press 1', 'Hall 3', {said: 'hall 3_', start: 'Press 1'}],
    ['Press 1 (Hall 3', 'Hall 3', {start: 'Press 1 (Hall 3'}],
    ['Press 1, Hall 3', 'Hall 3', {said: 'Hall 3 ', start: 'Press 1'}],
    ['Hall 30 Press', 'Hall 3', {start: 'Hall 30 Press'}],
    ['Pump 7', 'Pump', {start: 'Pump 7'}],
    ['Pump', 'Pump', {start: 'Pump'}],
  ])('“%s” in the group “%s” leaves out what the head says', (name, group, parts) => {
    expect(named(name, 30, group)).toEqual({said: '', end: '', ...parts})
  })

  it('is whole for a screen reader, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.string({unit: 'grapheme'}), fc.double({min: 1, max: 30, noNaN: true}), (name, room) => {
        const {start, end, short = []} = named(name, room)
        const parts = [start, end, ...short.flatMap(({shown, hidden, between}) => [shown, hidden, between])]
        expect(parts.join('')).toBe(name)
        expect(parts.flatMap(part => [...part])).toEqual([...name])
      }),
    )
  })
})

describe('the names of a wall', () => {
  const word = fc.constantFrom(
    'Pump',
    'Pressure',
    'Press',
    'Hall',
    'North',
    'boiler',
    '1',
    '2',
    '12',
    'Zwischenüberhitzer',
  )
  const names = fc.uniqueArray(
    fc.array(word, {minLength: 1, maxLength: 5}).map(words => words.join(' ')),
    {minLength: 1, maxLength: 12},
  )
  const tilesOf = (all: readonly string[]) => all.map(name => ({id: name, device: {...device(name), name}, keys: []}))

  it('differ where the names do', () => {
    fc.assert(
      fc.property(names, fc.double({min: 4, max: 30, noNaN: true}), (all, room) => {
        const found = tileNames({tiles: tilesOf(all), groupOf: () => '', room})
        expect(new Set(found.map(shownOf)).size).toBe(all.length)
      }),
    )
  })

  it('have room, and at least three letters of each word that is cut', () => {
    fc.assert(
      fc.property(names, fc.double({min: 4, max: 30, noNaN: true}), (all, room) => {
        for (const name of all) {
          const found = named(name, room)
          if (found.end !== '') continue
          expect(widthOf(shownOf(found))).toBeLessThanOrEqual(room)
          for (const {shown, hidden, mark} of found.short ?? [])
            expect(hidden === '' || (shown.length >= 3 && /^\D+$/.test(shown) && hidden.length > mark.length)).toBe(
              true,
            )
        }
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
