import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {DESK, readableSize} from '../../../src/domain/wall/legibility'
import {capacity, type Place, pack, share} from '../../../src/domain/wall/packing'
import {TILE_KINDS} from '../../../src/domain/wall/tiles'

const FULL_HD = {width: 1920, height: 1000}
const flat = {hasHeads: false, ...FULL_HD, kind: 'auto', readable: 15} as const

describe('a wall', () => {
  it('gives a single device all of its room', () => {
    expect(pack({...flat, counts: [1]}).tiles).toEqual([{x: 0, y: 0, width: 1920, height: 1000}])
  })

  it.each([
    [24, 'device'],
    [200, 'device'],
    [500, 'cell'],
    [1000, 'name'],
  ] as const)('shows %i devices by tiles of the kind %s on a desk', (devices, kind) => {
    const packing = pack({...flat, counts: [devices], readable: readableSize(DESK, {width: 1920, height: 1080})})
    expect([packing.kind, packing.isReadable, packing.tiles.length]).toEqual([kind, true, devices])
  })

  it('shows the chosen tiles even where they can’t be read from afar, and says so', () => {
    const {kind, isReadable, font} = pack({...flat, counts: [1000], kind: 'device'})
    expect([kind, isReadable, font >= 7]).toEqual(['device', false, true])
  })

  it('shows dots where the chosen tiles have no room at all', () => {
    expect(pack({...flat, counts: [1000], width: 600, height: 400, kind: 'device'}).kind).toBe('dot')
  })

  it('gives each group a head, and puts groups side by side where that leaves more room', () => {
    const {heads, tiles} = pack({...flat, counts: Array.from({length: 25}, () => 8), hasHeads: true})
    expect([heads.length, tiles.length, new Set(heads.map(({x}) => x)).size > 1]).toEqual([25, 200, true])
  })

  it('leaves out the heads where there is no room for them', () => {
    const {heads, tiles} = pack({...flat, counts: Array.from({length: 900}, () => 1), hasHeads: true})
    expect([heads.length, tiles.length]).toEqual([0, 900])
  })

  it('turns pages beyond a thousand tiles', () => {
    expect([capacity({...FULL_HD, kind: 'auto'}), capacity({width: 60, height: 60, kind: 'key'})]).toEqual([1000, 64])
  })
})

describe('tiles', () => {
  it('never overlap, always fit and keep their order, whatever the wall and the devices are', () => {
    const groups = fc.array(fc.integer({min: 1, max: 60}), {minLength: 1, maxLength: 16})
    const anyWall = fc.record({
      counts: fc.oneof(
        groups,
        fc.integer({min: 1, max: 1000}).map(count => [count]),
      ),
      hasHeads: fc.boolean(),
      width: fc.integer({min: 320, max: 7680}),
      height: fc.integer({min: 300, max: 4320}),
      kind: fc.constantFrom('auto' as const, ...TILE_KINDS),
      readable: fc.integer({min: 8, max: 110}),
    })
    fc.assert(
      fc.property(anyWall, wall => {
        const {tiles, heads} = pack(wall)
        expect(tiles).toHaveLength(wall.counts.reduce((sum, count) => sum + count, 0))
        expect([0, wall.hasHeads ? wall.counts.length : 0]).toContain(heads.length)
        const all = [...tiles, ...heads]
        expect(all.filter(place => !isWithin(place, wall))).toEqual([])
        expect(overlapping(all)).toEqual([])
      }),
      {numRuns: 150},
    )
  })
})

describe('groups', () => {
  it('are shared out in their order, the highest column as low as can be', () => {
    expect(share([3, 1, 1, 1, 4], 3)).toEqual([[0, 1], [2, 3], [4]])
    expect(share([5], 3)).toEqual([[0]])
  })
})

describe('the least font size', () => {
  it.each([
    [{diagonal: 55, distance: 3}, 38],
    [{diagonal: 75, distance: 5}, 47],
    [{diagonal: 55, distance: 8}, 102],
  ])('of %j is %i pixels on a screen of 1920 × 1080', (viewing, size) => {
    expect(Math.round(readableSize(viewing, {width: 1920, height: 1080}))).toBe(size)
  })
})

const isWithin = ({x, y, width, height}: Place, wall: {width: number; height: number}): boolean =>
  width > 0 && height > 0 && x >= 0 && y >= 0 && x + width <= wall.width && y + height <= wall.height

/** Sorted by their left edges, a place can be overlapped only by those that begin before it ends. */
function overlapping(places: readonly Place[]): Place[][] {
  const sorted = [...places].sort((one, other) => one.x - other.x)
  return sorted.flatMap((one, at) => {
    const next = sorted.slice(at + 1).findIndex(other => other.x >= one.x + one.width)
    const beside = sorted.slice(at + 1, next === -1 ? undefined : at + 1 + next)
    return beside
      .filter(other => other.y < one.y + one.height && one.y < other.y + other.height)
      .map(other => [one, other])
  })
}
