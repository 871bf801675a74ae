import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {type Place, pack} from '../../../src/domain/wall/packing'
import {longestOf, roomOf} from '../../../src/domain/wall/tileRoom'
import {TILE_KINDS} from '../../../src/domain/wall/tiles'
import {device} from '../../support/device'

const anyTile = fc
  .record({
    counts: fc.integer({min: 1, max: 1000}).map(count => [count]),
    width: fc.integer({min: 320, max: 7680}),
    height: fc.integer({min: 300, max: 4320}),
    kind: fc.constantFrom('auto' as const, ...TILE_KINDS),
    readable: fc.integer({min: 8, max: 110}),
    keys: fc.record({keys: fc.integer({min: 0, max: 9}), name: fc.double({min: 0, max: 200, noNaN: true})}),
  })
  .map(({keys, ...packed}) => {
    const packing = pack({...packed, hasHeads: false})
    return {packing, room: roomOf(packing, keys)}
  })

const isWithin = (one: Place, {width, height}: Place) =>
  one.x >= 0 && one.y >= 0 && one.width >= 0 && one.x + one.width <= width + 0.01 && one.y + one.height <= height + 0.01

/** The edges of tiles are whole pixels, so that a tile can be lower than its share of the wall. */
const ROUNDED = 1

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
      fc.property(anyTile, ({packing, room: {nameLines, value, key, keyPlace, more, foot, isFootBeside}}) => {
        if (value === null || foot === null) return
        const top = {y: 0, height: nameLines * 1.25 * packing.font}
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

  it('shows the value twice as large as the name, but for small tiles', () => {
    fc.assert(
      fc.property(anyTile, ({packing: {font, kind}, room: {value, valueSize}}) => {
        expect(value === null || valueSize + ROUNDED >= (kind === 'cell' ? 1.2 : 1.8) * font).toBe(true)
      }),
    )
  })

  it.each([
    [12, 2, 'above'],
    [60, 2, 'foot'],
    [200, 2, 'behind'],
    [200, 1, 'behind'],
  ] as const)('of one in %i with up to %i keys names the key: %s', (count, keys, place) => {
    const packing = pack({counts: [count], hasHeads: false, width: 1900, height: 1020, kind: 'device', readable: 14.6})
    expect(roomOf(packing, {keys, name: 9}).keyPlace).toBe(place)
  })

  it('leaves no third of a tile empty on a wall of twelve devices', () => {
    const packing = pack({counts: [12], hasHeads: false, width: 1900, height: 1020, kind: 'device', readable: 14.6})
    const {value, valueSize, more} = roomOf(packing, {keys: 2, name: 9})
    const [tile] = packing.tiles
    const written = packing.font * 1.25 * (3 + more.length) + valueSize
    expect(value !== null && tile !== undefined && written / tile.height > 2 / 3).toBe(true)
  })

  it('has nothing but a shape on a dot', () => {
    const packing = pack({counts: [1000], hasHeads: false, width: 1920, height: 1000, kind: 'dot', readable: 15})
    const {value, foot, chart} = roomOf(packing, {keys: 2, name: 9})
    expect([value, foot, chart]).toEqual([null, null, null])
  })
})

describe('the longest texts of a page', () => {
  it('are the most keys of a tile, and the widest name', () => {
    const tile = (name: string, ...keys: string[]) => ({id: name, device: {...device('a'), name}, keys})
    const {keys, name} = longestOf([tile('Fan', 'a'), tile('Compressor', 'a', 'b')])
    expect([keys, name > longestOf([tile('Fan')]).name]).toEqual([2, true])
    expect(longestOf([])).toEqual({keys: 0, name: 0})
  })
})

describe('a name', () => {
  it('has further lines where a tile has room for them besides the key', () => {
    const packing = pack({counts: [8], hasHeads: false, width: 1900, height: 1020, kind: 'device', readable: 14.6})
    const linesFor = (name: number) => roomOf(packing, {keys: 1, name}).nameLines
    expect([linesFor(8), linesFor(20), linesFor(150)]).toEqual([1, 2, 3])
  })
})
