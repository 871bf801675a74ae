import type {PlaylistItem} from '../../contract/rules/lists/playlist'
import {NO_LIST, type StoredList} from '../../contract/rules/lists/storedList'
import type {Emergency} from '../../contract/rules/media/emergency'
import {ALWAYS_OPEN, type OwnHours} from '../../contract/rules/media/openingHours'
import type {ScreenList} from '../../contract/rules/media/screenState'
import {MINUTE} from '../../contract/rules/time/durations'
import {ALWAYS, type Schedule} from '../../contract/rules/time/schedule'
import type {FallbackVideos} from '../../src/domain/media/fallbacks'
import type {Group} from '../../src/domain/media/group'
import type {ListEdit} from '../../src/domain/media/listEdit'
import type {Plays} from '../../src/domain/media/play'
import type {ScreenUpdate} from '../../src/domain/media/screenReport'
import type {DeletedVideo, Video, VideoList} from '../../src/domain/media/video'
import type {VideoUses} from '../../src/domain/media/videoUses'
import {FAULTS} from '../../src/domain/player/fault'
import {type DeviceEntry, NO_DETAILS} from '../../src/domain/telemetry/devices/device'
import type {PlaysAnswer} from '../../src/machines/media/plays'
import type {PreparedUpload} from '../../src/machines/media/upload'
import {ago, LONG, NOW, ZONE} from './world'

const MIB = 1024 * 1024

const picture = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><path fill="${colour}" d="M0 0h16v9H0z"/><path fill="#fff" d="M6 2l5 2.5L6 7z"/></svg>`,
  )}`

const video = (id: string, name: string, colour: string | null, more: Partial<Video> = {}): Video => ({
  id,
  name,
  createdAt: ago(60 * 24 * 3),
  size: 12.4 * MIB,
  duration: 30_000,
  facts: {width: 1920, height: 1080, codec: 'avc1.640028', hasSound: false},
  thumbnailUrl: colour === null ? null : picture(colour),
  ...more,
})

/** A video of the demo, which every Chromium can play. */
export const CLIP = new URL('../../server/demo/videos/coffee-hour.webm', import.meta.url).href

/** The address of a video that never comes. */
export const endlessVideo = () => URL.createObjectURL(new MediaSource())

export const SUNRISE = video('v1', 'Sunrise.mp4', '#b7791f')

export const VIDEOS: VideoList = {
  videos: [
    SUNRISE,
    video('v2', 'Harbour tour.webm', '#2b6cb0', {
      size: 148 * MIB,
      duration: 754_000,
      facts: {width: 3840, height: 2160, codec: 'vp09.00.50.08', hasSound: true},
    }),
    video('v3', 'افتتاح المعرض.mp4', '#2f855a', {
      size: 3.2 * MIB,
      duration: 8000,
      facts: {width: 1080, height: 1920, codec: 'hvc1.1.6.L123.B0', hasSound: false},
    }),
    video('v4', `${LONG}.mp4`, null, {
      size: 1.9 * 1024 * MIB,
      duration: null,
      facts: {width: null, height: null, codec: null, hasSound: null},
    }),
    video('v5', 'Menu of the week.mp4', '#6b46c1'),
  ],
  room: {used: 2.1 * 1024 * MIB, quota: 5 * 1024 * MIB, fileLimit: 2 * 1024 * MIB},
}

export const PREPARED: PreparedUpload = {
  assetId: 'v9',
  pictureId: 'v9t',
  duration: 12_000,
  picture: new Blob(['picture']),
  pictureUrl: picture('#2b6cb0'),
  unseen: null,
}

const plays = (deviceName: string, assetId: string, assetName: string | null, whole: number): Plays => ({
  deviceId: deviceName,
  deviceName,
  assetId,
  assetName,
  whole,
  brokenOff: whole % 3,
  seconds: 30 * whole,
  first: ago(60 * 24 * 6),
  last: ago(2),
})

export const PLAYS: PlaysAnswer = {
  plays: [
    plays('Entrance', 'v1', 'Sunrise.mp4', 1840),
    plays('Entrance', 'v2', 'Harbour tour.webm', 92),
    plays('Ticket hall, left', 'v1', 'Sunrise.mp4', 311),
    plays('قاعة', 'v0', null, 12),
  ],
  range: {start: ago(60 * 24 * 7), end: NOW},
  readAt: NOW,
  isCut: false,
}

