import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {endedName, nameIn} from '../../../src/domain/wall/deviceNames'
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

describe('a name without room', () => {
  it.each([
    ['Pump 12', 'Pump 12', ''],
    ['Substation north feeder 2', 'Substation north feeder', ' 2'],
    ['Fan 12 · Zwischenüberhitzer', 'Fan 12 · Zwischenüberhitzer', ''],
    ['Zwischenüberhitzerdampf', 'Zwischenüberhitzer', 'dampf'],
    ['Kessel der Halle 👩‍🔧👨‍👩‍👧‍👦', 'Kessel der Halle', ' 👩‍🔧👨‍👩‍👧‍👦'],
  ])('%s keeps its end', (name, start, end) => {
    expect(endedName(name)).toEqual({start, end})
  })

  it('loses nothing of itself, and has an end of few letters', () => {
    fc.assert(
      fc.property(fc.string({unit: 'grapheme', maxLength: 255}), name => {
        const {start, end} = endedName(name)
        expect(start + end).toBe(name)
        expect([...new Intl.Segmenter().segment(end)].length).toBeLessThanOrEqual(8)
      }),
    )
  })

  it('differs from 599 others that differ in the last character', () => {
    const ends = Array.from(
      {length: 600},
      (_, at) => endedName(`${'x'.repeat(254)}${String.fromCodePoint(0x4e00 + at)}`).end,
    )
    expect(new Set(ends).size).toBe(600)
  })
})
