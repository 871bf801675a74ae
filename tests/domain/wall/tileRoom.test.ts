import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {type Place, pack} from '../../../src/domain/wall/packing'
import {roomOf, shownKeys} from '../../../src/domain/wall/tileRoom'
import {TILE_KINDS} from '../../../src/domain/wall/tiles'
import {device} from '../../support/device'

const anyTile = fc
  .record({
    counts: fc.integer({min: 1, max: 1000}).map(count => [count]),
    width: fc.integer({min: 320, max: 7680}),
    height: fc.integer({min: 300, max: 4320}),
    kind: fc.constantFrom('auto' as const, ...TILE_KINDS),
    readable: fc.integer({min: 8, max: 110}),
    keys: fc.record({most: fc.integer({min: 0, max: 9}), areNamed: fc.boolean()}),
  })
  .map(({keys, ...packed}) => {
    const packing = pack({...packed, hasHeads: false})
    return {packing, room: roomOf(packing, keys)}
  })

const isWithin = (one: Place, {width, height}: Place) =>
  one.x >= 0 && one.y >= 0 && one.width >= 0 && one.x + one.width <= width + 0.01 && one.y + one.height <= height + 0.01

describe('the room of a tile', () => {
  it('holds every line that is written in it', () => {
    fc.assert(
      fc.property(anyTile, ({packing: {tiles}, room: {value, key, more, foot, chart}}) => {
        const [tile] = tiles
        for (const place of [value, key, ...more, foot, chart]) {
          if (tile !== undefined && place !== null) expect([place, isWithin(place, tile)]).toEqual([place, true])
        }
      }),
    )
  })

  it('keeps its lines apart, in their order', () => {
    fc.assert(
      fc.property(anyTile, ({packing, room: {value, key, keyPlace, more, foot, isFootBeside}}) => {
        if (value === null || foot === null) return
        const top = {y: 0, height: 1.25 * packing.font}
        const lines = [
          top,
          ...(keyPlace === 'above' && key ? [key] : []),
          value,
          ...more,
          ...(isFootBeside ? [] : [foot]),
        ]
        lines.slice(1).forEach((line, at) => {
          const before = lines[at]
          expect(before !== undefined && before.y + before.height <= line.y + 0.01).toBe(true)
        })
      }),
    )
  })

  it('shows the value twice as large as the name, wherever both can be read', () => {
    fc.assert(
      fc.property(anyTile, ({packing: {font}, room: {value, valueSize}}) => {
        expect(value === null || valueSize >= 1.8 * font).toBe(true)
      }),
    )
  })

  it.each([
    [12, 2, 'above'],
    [60, 2, 'foot'],
    [200, 2, 'behind'],
    [200, 1, null],
  ] as const)('of one in %i with up to %i keys names the key: %s', (count, most, place) => {
    const packing = pack({counts: [count], hasHeads: false, width: 1900, height: 1020, kind: 'device', readable: 14.6})
    expect(roomOf(packing, {most, areNamed: most > 1}).keyPlace).toBe(place)
  })

  it('leaves no third of a tile empty on a wall of twelve devices', () => {
    const packing = pack({counts: [12], hasHeads: false, width: 1900, height: 1020, kind: 'device', readable: 14.6})
    const {value, valueSize, more} = roomOf(packing, {most: 2, areNamed: true})
    const [tile] = packing.tiles
    const written = packing.font * 1.25 * (3 + more.length) + valueSize
    expect(value !== null && tile !== undefined && written / tile.height > 2 / 3).toBe(true)
  })

  it('has nothing but a shape on a dot', () => {
    const packing = pack({counts: [1000], hasHeads: false, width: 1920, height: 1000, kind: 'dot', readable: 15})
    const {value, foot, chart} = roomOf(packing, {most: 2, areNamed: true})
    expect([value, foot, chart]).toEqual([null, null, null])
  })
})

describe('the keys of a page', () => {
  const tile = (...keys: string[]) => ({id: keys.join(), device: device('a'), keys})

  it('need no names where every tile shows the same one', () => {
    expect([
      shownKeys([tile('a'), tile('a'), tile()]),
      shownKeys([tile('a'), tile('b')]),
      shownKeys([tile('a', 'b')]),
    ]).toEqual([
      {most: 1, areNamed: false},
      {most: 1, areNamed: true},
      {most: 2, areNamed: true},
    ])
  })
})