const screen = (id: string, name: string, label: string | null): DeviceEntry => ({...NO_DETAILS, id, name, label})

/** Screens of every status, and with every kind of name. */
export const SCREENS: readonly DeviceEntry[] = [
  screen('s-entrance', 'Entrance', 'Door'),
  screen('s-hall', 'Ticket hall, left', 'Hall'),
  screen('s-clock', 'Library', null),
  screen('s-rtl', 'قاعة', 'مبنى'),
  screen('s-foreign', 'Market hall', ''),
  screen('s-long', LONG, LONG),
]

export const DELETED_VIDEOS: readonly [DeletedVideo, DeletedVideo] = [
  {id: 'x1', name: 'Spring sale.mp4', size: 48 * 1024 ** 2, restorableUntil: NOW + 20 * 60 * MINUTE},
  {id: 'x2', name: `${LONG}.webm`, size: 1.2 * 1024 ** 3, restorableUntil: NOW + 3 * 60 * MINUTE},
]

/** Three screens that play a video, one of which plays nothing else. */
export const VIDEO_USES: VideoUses = {
  playlists: [
    {deviceId: 's-entrance', isLeftWithNothing: false},
    {deviceId: 's-long', isLeftWithNothing: false},
    {deviceId: 's-foreign', isLeftWithNothing: true},
  ],
  assignments: ['s-entrance', 's-long', 's-foreign', 's-hall'],
  fallbacks: [{ownerId: 'g-foyer', isLeftWithNothing: true}],
}

const beat = (minutes: number, late = minutes) => ({ts: ago(late), arrivedAt: ago(minutes)})
const report = {
  revision: 7,
  fetching: null,
  ready: 3,
  files: 3,
  playing: 'v1',
  free: 4e9,
  clockError: 0,
  faults: {},
  decodes: ['h264', 'vp9', 'vp8'],
  zone: ZONE,
}

const listOf = (version: number): ScreenList => ({
  version,
  items: ['v1', 'v2', 'v4'].map(assetId => ({assetId, schedule: null})),
  savedAt: NOW - 3 * MINUTE,
})

export const SCREEN_NEWS: readonly ScreenUpdate[] = [
  {deviceId: 's-entrance', heartbeat: beat(0.4), report, list: listOf(7)},
  {
    deviceId: 's-hall',
    heartbeat: beat(14),
    report: {...report, revision: 6, fetching: 7, ready: 2, files: 5},
    list: listOf(7),
  },
  {
    deviceId: 's-clock',
    heartbeat: beat(0.5, 1440),
    report: {...report, faults: {v2: 'Its file is broken.'}},
    list: listOf(7),
  },
  {deviceId: 's-foreign', heartbeat: beat(1), report: null, list: listOf(2)},
]

const raised = (changes: Partial<Emergency>): Emergency => ({
  ...{id: 'fire', videoId: 'v5', groupId: null, why: 'Smoke in hall 2, the fire brigade is on its way', by: 'Mira'},
  ...{since: ago(4), until: NOW + 56 * MINUTE, isDrill: false},
  ...changes,
})

export const EMERGENCIES_RAISED: StoredList<Emergency> = {
  ...NO_LIST,
  items: [raised({}), raised({id: 'drill', videoId: 'v4', groupId: 'g-long', why: LONG, by: LONG, isDrill: true})],
  version: 2,
  exists: true,
}

export const HOURS_KEPT: OwnHours = {
  ...NO_LIST,
  items: [
    {
      ...ALWAYS_OPEN,
      hours: [
        {...ALWAYS, days: [1, 2, 3, 4, 5], from: 480, until: 1200},
        {...ALWAYS, days: [6], from: 600, until: 120},
      ],
      closed: [{day: '2026-12-25', name: 'Christmas'}],
      zone: 'Europe/Berlin',
    },
  ],
  version: 3,
  exists: true,
}

