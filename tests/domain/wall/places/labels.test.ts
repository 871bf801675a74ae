import fc from 'fast-check'
import {expect, it} from 'vitest'
import {freeBoxes, labelPlaces} from '../../../../src/domain/wall/places/labels'

const PICTURE = {width: 200, height: 100, margin: 60}
const label = (id: string, x: number, y: number) => ({id, x, y, width: 40, height: 10})
const placesOf = (...marks: ReturnType<typeof label>[]) =>
  [...labelPlaces(marks, PICTURE)].map(([id, {dx, dy}]) => [id, dx, dy])

it('a label is beside the picture, at the height of its mark, on the nearer side', () => {
  expect(placesOf(label('a', 50, 50), label('b', 150, 20))).toEqual([
    ['a', -76, 0],
    ['b', 76, 0],
  ])
})

it('a label gives way to the one above it', () => {
  expect(placesOf(label('a', 50, 50), label('b', 50, 52))).toEqual([
    ['a', -76, 0],
    ['b', -76, 8],
  ])
})

it('a higher label takes the room of its own lines alone', () => {
  const higher = {...label('b', 50, 50), height: 30}
  expect(placesOf(label('a', 50, 40), higher, label('c', 50, 60))).toEqual([
    ['a', -76, 0],
    ['b', -76, 10],
    ['c', -76, 20],
  ])
})

it('labels without room have no place, and the first ones choose first', () => {
  const many = Array.from({length: 12}, (_, at) => label(`m${at}`, 50, 100 - at))
  expect(placesOf(...many).map(([id]) => id)).toEqual(
    many
      .slice(0, 10)
      .reverse()
      .map(({id}) => id),
  )
  expect(labelPlaces(many, {...PICTURE, margin: 40}).size).toBe(0)
})

it('labels never cover the picture or each other, and are never above or below it', () => {
  const marks = fc.array(fc.record({x: fc.integer({min: 0, max: 200}), y: fc.integer({min: 0, max: 100})}), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(marks, found => {
      const all = found.map(({x, y}, at) => label(`m${at}`, x, y))
      const places = labelPlaces(all, PICTURE)
      const boxes = all.flatMap(({id, x, y, width, height}) => {
        const place = places.get(id)
        return place === undefined ? [] : [{x: x + place.dx, y: y + place.dy, width, height}]
      })
      for (const [at, {x, y}] of boxes.entries()) {
        expect(x < -20 || x > 220).toBe(true)
        expect(y >= 5 - 1e-9 && y <= 95 + 1e-9).toBe(true)
        for (const other of boxes.slice(at + 1))
          if (Math.sign(other.x) === Math.sign(x)) expect(Math.abs(other.y - y)).toBeGreaterThanOrEqual(10 - 1e-9)
      }
    }),
  )
})

it('a label takes the first of its boxes that lies upon no obstacle and no label before it, and may touch them', () => {
  const box = (left: number, top: number) => ({left, top, right: left + 40, bottom: top + 10})
  const [first, touching, upon, other] = [box(0, 0), box(40, 0), box(20, 5), box(20, 10)]
  expect(freeBoxes([[first], [touching], [upon, other], [upon]], [])).toEqual([first, touching, other, null])
  expect(freeBoxes([[first], [upon, other]], [box(0, 15)])).toEqual([first, null])
})
