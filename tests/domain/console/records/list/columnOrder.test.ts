import {expect, it} from 'vitest'
import {moved, movedTo, toggled} from '../../../../../src/domain/console/records/list/columnOrder'

const NAMES = ['name', 'a', 'b', 'c']

it.each([
  ['c', -1, ['name', 'a', 'c', 'b']],
  ['a', 1, ['name', 'b', 'a', 'c']],
  ['a', -1, NAMES],
  ['c', 1, NAMES],
  ['name', 1, NAMES],
  ['gone', 1, NAMES],
])('%s moved by %d', (name, by, expected) => {
  expect(moved(NAMES, name, by)).toEqual(expected)
})

it('dropped on another takes its place', () => {
  expect(movedTo(NAMES, 'c', 'a')).toEqual(['name', 'c', 'a', 'b'])
  expect(movedTo(NAMES, 'a', 'c')).toEqual(['name', 'b', 'c', 'a'])
  expect(movedTo(NAMES, 'a', 'name')).toEqual(NAMES)
  expect(movedTo(NAMES, 'https://x', 'a')).toEqual(NAMES)
})

it('shown anew comes last', () => {
  expect(toggled(NAMES, 'a')).toEqual(['name', 'b', 'c'])
  expect(toggled(NAMES, 'd')).toEqual([...NAMES, 'd'])
})
