import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {type Place, pack} from '../../../src/domain/wall/packing'
import {roomOf} from '../../../src/domain/wall/tileRoom'
import {TILE_KINDS} from '../../../src/domain/wall/tiles'

const anyPacking = fc
  .record({
    counts: fc.integer({min: 1, max: 1000}).map(count => [count]),
    width: fc.integer({min: 320, max: 7680}),
    height: fc.integer({min: 300, max: 4320}),
    kind: fc.constantFrom('auto' as const, ...TILE_KINDS),
    readable: fc.integer({min: 8, max: 110}),
  })
  .map(packed => pack({...packed, hasHeads: false}))

const reachesBeyond = (one: Place, other: Place) => ({
  right: one.x + one.width > other.x + other.width + 0.01,
  down: one.y + one.height > other.y + other.height + 0.01,
})

describe('the room of a tile', () => {
  it('holds every line that is written in it', () => {
    fc.assert(
      fc.property(anyPacking, packing => {
        const {lines, foot, chart} = roomOf(packing)
        const [tile] = packing.tiles
        for (const place of [...lines, foot, chart]) {
          if (tile === undefined || place === null) continue
          const whole = {...tile, x: 0, y: 0}
          expect([place, reachesBeyond(place, whole)]).toEqual([place, {right: false, down: false}])
          expect(place.x >= 0 && place.y >= 0 && place.width >= 0).toBe(true)
        }
      }),
    )
  })

  it('keeps the lines of values, the chart and the foot apart where there are such lines', () => {
    fc.assert(
      fc.property(anyPacking, packing => {
        const {values, lines, foot, chart} = roomOf(packing)
        if (values === 0 || foot === null || chart === null) return
        const last = lines.at(-1)
        expect(last !== undefined && last.y + last.height <= foot.y + 0.01).toBe(true)
      }),
    )
  })

  it('keeps a value, the chart and the age apart that share a line', () => {
    const endOf = ({x, width}: Place) => x + width - 0.01
    fc.assert(
      fc.property(anyPacking, packing => {
        const {values, lines, foot, chart, isChartBehind} = roomOf(packing)
        const [value] = lines
        if (values > 0 || value === undefined || foot === null || chart === null) return
        expect(endOf(value) <= foot.x).toBe(true)
        if (isChartBehind || chart.y !== foot.y) return
        expect([endOf(value) <= chart.x, endOf(chart) <= foot.x]).toEqual([true, true])
      }),
    )
  })

  it('has nothing but a shape on a dot', () => {
    const room = roomOf(pack({counts: [1000], hasHeads: false, width: 1920, height: 1000, kind: 'dot', readable: 15}))
    expect([room.lines, room.foot, room.chart]).toEqual([[], null, null])
  })
})
