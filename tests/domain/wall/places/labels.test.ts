import {expect, test} from 'vitest'
import {labelPlaces} from '../../../../src/domain/wall/places/labels'

const label = (id: string, x: number, y: number) => ({id, x, y, width: 40, height: 10})
const placesOf = (...marks: ReturnType<typeof label>[]) =>
  Object.fromEntries(labelPlaces(marks, {width: 200, size: 20}))

test.each([
  ['stands below its mark', [label('a', 100, 50)], {a: {dx: 0, dy: 15}}],
  ['stays within the picture', [label('a', 0, 50), label('b', 195, 50)], {a: {dx: 20, dy: 15}, b: {dx: -15, dy: 15}}],
  [
    'stands above where another mark is below',
    [label('a', 100, 50), label('b', 100, 70)],
    {
      a: {dx: 0, dy: -15},
      b: {dx: 0, dy: 15},
    },
  ],
  [
    'gives way to one that chose before',
    [label('a', 100, 50), label('b', 125, 50)],
    {
      a: {dx: 0, dy: 15},
      b: {dx: 0, dy: -15},
    },
  ],
  [
    'has no place where it would cover something',
    [label('a', 100, 50), label('b', 125, 50), label('c', 112, 50)],
    {
      a: {dx: 0, dy: 15},
      b: {dx: 0, dy: -15},
    },
  ],
])('a label %s', (_, marks, expected) => {
  expect(placesOf(...marks)).toEqual(expected)
})
