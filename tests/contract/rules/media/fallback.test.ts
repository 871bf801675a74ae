import {describe, expect, it} from 'vitest'
import {type Fallbacks, fallbacksOf} from '../../../../contract/rules/media/fallback'

const group = (name: string, deviceIds: string[], videoIds: string[], id = name) => ({id, name, deviceIds, videoIds})

describe('the fallback of a screen', () => {
  it.each<[string, Fallbacks, {group: string | null; videoIds: string[]}]>([
    ['nothing where nobody has any', {organisation: [], groups: []}, {group: null, videoIds: []}],
    [
      'that of its organisation where its groups have none',
      {organisation: ['own'], groups: [group('Lobby', ['pump'], []), group('Tower', ['crane'], ['tower'])]},
      {group: null, videoIds: ['own']},
    ],
    [
      'that of the first of its groups by name that has any',
      {
        organisation: ['own'],
        groups: [
          group('Tower', ['pump'], ['tower']),
          group('Lobby', ['pump', 'crane'], ['lobby', 'more']),
          group('Attic', ['pump'], []),
        ],
      },
      {group: 'Lobby', videoIds: ['lobby', 'more']},
    ],
    [
      'that of capitals before that of small letters, whatever the language',
      {organisation: [], groups: [group('ägypten', ['pump'], ['one']), group('Zoo', ['pump'], ['two'])]},
      {group: 'Zoo', videoIds: ['two']},
    ],
    [
      'that with the first id of two groups of a name',
      {organisation: [], groups: [group('Lobby', ['pump'], ['b'], 'b'), group('Lobby', ['pump'], ['a'], 'a')]},
      {group: 'a', videoIds: ['a']},
    ],
  ])('is %s', (_what, fallbacks, {group, videoIds}) => {
    const found = fallbacksOf(fallbacks)('pump')
    expect({group: found.group?.id ?? null, videoIds: found.videoIds}).toEqual({group, videoIds})
  })
})
