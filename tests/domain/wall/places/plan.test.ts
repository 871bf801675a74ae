import fc from 'fast-check'
import {describe, expect, it, test} from 'vitest'
import type {Json} from '../../../../contract/wire/common'
import {
  added,
  type DevicePlace,
  MAX_PLACES,
  placed,
  placesFrom,
  sorted,
  stepped,
  unplaced,
} from '../../../../src/domain/wall/places/plan'

const kept = (value: unknown): Json | undefined => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
const place = (deviceId: string, x: number, y: number): DevicePlace => ({deviceId, x, y})

describe('places that were kept', () => {
  test.each<[string, unknown, readonly DevicePlace[]]>([
    ['nothing', undefined, []],
    ['no list', {deviceId: 'a'}, []],
    ['a place', [place('a', 0.25, 1)], [place('a', 0.25, 1)]],
    ['outside', [place('a', -3, 1.01)], [place('a', 0, 1)]],
    ['no numbers', [{deviceId: 'a', x: 'left'}], [place('a', 0.5, 0.5)]],
    ['twice', [place('a', 0, 0), place('a', 1, 1)], [place('a', 0, 0)]],
    ['no device', [{x: 0, y: 0}, {deviceId: '', x: 0, y: 0}, 7, null], []],
  ])('are read from %s', (_, json, expected) => {
    expect(placesFrom(kept(json))).toEqual(expected)
  })

  it('are at most so many', () => {
    const many = Array.from({length: MAX_PLACES + 1}, (_, at) => ({...place(`d${at}`, 0, 0)}))
    expect(placesFrom(kept(many))).toHaveLength(MAX_PLACES)
  })

  it('are whole whatever was kept, and read the same again', () => {
    fc.assert(
      fc.property(fc.array(fc.record({deviceId: fc.string(), x: fc.jsonValue(), y: fc.double()})), entries => {
        const places = placesFrom(kept(entries))
        expect(places.every(({x, y}) => x >= 0 && x <= 1 && y >= 0 && y <= 1)).toBe(true)
        expect(placesFrom(kept(places))).toEqual(places)
      }),
    )
  })
})

describe('a device', () => {
  const places = [place('a', 0.5, 0.5), place('b', 0.995, 0)]

  it('is moved, and stays on the picture', () => {
    expect(placed(places, 'a', {x: 2})).toEqual([place('a', 1, 0.5), places[1]])
    expect(stepped(places, 'a', 'up', 0.05)).toEqual([place('a', 0.5, 0.45), places[1]])
    expect(stepped(places, 'b', 'right', 0.01)).toEqual([places[0], place('b', 1, 0)])
    expect(stepped(places, 'c', 'right', 0.01)).toBe(places)
  })

  it('is added once, where there is none yet, and taken away', () => {
    const [, , third, fourth] = added(added(places, 'c'), 'd')
    expect([third, fourth]).toEqual([place('c', 0.1, 0.1), place('d', 0.2, 0.1)])
    expect(added(places, 'a')).toBe(places)
    expect(unplaced(places, 'a')).toEqual([places[1]])
  })

  it('is here, missing on the picture, or gone', () => {
    const [b, c] = [{id: 'b'}, {id: 'c'}]
    expect(sorted(places, [b, c])).toEqual({here: [{place: places[1], device: b}], missing: [c], gone: 1})
  })
})
