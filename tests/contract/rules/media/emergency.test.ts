import {describe, expect, it} from 'vitest'
import {
  type Emergency,
  emergenciesFrom,
  emergenciesValue,
  emergencyOf,
  LONGEST_EMERGENCY,
  withEmergencyIntent,
} from '../../../../contract/rules/media/emergency'

const fire: Emergency = {
  id: 'fire',
  videoId: 'leave',
  groupId: null,
  why: 'Fire in hall 2',
  by: 'Ada',
  since: 1000,
  until: 5000,
  isDrill: false,
}
const listOf = (...items: Emergency[]) => ({...emergenciesFrom([], 1), items})

describe('the emergency of a screen', () => {
  it.each([
    ['counts until its end', [fire], [], 4999, 'fire'],
    ['is over at its end', [fire], [], 5000, null],
    ['counts at once where a clock is behind', [fire], [], 900, 'fire'],
    ['counts in its group', [{...fire, groupId: 'lobby'}], ['bar', 'lobby'], 2000, 'fire'],
    ['counts in no other group', [{...fire, groupId: 'lobby'}], ['bar'], 2000, null],
    ['is the latest of several', [fire, {...fire, id: 'storm', since: 1500}], [], 2000, 'storm'],
    [
      'is no drill while there is a real one',
      [fire, {...fire, id: 'drill', since: 1500, isDrill: true}],
      [],
      2000,
      'fire',
    ],
    ['may be a drill', [{...fire, id: 'drill', isDrill: true}], [], 2000, 'drill'],
  ] as const)('%s', (_, emergencies, groups, now, id) => {
    expect(emergencyOf(emergencies, groups, now)?.id ?? null).toBe(id)
  })
})

describe('the list of emergencies', () => {
  it('is written as it was read', () => {
    const drill = {...fire, id: 'drill', groupId: 'lobby', isDrill: true}
    const value = emergenciesValue(listOf(fire, drill))
    expect(emergenciesFrom(value, 1).items).toEqual([fire, drill])
  })

  it.each([
    ['no object', 7],
    ['no video', {...fire, videoId: undefined}],
    ['an end before its start', {...fire, until: 1000}],
    ['no end', {...fire, until: undefined}],
    ['a group that is none', {...fire, groupId: 7}],
  ])('keeps what is no emergency apart: %s', (_, entry) => {
    const {items, ignored} = emergenciesFrom(JSON.parse(JSON.stringify([entry])), 1)
    expect([items, ignored]).toEqual([[], [JSON.parse(JSON.stringify(entry))]])
  })

  it('ends each after a week at the latest', () => {
    const [found] = emergenciesFrom(emergenciesValue(listOf({...fire, until: 1e15})), 1).items
    expect(found?.until).toBe(fire.since + LONGEST_EMERGENCY)
  })

  it('loses those that have ended when another is raised', () => {
    const later = {...fire, id: 'later', since: 6000, until: 7000}
    expect(withEmergencyIntent(listOf(fire), {kind: 'raise', emergency: later}).items).toEqual([later])
    const both = {...later, since: 2000}
    expect(withEmergencyIntent(listOf(fire), {kind: 'raise', emergency: both}).items).toEqual([fire, both])
  })

  it('stays as it is where there is nothing to do', () => {
    const list = listOf(fire)
    expect(withEmergencyIntent(list, {kind: 'raise', emergency: fire})).toBe(list)
    const other = {...fire, id: 'other'}
    expect(withEmergencyIntent(list, {kind: 'lift', emergency: other})).toBe(list)
    expect(withEmergencyIntent(list, {kind: 'lift', emergency: fire}).items).toEqual([])
  })
})
