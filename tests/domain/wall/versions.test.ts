import {describe, expect, it} from 'vitest'
import {newPanel} from '../../../src/domain/wall/panels/panels'
import {bringBack, isPresent, versionChanges, type WallVersion} from '../../../src/domain/wall/versions'
import {NEW_WALL, type Wall} from '../../../src/domain/wall/walls'

const clock = newPanel('clock', [])
const alarms = newPanel('alarms', [clock])
const hall = (panels: Wall['composition'], more: Partial<Wall> = {}): Wall => ({
  ...NEW_WALL,
  name: 'Hall',
  ...more,
  ...(panels && {composition: panels}),
})
const of = (...panels: (typeof clock | typeof alarms)[]) => ({panels, surplus: [], isMended: false})
const version = (wall: Wall): WallVersion => ({id: '1', storedAt: 1, by: null, wall})

describe('a version of a wall', () => {
  it('says what came, went and was changed on the way to it', () => {
    const moved = {...clock, x: 6}
    const versions = [hall(of(moved, alarms)), hall(of(clock)), hall(undefined)].map(version)

    expect([0, 1, 2].map(at => versionChanges(versions, at))).toEqual([
      {added: [alarms], removed: [], changed: [moved], renamedFrom: null, hasOtherSettings: false},
      {added: [clock], removed: [], changed: [], renamedFrom: null, hasOtherSettings: false},
      null,
    ])
  })

  it('says that it was called otherwise, and that it has other settings', () => {
    const versions = [hall(undefined, {turnAfter: 60}), hall(undefined, {name: 'Room'})].map(version)

    expect(versionChanges(versions, 0)).toMatchObject({renamedFrom: 'Room', hasOtherSettings: true})
  })

  it('is what the wall is, whatever it was called then', () => {
    const walls = [hall(of(clock))]

    expect(isPresent(version(hall(of(clock), {name: 'Room'})), 'Hall', walls)).toBe(true)
    expect(isPresent(version(hall(of(alarms))), 'Hall', walls)).toBe(false)
    expect(isPresent(version(hall(of(clock))), 'Hall', [])).toBe(false)
  })

  it('is brought back with its present name, as a new wall where there is none', () => {
    const old = hall(of(clock), {name: 'Room'})

    expect(bringBack(old, 'Hall', [hall(undefined)])).toEqual({kind: 'keep', wall: hall(of(clock)), was: 'Hall'})
    expect(bringBack(old, 'Hall', [])).toEqual({kind: 'keep', wall: hall(of(clock)), was: null})
  })
})
