import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {NO_LIST} from '../../../../contract/rules/lists/storedList'
import type {Json} from '../../../../contract/wire/common'
import {isSound} from '../../../../src/domain/wall/layout/layout'
import {
  type Composition,
  compositionFrom,
  compositionValue,
  MAX_PANELS,
  newPanel,
  PANEL_KINDS,
  type Panel,
} from '../../../../src/domain/wall/panels/panels'
import {NEW_WALL, WALLS, type Wall} from '../../../../src/domain/wall/walls'

const clock = {id: 'c', kind: 'clock', title: '', x: 0, y: 0, w: 6, h: 3, zone: ''} as const

function read(json: Json): Composition {
  const found = compositionFrom(json)
  if (found === undefined) throw new Error('is no composition')
  return found
}

describe('the panels of a wall', () => {
  it('are absent from a wall of tiles alone, and may be none', () => {
    expect([compositionFrom(undefined), compositionFrom('x')]).toEqual([undefined, undefined])
    expect(read([])).toEqual({panels: [], surplus: [], isMended: false})
  })

  it('are kept with their wall, each kind as it was written', () => {
    const panels: Panel[] = []
    for (const kind of PANEL_KINDS) panels.push(newPanel(kind, panels))
    const wall: Wall = {...NEW_WALL, name: 'Hall', composition: {panels, surplus: [], isMended: false}}
    const list = {...NO_LIST, items: [wall], exists: true, version: 1}
    expect(WALLS.read(WALLS.write(list), 1)).toEqual(list)
  })

  it('of a later version keep their place and all that they were kept with', () => {
    const entry = {id: 'm', kind: 'globe', title: 'Map', x: 0, y: 0, w: 12, h: 6, zoom: {level: 4}}
    const {panels} = read([entry])
    expect(panels).toMatchObject([{kind: 'later', id: 'm', title: 'Map', x: 0, y: 0, w: 12, h: 6}])
    const moved = panels.map(panel => ({...panel, x: 4}))
    expect(compositionValue({panels: moved, surplus: [], isMended: false})).toEqual([{...entry, x: 4}])
  })

  it('that are over each other or outside stand elsewhere, and the wall says so', () => {
    const {panels, isMended} = read([clock, {...clock, id: 'd', x: 2}, {...clock, id: 'e', x: 900, y: -3, w: 90}])
    expect([isSound(panels), isMended]).toEqual([true, true])
    expect(read(compositionValue({panels, surplus: [], isMended})).isMended).toBe(false)
  })

  it('have ids of their own', () => {
    const {panels} = read(
      [clock, clock, {...clock, id: ''}, {...clock, id: 7}].map((each, at) => ({...each, y: at * 3})),
    )
    expect(new Set(panels.map(({id}) => id)).size).toBe(4)
  })

  it('beyond the most that a wall shows are kept', () => {
    const entries = Array.from({length: 500}, (_, at) => ({...clock, id: `c${at}`, x: 0, y: at * 3}))
    const composition = read(entries)
    expect([composition.panels.length, composition.surplus.length]).toEqual([MAX_PANELS, 500 - MAX_PANELS])
    expect(compositionValue(composition)).toEqual(entries)
  })

  it('are read from anything, and the same again once they were written', () => {
    const entry = fc.oneof(
      fc.jsonValue(),
      fc.record({kind: fc.constantFrom(...PANEL_KINDS, 'globe'), series: fc.jsonValue(), devices: fc.jsonValue()}),
      fc.dictionary(fc.constantFrom('kind', 'id', 'x', 'y', 'w', 'h', 'title', 'series'), fc.jsonValue()),
    )
    fc.assert(
      fc.property(fc.array(entry, {maxLength: 70}), entries => {
        const json: Json = JSON.parse(JSON.stringify(entries))
        const first = read(json)
        expect(isSound(first.panels)).toBe(true)
        const second = read(compositionValue(first))
        expect([compositionValue(second), second.isMended]).toEqual([compositionValue(first), false])
      }),
    )
  })
})
