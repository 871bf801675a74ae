import {describe, expect, it} from 'vitest'
import {NO_LIST} from '../../../contract/rules/lists/storedList'
import type {Json} from '../../../contract/wire/common'
import {chosenDevices, NEW_WALL, WALLS, type Wall} from '../../../src/domain/wall/walls'
import {device} from '../../support/device'

const HALLS: Wall = {
  ...NEW_WALL,
  name: 'Halls',
  devices: {by: 'label', values: ['Hall 1']},
  keys: ['cpu'],
  tiles: 'key',
  order: 'place',
  grouping: 'label',
  viewing: {diagonal: 55, distance: 3},
  turnAfter: 30,
  shape: '21:9',
  hasPages: true,
  hasAlarmCode: true,
}
const all: Wall = {...NEW_WALL, name: 'All'}
const kept = (...items: readonly Wall[]) => ({...NO_LIST, items, exists: true, version: 1})

describe('the attribute of walls', () => {
  it('is read as it was written', () => {
    expect(WALLS.read(WALLS.write(kept(HALLS, all)), 1)).toEqual(kept(HALLS, all))
  })

  it('takes defaults for what is wrong, and keeps entries that are no walls', () => {
    const entry = {
      name: ' A ',
      devices: {colour: ['red']},
      keys: [1, 'cpu', 'cpu'],
      tiles: 'round',
      diagonal: 1e9,
      turn: 0,
    }
    const {items, ignored} = WALLS.read([entry, 'x', {name: ''}, {name: 'A'}], 1)
    expect([items, ignored]).toEqual([[{...NEW_WALL, name: 'A', isHome: true, keys: ['cpu']}], ['x', {name: ''}]])
  })
})

describe('everybody’s first wall', () => {
  const homes = (...entries: Json[]) => WALLS.read(entries, 1).items.map(({isHome}) => isHome)

  it('is the first that was kept before walls said it, and afterwards the one that says so, if any', () => {
    expect([homes({name: 'A'}, {name: 'B'}), homes({name: 'A', home: false}, {name: 'B', home: true})]).toEqual([
      ...[
        [true, false],
        [false, true],
      ],
    ])
    expect(homes({name: 'A', home: false}, {name: 'B'})).toEqual([false, false])
  })

  it('is one alone: another takes its place', () => {
    const home = {...all, isHome: true}
    const wall = {...HALLS, isHome: true}
    expect(WALLS.fulfil(kept(home), {kind: 'keep', wall, was: null})).toEqual(kept(all, wall))
  })
})

describe('an intent', () => {
  it('replaces the wall in its place, renames it, or adds one', () => {
    const renamed = {...HALLS, name: 'Rooms'}
    expect(WALLS.fulfil(kept(HALLS, all), {kind: 'keep', wall: renamed, was: 'Halls'})).toEqual(kept(renamed, all))
    expect(WALLS.fulfil(kept(all), {kind: 'keep', wall: HALLS, was: null})).toEqual(kept(all, HALLS))
  })

  it('keeps a wall that somebody else has deleted meanwhile', () => {
    expect(WALLS.fulfil(kept(all), {kind: 'keep', wall: HALLS, was: 'Halls'})).toEqual(kept(all, HALLS))
  })

  it('takes a wall away, once', () => {
    const without = WALLS.fulfil(kept(HALLS, all), {kind: 'remove', name: 'Halls'})
    expect(without).toEqual(kept(all))
    expect(WALLS.fulfil(kept(all), {kind: 'remove', name: 'Halls'})).toEqual(kept(all))
  })

  it('can be taken back', () => {
    expect(WALLS.inverse(kept(HALLS), {kind: 'remove', name: 'Halls'})).toEqual({kind: 'keep', wall: HALLS, was: null})
    expect(WALLS.inverse(kept(), {kind: 'keep', wall: HALLS, was: null})).toEqual({kind: 'remove', name: 'Halls'})
    expect(WALLS.inverse(kept(all), {kind: 'keep', wall: HALLS, was: 'All'})).toEqual({
      kind: 'keep',
      wall: all,
      was: 'Halls',
    })
  })
})

describe('the devices of a wall', () => {
  const devices = [{...device('a'), label: 'Hall 1'}, {...device('b'), label: 'Hall 2', type: 'Pump'}, device('c')]

  it.each([
    [{by: 'all', values: []}, ['a', 'b', 'c']],
    [{by: 'label', values: ['Hall 1']}, ['a']],
    [{by: 'type', values: ['Pump']}, ['b']],
    [{by: 'picked', values: ['c', 'a', 'sold']}, ['a', 'c']],
  ] as const)('are those of the choice %j', (choice, ids) => {
    expect(chosenDevices(devices, choice).map(({id}) => id)).toEqual(ids)
  })
})
