import {expect, it} from 'vitest'
import {playlistChanges} from '../../../../contract/rules/lists/playlistChange'

const list = (ids: string) => [...ids].map((assetId, order) => ({assetId, order}))
const one = (kind: string, ids: string) => ({kind, ids: [...ids], count: ids.length})

it.each([
  ['', 'ab', [one('added', 'ab')]],
  ['ab', 'abc', [one('added', 'c')]],
  ['abc', 'ac', [one('removed', 'b')]],
  ['abc', 'abc', []],
  ['abcd', 'bacd', [one('moved', 'a')]],
  ['abcd', 'bcda', [one('moved', 'a')]],
  ['abcd', 'dabc', [one('moved', 'd')]],
  ['abcd', 'acbd', [one('moved', 'b')]],
  ['abcd', 'dcba', [one('moved', 'dcba')]],
  ['abc', 'cxa', [one('added', 'x'), one('removed', 'b'), one('moved', 'a')]],
])('from %j to %j', (before, after, changes) => {
  expect(playlistChanges(list(before), list(after))).toEqual(changes)
})

it('says whose hours are others', () => {
  const planned = [
    {assetId: 'a', order: 0, when: {from: '08:00', until: '10:00'}},
    ...list('b').map(b => ({...b, order: 1})),
  ]
  expect(playlistChanges(list('ab'), planned)).toEqual([one('hours', 'a')])
  expect(playlistChanges(planned, list('ab'))).toEqual([one('hours', 'a')])
  expect(playlistChanges(planned, planned)).toEqual([])
})

it('counts the videos of a long list, and names the first', () => {
  const [added] = playlistChanges(undefined, list('abcdefghijklmnop'))
  expect(added).toEqual({kind: 'added', ids: [...'abcdefghij'], count: 16})
})

it('reads what is no list as an empty one', () => {
  expect(playlistChanges('x', null)).toEqual([])
})
