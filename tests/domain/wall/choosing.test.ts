import {describe, expect, it} from 'vitest'
import {offeredDevices, withAllOffered} from '../../../src/domain/wall/choosing'
import {device} from '../../support/device'

const DEVICES = [
  {...device('a'), name: 'Pump 10', label: 'Hall 2', type: 'Pump'},
  {...device('b'), name: 'Pump 9', label: 'Hall 2', type: 'Pump'},
  {...device('c'), name: 'Kühlung', label: 'Hall 1', type: null},
]
const names = (by: 'label' | 'type' | 'picked', q: string) => offeredDevices(DEVICES, by, q).map(({name}) => name)

describe('the devices that are offered for a wall', () => {
  it('come in the order of their names, with their label and type', () => {
    expect(offeredDevices(DEVICES, 'picked', '').map(({name, detail}) => [name, detail])).toEqual([
      ['Kühlung', 'Hall 1'],
      ['Pump 9', 'Hall 2 · Pump'],
      ['Pump 10', 'Hall 2 · Pump'],
    ])
  })

  it('are found by name, label and type', () => {
    expect([names('picked', 'kuhl'), names('picked', 'hall 2 pump'), names('picked', 'x')]).toEqual([
      ['Kühlung'],
      ['Pump 9', 'Pump 10'],
      [],
    ])
  })

  it('are counted by what they share', () => {
    expect(offeredDevices(DEVICES, 'label', '').map(({name, count}) => [name, count])).toEqual([
      ['Hall 1', 1],
      ['Hall 2', 2],
    ])
    expect([names('type', ''), names('label', 'LL 2')]).toEqual([['Pump'], ['Hall 2']])
  })

  it('are all chosen or removed at once, and others stay as they are', () => {
    const offered = offeredDevices(DEVICES, 'picked', 'pump')
    expect([withAllOffered(['c', 'a'], offered, true), withAllOffered(['c', 'a'], offered, false)]).toEqual([
      ['c', 'b', 'a'],
      ['c'],
    ])
  })
})
