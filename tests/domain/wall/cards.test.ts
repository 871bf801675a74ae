import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {placeCards} from '../../../src/domain/wall/cards'
import type {Place} from '../../../src/domain/wall/packing'

const DESK = {width: 1900, height: 1000, readable: 14.6, widest: 12}

describe('cards', () => {
  it('get smaller the more there are, and never smaller than can be read', () => {
    const fonts = [1, 4, 9, 20, 200].map(urgent => placeCards({...DESK, urgent, others: 200}).font)
    expect(fonts).toEqual([...fonts].sort((one, other) => other - one))
    expect(new Set(fonts).size).toBeGreaterThan(3)
    expect(Math.min(...fonts)).toBeCloseTo(0.8 * DESK.readable)
  })

  it('say how many have none, in the place of the last one', () => {
    const {places, more} = placeCards({...DESK, urgent: 500, others: 500})
    expect(places.length).toBeGreaterThan(20)
    expect(more).not.toBeNull()
    expect(placeCards({...DESK, urgent: 3, others: 500}).more).toBeNull()
  })

  it('have all of the wall where nothing else is on it', () => {
    const alone = placeCards({...DESK, urgent: 60, others: 0})
    expect(alone.places.length + (alone.more === null ? 0 : 1)).toBeGreaterThan(
      placeCards({...DESK, urgent: 60, others: 900}).places.length,
    )
  })

  it('are none where nothing needs attention, and where one has no room', () => {
    expect(placeCards({...DESK, urgent: 0, others: 5}).height).toBe(0)
    expect(placeCards({...DESK, width: 100, urgent: 5, others: 5})).toMatchObject({places: [], height: 0})
  })

  it('never overlap, and leave the room of the others', () => {
    const anyRoom = fc.record({
      urgent: fc.integer({min: 0, max: 1000}),
      others: fc.integer({min: 0, max: 1000}),
      width: fc.integer({min: 50, max: 7680}),
      height: fc.integer({min: 50, max: 4320}),
      readable: fc.integer({min: 8, max: 110}),
      widest: fc.integer({min: 0, max: 200}),
    })
    fc.assert(
      fc.property(anyRoom, room => {
        const {places, more, height} = placeCards(room)
        const all = more === null ? places : [...places, more]
        expect(more === null || places.length < room.urgent).toBe(true)
        expect(height <= room.height + 1 || all.length === 0).toBe(true)
        expect(all.filter(({x, width}) => x + width > room.width + 1 || width <= 0)).toEqual([])
        expect(all.some((one, at) => all.slice(at + 1).some(other => overlap(one, other)))).toBe(false)
      }),
    )
  })
})

const overlap = (one: Place, other: Place): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height
