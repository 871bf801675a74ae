import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {
  areOver,
  COLUMNS,
  type Direction,
  inside,
  isSound,
  type Layout,
  NO_EDGES,
  type Placed,
  placedAt,
  type Rect,
  roomFor,
  rowsOf,
  settled,
  sharedEdges,
  stepped,
  stretched,
} from '../../../../src/domain/wall/layout/layout'

const panel = (id: string, x: number, y: number, w: number, h: number): Placed => ({id, x, y, w, h})
const places = (layout: Layout) => layout.map(({id, x, y, w, h}) => [id, x, y, w, h].join(' '))

/** Also what no editor makes: fractions, places outside, sizes of nothing. */
const wild = fc.oneof(
  fc.integer({min: -5, max: 40}),
  fc.double({min: -1e9, max: 1e9, noNaN: false}),
  fc.constantFrom(0, -1, Number.POSITIVE_INFINITY, Number.NaN),
)
const rects = fc.array(fc.record({x: wild, y: wild, w: wild, h: wild}), {maxLength: 25})
const named = (found: readonly Rect[]): Layout => found.map((rect, at) => ({...rect, id: `p${at}`}))
const directions = fc.constantFrom<Direction>('left', 'right', 'up', 'down')
const isWhole = ({x, y, w, h}: Rect) => [x, y, w, h].every(Number.isSafeInteger)

describe('a layout', () => {
  it('never has a panel over another or outside, whatever is done to it', () => {
    const actions = fc.array(fc.record({at: fc.nat(24), direction: directions, isMove: fc.boolean()}), {maxLength: 20})
    fc.assert(
      fc.property(rects, actions, rects, (found, steps, targets) => {
        let layout = settled(named(found))
        const check = () => {
          expect(isSound(layout)).toBe(true)
          expect(layout.every(isWhole)).toBe(true)
          expect(layout.map(({id}) => id)).toEqual(found.map((_, at) => `p${at}`))
        }
        check()
        for (const {at, direction, isMove} of steps) {
          layout = (isMove ? stepped : stretched)(layout, `p${at}`, direction)
          check()
        }
        targets.forEach((rect, at) => {
          layout = placedAt(layout, `p${at}`, rect)
          check()
        })
      }),
      {numRuns: 300},
    )
  })

  it('stays as it is once it is settled', () => {
    fc.assert(
      fc.property(rects, found => {
        const layout = settled(named(found))
        expect(settled(layout)).toEqual(layout)
      }),
    )
  })

  it('finds room for a panel that moves no other', () => {
    fc.assert(
      fc.property(rects, fc.integer({min: 2, max: COLUMNS}), fc.integer({min: 1, max: 12}), (found, w, h) => {
        const layout = settled(named(found))
        const room = roomFor(layout, {w, h})
        expect(inside(room)).toEqual(room)
        expect(layout.some(each => areOver(each, room))).toBe(false)
      }),
    )
  })

  it('lets the panel that was moved keep its place, and the others give way', () => {
    const layout = [panel('a', 0, 0, 12, 4), panel('b', 12, 0, 12, 4), panel('c', 0, 4, 24, 4)]
    expect(places(placedAt(layout, 'b', {x: 0}))).toEqual(['a 0 4 12 4', 'b 0 0 12 4', 'c 0 8 24 4'])
    expect(places(placedAt(layout, 'a', {w: 18}))).toEqual(['a 0 0 18 4', 'b 12 4 12 4', 'c 0 8 24 4'])
  })

  it('changes places with its neighbour by one step', () => {
    const layout = [panel('a', 0, 0, 24, 4), panel('b', 0, 4, 24, 3)]
    const swapped = ['a 0 3 24 4', 'b 0 0 24 3']
    expect(places(stepped(layout, 'a', 'down'))).toEqual(swapped)
    expect(places(stepped(layout, 'b', 'up'))).toEqual(swapped)
  })

  it('stays where there is no further step, or no such panel', () => {
    const layout = [panel('a', 0, 0, 24, 4)]
    for (const direction of ['left', 'right', 'up', 'down'] as const) {
      expect(places(stepped(layout, 'a', direction))).toEqual(places(layout))
      expect(stepped(layout, 'z', direction)).toBe(layout)
    }
    expect(stretched(layout, 'z', 'right')).toBe(layout)
    expect(places(stretched(layout, 'a', 'right'))).toEqual(places(layout))
    expect(places(stretched(layout, 'a', 'left'))).toEqual(['a 0 0 23 4'])
  })

  it('has at least the rows of a whole screen', () => {
    expect([rowsOf([]), rowsOf([panel('a', 0, 0, 2, 1)]), rowsOf([panel('a', 0, 20, 2, 4)])]).toEqual([12, 12, 24])
  })
})

describe('a layout of pages', () => {
  const PAGE = 12
  const isOnOnePage = ({y, h}: Rect) => Math.floor(y / PAGE) === Math.floor((y + h - 1) / PAGE)

  it('never has a panel on two pages, whatever is done to it', () => {
    const actions = fc.array(fc.record({at: fc.nat(24), direction: directions, isMove: fc.boolean()}), {maxLength: 20})
    fc.assert(
      fc.property(rects, actions, (found, steps) => {
        let layout = settled(named(found), undefined, PAGE)
        for (const {at, direction, isMove} of steps)
          layout = (isMove ? stepped : stretched)(layout, `p${at}`, direction, PAGE)
        expect(isSound(layout)).toBe(true)
        expect(layout.every(isOnOnePage)).toBe(true)
        expect(places(settled(layout, undefined, PAGE))).toEqual(places(layout))
      }),
      {numRuns: 200},
    )
  })

  it('keeps what is on the second page, though there is room on the first', () => {
    const layout = [panel('a', 0, 0, 12, 4), panel('b', 0, 12, 12, 1)]
    expect(places(settled(layout, undefined, PAGE))).toEqual(places(layout))
    expect(places(settled(layout))).toEqual(['a 0 0 12 4', 'b 0 4 12 1'])
  })

  it('puts what has no room on the first page at the top of the second', () => {
    const layout = [panel('a', 0, 0, 24, 10), panel('b', 0, 10, 24, 4)]
    expect(places(settled(layout, undefined, PAGE))).toEqual(['a 0 0 24 10', 'b 0 12 24 4'])
    expect(roomFor(layout.slice(0, 1), {w: 24, h: 4}, PAGE)).toEqual({x: 0, y: 12, w: 24, h: 4})
  })

  it('is left and entered by steps', () => {
    const layout = [panel('a', 0, 0, 12, 6), panel('b', 12, 0, 12, 12)]
    const below = stepped(layout, 'a', 'down', PAGE)
    expect(below[0]?.y).toBe(PAGE)
    expect(stepped(below, 'a', 'up', PAGE)[0]?.y).toBe(0)
  })

  it('has no empty page between others', () => {
    const layout = [panel('a', 0, 0, 12, 6), panel('b', 0, 40, 12, 6)]
    expect(places(settled(layout, undefined, PAGE))).toEqual(['a 0 0 12 6', 'b 0 12 12 6'])
  })
})

describe('shared edges', () => {
  it('are those on which a panel meets others, and none of the layout itself', () => {
    const layout = [panel('a', 0, 0, 12, 6), panel('b', 12, 0, 12, 6), panel('c', 4, 6, 8, 6)]
    expect(sharedEdges(layout, 'a')).toEqual({columns: [12], rows: [6]})
    expect(sharedEdges(layout, 'c')).toEqual({columns: [12], rows: [6]})
    expect(sharedEdges(layout, 'gone')).toEqual(NO_EDGES)
  })
})
