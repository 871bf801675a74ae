import {expect, it} from 'vitest'
import {ALL_DEVICES} from '../../../../contract/rules/lists/walls'
import {NO_DETAILS} from '../../../../src/domain/telemetry/devices/device'
import {placedDevices} from '../../../../src/domain/wall/places/placed'

it('names the chosen devices that have no place', () => {
  const devices = ['Pump', 'Valve', 'Truck'].map(name => ({...NO_DETAILS, id: name, name, label: null}))
  const board = {devices, conditions: new Map(), readings: new Map()}

  const {placed, unplaced} = placedDevices(
    {devices: ALL_DEVICES},
    board,
    new Map([['Valve', {latitude: 1, longitude: 2}]]),
  )

  expect([placed.map(({name}) => name), unplaced]).toEqual([['Valve'], ['Pump', 'Truck']])
})
