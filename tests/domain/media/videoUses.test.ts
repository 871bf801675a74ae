import {expect, it} from 'vitest'
import type {PlaylistItem} from '../../../contract/rules/lists/playlist'
import {ALWAYS} from '../../../contract/rules/time/schedule'
import {isLeftWithNothing, usesOf} from '../../../src/domain/media/videoUses'

const item = (assetId: string): PlaylistItem => ({assetId, schedule: null})
const atNoon = (assetId: string): PlaylistItem => ({assetId, schedule: {...ALWAYS, from: 11 * 60, until: 14 * 60}})

it.each<[string, readonly PlaylistItem[], boolean]>([
  ['the video alone', [item('v1')], true],
  ['the video alone, at some hours', [atNoon('v1')], true],
  ['the video and another', [item('v1'), item('v2')], false],
  ['another one alone', [item('v2')], false],
  ['nothing, so that it loses nothing', [], false],
])('a playlist of %s', (_, items, isEmpty) => {
  expect(isLeftWithNothing(items, new Set(['v1']))).toBe(isEmpty)
})

it('names the devices and fallbacks that use a video, and those that are left with nothing', () => {
  const playlists = [
    {deviceId: 'd1', items: [item('v1')]},
    {deviceId: 'd2', items: [item('v2'), atNoon('v1')]},
    {deviceId: 'd3', items: [item('v2')]},
  ]
  const assignments = [
    {deviceId: 'd1', items: ['v1', 'v2']},
    {deviceId: 'd3', items: ['v2']},
  ]
  const fallbacks = new Map([
    ['works', ['v1']],
    ['lobby', ['v2', 'v1']],
    ['attic', []],
  ])
  expect(usesOf(new Set(['v1']), playlists, assignments, fallbacks)).toEqual({
    playlists: [
      {deviceId: 'd1', isLeftWithNothing: true},
      {deviceId: 'd2', isLeftWithNothing: false},
    ],
    assignments: ['d1'],
    fallbacks: [
      {ownerId: 'works', isLeftWithNothing: true},
      {ownerId: 'lobby', isLeftWithNothing: false},
    ],
  })
  expect(usesOf(new Set(['v1', 'v2']), playlists, assignments, fallbacks)).toEqual({
    playlists: ['d1', 'd2', 'd3'].map(deviceId => ({deviceId, isLeftWithNothing: true})),
    assignments: ['d1', 'd3'],
    fallbacks: ['works', 'lobby'].map(ownerId => ({ownerId, isLeftWithNothing: true})),
  })
})
