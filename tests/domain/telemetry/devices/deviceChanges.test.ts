import {expect, it} from 'vitest'
import {type DeviceChanges, joinedChanges, withDevices} from '../../../../src/domain/telemetry/devices/deviceChanges'
import {device} from '../../../support/device'

const [A, B] = [{...device('a'), keys: ['load'], isRead: true}, device('b')]
const KNOWN = {
  devices: [A, B],
  readings: new Map(['a', 'b'].map(id => [id, new Map()])),
}
const NONE: DeviceChanges = {devices: [], goneIds: [], isAll: false}

it('adds devices at the end, changes what is told of them, and keeps what was read', () => {
  const told = {...device('a'), name: 'Crane', label: 'quay'}
  const {devices} = withDevices(KNOWN, {...NONE, devices: [device('c'), told]})
  expect(devices).toEqual([{...told, keys: ['load'], isRead: true}, B, device('c')])
})

it('removes those that are gone with their values: the named ones, or all others', () => {
  const named = withDevices(KNOWN, {...NONE, goneIds: ['a', 'x']})
  const others = withDevices(KNOWN, {...NONE, devices: [device('b')], isAll: true})
  for (const {devices, readings} of [named, others]) {
    expect([devices, [...readings.keys()]]).toEqual([[B], ['b']])
  }
})

it('is the same object when nothing is new', () => {
  expect(withDevices(KNOWN, {...NONE, devices: [device('a')], goneIds: ['x']})).toBe(KNOWN)
})

it('of two batches takes the later word on each device', () => {
  const batches: DeviceChanges[] = [
    {...NONE, devices: [device('a'), device('b')], goneIds: ['c', 'd']},
    {...NONE, devices: [device('c')], goneIds: ['a']},
  ]
  const joined = batches.reduce(joinedChanges)
  expect(joined).toEqual({devices: [device('b'), device('c')], goneIds: ['d', 'a'], isAll: false})
  const all = {devices: [device('e')], goneIds: [], isAll: true}
  expect(joinedChanges(joined, all)).toEqual(all)
  expect(joinedChanges(all, {...NONE, goneIds: ['e']})).toEqual({devices: [], goneIds: ['e'], isAll: true})
})
