import * as fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {
  inverseOf,
  type Playlist,
  type PlaylistIntent,
  playlistFrom,
  playlistValue,
  withIntent,
} from '../../../../contract/rules/lists/playlist'
import {NO_LIST} from '../../../../contract/rules/lists/storedList'

const listOf = (...ids: string[]): Playlist => ({...NO_LIST, items: ids.map(assetId => ({assetId, schedule: null}))})
const idsOf = (playlist: Playlist) => playlist.items.map(({assetId}) => assetId)
const done = (playlist: Playlist, intent: PlaylistIntent): Playlist => {
  const next = withIntent(playlist, intent)
  return typeof next === 'string' ? playlist : next
}

describe('the playlist of an attribute', () => {
  it('is sorted by order, holds a video once, and is written with an order from 0', () => {
    const odd = {name: 'no video'}
    const read = playlistFrom(
      [{assetId: 'b', order: 7}, odd, {assetId: 'a', order: 2}, {assetId: 'b', order: 9}, {assetId: 'c'}],
      3,
    )
    expect(idsOf(read)).toEqual(['a', 'c', 'b'])
    expect(playlistValue(read)).toEqual([
      {assetId: 'a', order: 0},
      {assetId: 'c', order: 1},
      {assetId: 'b', order: 2},
      odd,
    ])
  })

  it('keeps the hours of an item', () => {
    const value = [{assetId: 'a', order: 0, when: {from: '08:00', until: '18:30', days: [1, 5]}}]
    expect(playlistValue(playlistFrom(value, 1))).toEqual(value)
  })

  it.each([[null], ['a,b'], [{assetId: 'a'}], [4]])('is no list of ours in %j', value => {
    expect(playlistFrom(value, 1)).toMatchObject({items: [], isList: false, exists: true})
  })
})

describe('an intent', () => {
  const three = listOf('a', 'b', 'c')

  it.each<[PlaylistIntent, string]>([
    [{kind: 'add', assetId: 'd'}, 'a b c d'],
    [{kind: 'add', assetId: 'b'}, 'a b c'],
    [{kind: 'remove', assetId: 'b'}, 'a c'],
    [{kind: 'remove', assetId: 'x'}, 'a b c'],
    [{kind: 'moveUp', assetId: 'a'}, 'a b c'],
    [{kind: 'moveUp', assetId: 'c'}, 'a c b'],
    [{kind: 'moveDown', assetId: 'a'}, 'b a c'],
    [{kind: 'moveDown', assetId: 'c'}, 'a b c'],
    [{kind: 'place', assetId: 'c', before: 'a'}, 'c a b'],
    [{kind: 'place', assetId: 'a', before: null}, 'b c a'],
    [{kind: 'place', assetId: 'a', before: 'b'}, 'a b c'],
    [{kind: 'insert', item: {assetId: 'd', schedule: null}, before: 'b'}, 'a d b c'],
    [{kind: 'insert', item: {assetId: 'd', schedule: null}, before: 'x'}, 'a b c d'],
  ])('%j makes %s of a b c', (intent, expected) => {
    expect(idsOf(done(three, intent)).join(' ')).toBe(expected)
  })

  it.each<[PlaylistIntent]>([
    [{kind: 'moveUp', assetId: 'x'}],
    [{kind: 'moveDown', assetId: 'x'}],
    [{kind: 'place', assetId: 'x', before: null}],
    [{kind: 'place', assetId: 'a', before: 'x'}],
    [{kind: 'schedule', assetId: 'x', schedule: null}],
  ])('%j can not be fulfilled when its target is gone', intent => {
    expect(withIntent(three, intent)).toBe('gone')
  })
})

const ID = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const INTENT: fc.Arbitrary<PlaylistIntent> = fc.oneof(
  fc.record({kind: fc.constantFrom('add', 'remove', 'moveUp', 'moveDown'), assetId: ID}),
  fc.record({kind: fc.constant('place'), assetId: ID, before: fc.option(ID)}),
  fc.record({
    kind: fc.constant('insert'),
    item: fc.record({assetId: ID, schedule: fc.constant(null)}),
    before: fc.option(ID),
  }),
)
const LIST = fc.uniqueArray(ID).map(ids => listOf(...ids))

/** The same rules on a plain array of ids, written as one would say them. */
function inWords(ids: string[], intent: PlaylistIntent): string[] {
  const assetId = intent.kind === 'insert' ? intent.item.assetId : intent.assetId
  const at = ids.indexOf(assetId)
  const others = ids.filter(id => id !== assetId)
  const inFrontOf = (before: string | null) => (before === null ? others.length : others.indexOf(before))
  if (intent.kind === 'add') return at < 0 ? [...ids, assetId] : ids
  if (intent.kind === 'remove') return others
  if (intent.kind === 'insert') {
    if (at >= 0) return ids
    const place = inFrontOf(intent.before)
    return others.toSpliced(place < 0 ? others.length : place, 0, assetId)
  }
  if (at < 0) return ids
  if (intent.kind === 'moveUp') return others.toSpliced(Math.max(0, at - 1), 0, assetId)
  if (intent.kind === 'moveDown') return others.toSpliced(at + 1, 0, assetId)
  if (intent.kind === 'schedule' || intent.before === assetId || inFrontOf(intent.before) < 0) return ids
  return others.toSpliced(inFrontOf(intent.before), 0, assetId)
}

describe('intents', () => {
  it('are fulfilled as a plain list would be, with each video once and orders from 0 to n - 1', () => {
    fc.assert(
      fc.property(LIST, fc.array(INTENT, {maxLength: 30}), (list, intents) => {
        const plain = intents.reduce(inWords, idsOf(list))
        const playlist = intents.reduce(done, list)
        expect(idsOf(playlist)).toEqual(plain)
        const value = playlistValue(playlist)
        expect(value).toEqual(plain.map((assetId, order) => ({assetId, order})))
        expect(idsOf(playlistFrom(value, 1))).toEqual(plain)
      }),
    )
  })

  it('are taken back by their inverse', () => {
    fc.assert(
      fc.property(LIST, INTENT, (list, intent) => {
        const inverse = inverseOf(list, intent)
        const after = done(list, intent)
        expect(idsOf(inverse === null ? after : done(after, inverse))).toEqual(idsOf(list))
      }),
    )
  })

  it('of two editors lose nothing: each is done again upon what the other has written', () => {
    fc.assert(
      fc.property(LIST, fc.array(fc.tuple(fc.boolean(), fc.boolean(), INTENT), {maxLength: 30}), (list, turns) => {
        let stored = {playlist: list, version: 1}
        const read = new Map([true, false].map(editor => [editor, stored]))
        const expected = new Set(idsOf(list))
        for (const [editor, looksAgain, intent] of turns) {
          if (looksAgain) read.set(editor, stored)
          const basis = read.get(editor) ?? stored
          // A write upon an older version is refused, and the intent is done again upon the newer list.
          const next = done(basis.version === stored.version ? basis.playlist : stored.playlist, intent)
          stored = {playlist: next, version: stored.version + 1}
          read.set(editor, stored)
          if (intent.kind === 'add') expected.add(intent.assetId)
          if (intent.kind === 'insert') expected.add(intent.item.assetId)
          if (intent.kind === 'remove') expected.delete(intent.assetId)
        }
        expect(new Set(idsOf(stored.playlist))).toEqual(expected)
      }),
    )
  })
})
