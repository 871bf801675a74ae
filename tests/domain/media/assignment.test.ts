import {expect, it} from 'vitest'
import {PLAYLIST_LENGTH} from '../../../contract/limits'
import type {PlaylistItem} from '../../../contract/rules/lists/playlist'
import {NO_LIST} from '../../../contract/rules/lists/storedList'
import {ALWAYS} from '../../../contract/rules/time/schedule'
import {assignedTo, type Effect, type Manner} from '../../../src/domain/media/assignment'

const item = (assetId: string): PlaylistItem => ({assetId, schedule: null})
const AT_NOON: PlaylistItem = {assetId: 'a', schedule: {...ALWAYS, from: 11 * 60, until: 14 * 60}}
const full = Array.from({length: PLAYLIST_LENGTH}, (_, at) => item(`f${at}`))
const stored = (items: readonly PlaylistItem[]) => ({...NO_LIST, items, exists: true, version: 3})

const cases: readonly [Manner, readonly PlaylistItem[], readonly PlaylistItem[], readonly PlaylistItem[], Effect][] = [
  ['add', [], [item('a'), item('b')], [item('a'), item('b')], {kind: 'added', added: 2, present: 0}],
  ['add', [AT_NOON], [item('a'), item('b')], [AT_NOON, item('b')], {kind: 'added', added: 1, present: 1}],
  ['add', [item('b')], [AT_NOON], [item('b'), AT_NOON], {kind: 'added', added: 1, present: 0}],
  ['add', [AT_NOON], [item('a')], [AT_NOON], {kind: 'unchanged'}],
  ['add', full.slice(1), [item('a'), item('b')], full.slice(1), {kind: 'full'}],
  ['replace', [item('b'), item('c'), item('a')], [item('a')], [item('a')], {kind: 'replaced', removed: 2}],
  ['replace', [], [item('a')], [item('a')], {kind: 'replaced', removed: 0}],
  ['replace', [item('a')], [AT_NOON], [AT_NOON], {kind: 'replaced', removed: 0}],
  ['replace', [AT_NOON], [AT_NOON], [AT_NOON], {kind: 'unchanged'}],
]

it.each(cases)('"%s" to %j of %j leaves %j', (manner, before, items, after, effect) => {
  const list = stored(before)
  const assigned = assignedTo(list, {items, manner})
  expect(assigned).toEqual({list: stored(after), effect})
  expect(assigned.list === list).toBe(effect.kind === 'unchanged' || effect.kind === 'full')
})
