import {describe, expect, it} from 'vitest'
import type {ScreenState} from '../../../contract/rules/media/screenState'
import {countedStates, foundDevices} from '../../../src/domain/media/found'
import {type DeviceEntry, NO_DETAILS} from '../../../src/domain/telemetry/devices/device'

const device = (id: string): DeviceEntry => ({...NO_DETAILS, id, name: `Screen ${id}`, label: null})
const DEVICES = ['a', 'b', 'c', 'd'].map(device)
const STATES = new Map<string, ScreenState>([
  ['a', {kind: 'playing', item: 'v', since: null}],
  ['b', {kind: 'new'}],
  ['c', {kind: 'dark', why: 'nothingAssigned', fallback: null, since: null}],
])
const ALL = {search: '', groupId: null, membership: new Map(), state: null, states: STATES, order: 'urgency'} as const
const idsOf = (devices: readonly DeviceEntry[]) => devices.map(({id}) => id)

describe('the list of screens', () => {
  it('begins with those that need a person, or is in the order of names', () => {
    expect(idsOf(foundDevices(DEVICES, ALL))).toEqual(['c', 'b', 'd', 'a'])
    expect(idsOf(foundDevices(DEVICES, {...ALL, order: 'name'}))).toEqual(['a', 'b', 'c', 'd'])
  })

  it('has those of one state, by what was known where the link is down', () => {
    const down = new Map(STATES).set('a', {kind: 'unknown', asOf: 1, was: {kind: 'playing', item: 'v', since: null}})
    expect(idsOf(foundDevices(DEVICES, {...ALL, state: 'playing', states: down}))).toEqual(['a'])
    expect(idsOf(foundDevices(DEVICES, {...ALL, state: 'unknown'}))).toEqual(['d'])
  })

  it('is counted by state', () => {
    expect(countedStates(DEVICES, STATES)).toEqual(
      new Map([
        ['playing', 1],
        ['new', 1],
        ['dark', 1],
        ['unknown', 1],
      ]),
    )
  })
})
