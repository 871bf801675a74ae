import {expect, it} from 'vitest'
import {
  faultyScreens,
  listCounts,
  orderedVideos,
  undecodingScreens,
  type VideoOrder,
} from '../../../src/domain/media/library'
import type {Video} from '../../../src/domain/media/video'

const video = (id: string, name: string, size: number | null): Video => ({
  id,
  name,
  size,
  createdAt: 1,
  duration: null,
  facts: null,
  thumbnailUrl: null,
})
const VIDEOS = [video('v1', 'Clip 10.mp4', 5), video('v2', 'clip 2.mp4', null), video('v3', 'Äpfel.mp4', 9)]
const list = (...ids: string[]) => ({items: ids.map(assetId => ({assetId, schedule: null}))})

it.each<[VideoOrder, string[]]>([
  ['newest', ['v1', 'v2', 'v3']],
  ['name', ['v3', 'v2', 'v1']],
  ['size', ['v3', 'v1', 'v2']],
  ['lists', ['v2', 'v1', 'v3']],
])('orders videos by %s', (order, ids) => {
  const counts = new Map([
    ['v2', 3],
    ['v1', 1],
  ])
  expect(orderedVideos(VIDEOS, order, counts).map(({id}) => id)).toEqual(ids)
})

it('keeps the order while nobody knows in how many lists the videos are', () => {
  expect(orderedVideos(VIDEOS, 'lists', null)).toEqual(VIDEOS)
})

it('counts a video once in each playlist', () => {
  const lists = new Map([
    ['d1', list('v1', 'v1', 'v2')],
    ['d2', list('v2')],
    ['deleted', list('v2')],
  ])
  expect(listCounts(['d1', 'd2'], lists)).toEqual(
    new Map([
      ['v1', 1],
      ['v2', 2],
    ]),
  )
})

it('counts nothing until all playlists are known', () => {
  expect(listCounts(['d1', 'd2'], new Map([['d1', list('v1')]]))).toBeNull()
})

it('names the screens that do not play a video, with the reasons that they report', () => {
  const devices = ['East', 'North', 'West'].map(name => ({id: name, name}))
  const reports = new Map([
    ['East', {faults: {v1: 'The browser cannot play the file.', v2: 'The video stopped before its end.'}}],
    ['North', null],
    ['West', {faults: {v1: 'The file could not be fetched.', v2: 'The video stopped before its end.'}}],
    ['deleted', {faults: {v1: 'The browser cannot play the file.'}}],
  ])
  const lists = new Map([
    ['East', list('v1')],
    ['West', list('v1', 'v2')],
  ])
  expect(faultyScreens(devices, {reports, lists})).toEqual(
    new Map([
      [
        'v1',
        [
          {name: 'East', fault: 'The browser cannot play the file.'},
          {name: 'West', fault: 'The file could not be fetched.'},
        ],
      ],
      ['v2', [{name: 'West', fault: 'The video stopped before its end.'}]],
    ]),
  )
})

it('finds the screens without a decoder for a video, before any of them has tried it', () => {
  const of = (codec: string | null) => ({
    ...video('v', 'Clip.mp4', null),
    facts: {width: null, height: null, codec, hasSound: null},
  })
  const videos = [of('hvc1.1.6.L93.B0'), of('avc1.640028'), of('avc1.640028'), of(null), VIDEOS[0] ?? of(null)]
  const devices = ['old', 'new', 'older', 'silent', 'tv'].map(id => ({id, name: `Screen ${id}`}))
  const reports = new Map([
    ['old', {decodes: ['h264']}],
    ['new', {decodes: ['h264', 'h265']}],
    ['older', {}],
    ['silent', null],
    ['tv', {decodes: ['h264', 'vp9']}],
  ])
  expect(undecodingScreens(devices, reports, videos)).toEqual(
    new Map([['hvc1.1.6.L93.B0', ['Screen old', 'Screen tv']]]),
  )
})
