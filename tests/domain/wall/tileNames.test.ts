import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {scaleOf, widthOf} from '../../../src/domain/wall/fitting'
import {tileNames} from '../../../src/domain/wall/tileNames'
import {device} from '../../support/device'

const named = (name: string, room: number, group = '') => {
  const tile = {id: 'a', device: {...device('a'), name}, keys: []}
  return tileNames({tiles: [tile], groupOf: () => group, room})[0]
}

describe('the name on a tile', () => {
  it('is whole where it has room', () => {
    expect(named('Amsterdam fan 1', 20)).toEqual({said: '', start: 'Amsterdam fan 1', end: ''})
  })

  it('is cut in the middle, between words if they leave room for the beginning', () => {
    expect([named('Amsterdam boiler 12', 7), named('Amsterdam compressor 12', 7)]).toEqual([
      {said: '', start: 'Amsterdam ', end: 'boiler 12'},
      {said: '', start: 'Amsterdam compre', end: 'ssor 12'},
    ])
  })

  it.each([
    ['Hall 3 – Press 1', 'Hall 3', {said: 'Hall 3 – ', start: 'Press 1'}],
    ['hall 3_Press 1', 'Hall 3', {said: 'hall 3_', start: 'Press 1'}],
    ['Press 1 (Hall 3', 'Hall 3', {start: 'Press 1 (Hall 3'}],
    ['Press 1, Hall 3', 'Hall 3', {said: 'Hall 3 ', start: 'Press 1'}],
    ['Hall 30 Press', 'Hall 3', {start: 'Hall 30 Press'}],
    ['Pump 7', 'Pump', {start: 'Pump 7'}],
    ['Pump', 'Pump', {start: 'Pump'}],
  ])('“%s” in the group “%s” leaves out what the head says', (name, group, parts) => {
    expect(named(name, 30, group)).toEqual({said: '', end: '', ...parts})
  })

  it('is whole for a screen reader, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.string({unit: 'grapheme'}), fc.double({min: 1, max: 30, noNaN: true}), (name, room) => {
        const {start = '', end = ''} = named(name, room) ?? {}
        expect(start + end).toBe(name)
        expect([...start, ...end]).toEqual([...name])
      }),
    )
  })
})

describe('a value', () => {
  it('gets smaller until it has room, but not smaller than the name', () => {
    expect([
      scaleOf('21.5', '', 3, 0.5),
      scaleOf('1,234,568', ' °C', 3, 0.5),
      scaleOf('x'.repeat(99), '', 3, 0.5),
    ]).toEqual([1, 0.5, 0.5])
    fc.assert(
      fc.property(fc.float({min: 1, max: 20, noNaN: true}), fc.integer(), (width, value) => {
        const scale = scaleOf(String(value), '', width, 0.1)
        expect(scale <= 0.1 || scale * widthOf(String(value)) <= width + 1e-9).toBe(true)
      }),
    )
  })
})
