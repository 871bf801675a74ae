import {describe, expect, it} from 'vitest'
import {nameIn} from '../../../src/domain/wall/deviceNames'
import {device} from '../../support/device'

describe('the name of a device on a wall', () => {
  const named = (id: string, name: string, label: string | null = null) => ({...device(id, [], name), label})

  it('is its own, and has its label or the end of its id where others have the same', () => {
    const devices = [named('a-1', 'Fan'), named('b-2', 'Pump'), named('c-3', 'Pump')]
    expect(devices.map(({id}) => nameIn(devices, id))).toEqual(['Fan', 'Pump b-2', 'Pump c-3'])
    const labelled = [named('b-2', 'Pump', 'Hall 1'), named('c-3', 'Pump', 'Hall 2')]
    expect(labelled.map(({id}) => nameIn(labelled, id))).toEqual(['Pump Hall 1', 'Pump Hall 2'])
  })

  it('is not known of a device that is not on the wall', () => {
    expect(nameIn([], 'a')).toBeNull()
  })
})
