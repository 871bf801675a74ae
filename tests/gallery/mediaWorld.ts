import type {Plays} from '../../src/domain/media/play'
import type {Video, VideoList} from '../../src/domain/media/video'
import type {PlaysAnswer} from '../../src/machines/media/plays'
import type {PreparedUpload} from '../../src/machines/media/upload'
import {ago, LONG, NOW} from './world'

const MIB = 1024 * 1024

const picture = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><path fill="${colour}" d="M0 0h16v9H0z"/><path fill="#fff" d="M6 2l5 2.5L6 7z"/></svg>`,
  )}`

const video = (id: string, name: string, colour: string | null, more: Partial<Video> = {}): Video => ({
  ...{id, name, createdAt: ago(60 * 24 * 3), size: 12.4 * MIB, duration: 30_000},
  thumbnailUrl: colour === null ? null : picture(colour),
  ...more,
})

export const SUNRISE = video('v1', 'Sunrise.mp4', '#b7791f')

export const VIDEOS: VideoList = {
  videos: [
    SUNRISE,
    video('v2', 'Harbour tour.webm', '#2b6cb0', {size: 148 * MIB, duration: 754_000}),
    video('v3', 'افتتاح المعرض.mp4', '#2f855a', {size: 3.2 * MIB, duration: 8000}),
    video('v4', `${LONG}.mp4`, null, {size: 1.9 * 1024 * MIB, duration: null}),
    video('v5', 'Menu of the week.mp4', '#6b46c1'),
  ],
  room: {used: 2.1 * 1024 * MIB, quota: 5 * 1024 * MIB, fileLimit: 2 * 1024 * MIB},
}

export const PREPARED: PreparedUpload = {
  ...{assetId: 'v9', pictureId: 'v9t', duration: 12_000},
  ...{picture: new Blob(['picture']), pictureUrl: picture('#2b6cb0')},
}

const plays = (deviceName: string, assetId: string, assetName: string | null, whole: number): Plays => ({
  ...{deviceId: deviceName, deviceName, assetId, assetName, whole, brokenOff: whole % 3},
  ...{seconds: 30 * whole, first: ago(60 * 24 * 6), last: ago(2)},
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