/** One screen shows the emergency, and another one has not got its video. */
export const EMERGENCY_SHOWN: readonly ScreenUpdate[] = [
  {deviceId: 's-entrance', report: {...report, playing: 'v5', emergency: {id: 'fire', state: 'shown'}}},
  {deviceId: 's-clock', report: {...report, emergency: {id: 'fire', state: 'missing'}}},
]

export const FAULTY_VIDEO: ScreenUpdate = {
  deviceId: 's-entrance',
  heartbeat: beat(0),
  list: listOf(7),
  report: {...report, faults: {v2: FAULTS.unplayable}},
}

const item = (assetId: string, from: number | null = null): PlaylistItem => ({
  assetId,
  schedule: from === null ? null : {from, until: 1080, days: [1, 2, 3], since: null, through: null},
})

export const PLAYLIST_KEPT: StoredList<PlaylistItem> = {
  ...NO_LIST,
  items: [item('v1'), item('v2', 480), item('v4'), item('v-deleted')],
  version: 7,
  exists: true,
}

const planned = (assetId: string, schedule: Partial<Schedule>): PlaylistItem => ({
  assetId,
  schedule: {...ALWAYS, ...schedule},
})

const HOURS = {from: 480, until: 1080}

/** Every kind of hours; NOW is a Wednesday. */
export const PLAYLIST_PLANNED: StoredList<PlaylistItem> = {
  ...PLAYLIST_KEPT,
  items: [
    planned('v1', {...HOURS, days: [1, 2, 3, 4, 5], through: '2026-03-27'}),
    planned('v2', {from: 1320, until: 120}),
    planned('v3', {days: [6, 7]}),
    planned('v4', {days: []}),
    planned('v5', {since: '2026-03-10', through: '2026-03-01'}),
    planned('v6', {through: '2026-03-17'}),
    planned('v7', {...HOURS, since: '2026-03-21', through: '2026-03-22', days: [1]}),
  ],
}

const hundred = Array.from({length: 100}, (_, at) => `w${at + 1}`)

/** The longest list that anybody needs to look through, of names of 255 characters. */
export const PLAYLIST_OF_100: StoredList<PlaylistItem> = {
  ...PLAYLIST_KEPT,
  items: hundred.map((id, at) => planned(id, {from: (at * 15) % 1440, until: (at * 15 + 180) % 1440})),
}

export const VIDEOS_OF_100: VideoList = {
  ...VIDEOS,
  videos: hundred.map(id => video(id, `${`${id} ${LONG}`.slice(0, 251)}.mp4`, '#2b6cb0')),
}

/** A library of many years. */
export const VIDEOS_OF_5000: VideoList = {
  ...VIDEOS,
  videos: Array.from({length: 5000}, (_, at) => video(`y${at}`, `Campaign ${at + 1}.mp4`, null)),
}

export const ASSIGNED_KEPT: StoredList<string> = {
  ...NO_LIST,
  items: ['v1', 'v2', 'v3', 'v4', 'v-deleted'],
  version: 3,
  exists: true,
}

export const GROUPS: readonly Group[] = [
  {id: 'g-foyer', name: 'Foyer', version: 1},
  {id: 'g-long', name: LONG, version: 2},
]

export const FALLBACKS: FallbackVideos = new Map([['g-foyer', ['v5', 'v1']]])

export const FALLBACK_KEPT: StoredList<PlaylistItem> = {
  ...NO_LIST,
  items: ['v5', 'v1'].map(assetId => ({assetId, schedule: null})),
  version: 1,
  exists: true,
}

export const MEMBERS_KEPT: StoredList<string> = {...NO_LIST, items: ['s-entrance', 's-rtl'], version: 1, exists: true}

const edited = (minutes: number, name: string | null, changes: ListEdit['changes']): ListEdit => ({
  at: ago(minutes),
  name,
  changes,
})

export const PLAYLIST_EDITS: readonly ListEdit[] = [
  edited(4, 'Mia Berg', [{kind: 'moved', ids: ['v1'], count: 1}]),
  edited(90, 'Jon Lund', [
    {kind: 'added', ids: ['v2', 'v4'], count: 2},
    {kind: 'hours', ids: ['v2'], count: 1},
  ]),
  edited(60 * 30, null, [{kind: 'removed', ids: ['v-deleted'], count: 12}]),
  edited(60 * 24 * 20, 'Mia Berg', null),
]
