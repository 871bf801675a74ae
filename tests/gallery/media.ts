import {deletedVideosMachine} from '../../src/machines/media/deletedVideos'
import {deviceStatusMachine} from '../../src/machines/media/deviceStatus'
import {emergencyMachine} from '../../src/machines/media/emergency'
import {fallbacksMachine, fallbackVideosMachine} from '../../src/machines/media/fallbacks'
import {mediaMachine} from '../../src/machines/media/media'
import {openingHoursMachine} from '../../src/machines/media/openingHours'
import {playsMachine} from '../../src/machines/media/plays'
import {previewMachine} from '../../src/machines/media/preview'
import {uploadMachine} from '../../src/machines/media/upload'
import {uploadsMachine} from '../../src/machines/media/uploads'
import {videoDeletionMachine} from '../../src/machines/media/videoDeletion'
import {videosMachine} from '../../src/machines/media/videos'
import {type Entry, type Shown, type Step, shows, tell} from './entry'
import {AWAY, answers, BROKEN, DONE, PENDING, refusal, says, UNKNOWN_SERVER} from './given'
import {
  CLIP,
  DELETED_VIDEOS,
  EMERGENCIES_RAISED,
  EMERGENCY_SHOWN,
  FALLBACKS,
  HOURS_KEPT,
  PREPARED,
  SCREENS,
  SUNRISE,
  VIDEOS,
  VIDEOS_OF_5000,
} from './mediaWorld'
import type {Parts} from './parts'
import {named} from './regions'
import {LONG, MEDIA_ADMIN, NOW} from './world'

const MIB = 1024 * 1024

const file = (name: string, size = 40 * MIB) => {
  const made = new File([], name, {type: 'video/mp4', lastModified: NOW})
  Object.defineProperty(made, 'size', {value: size})
  return made
}

const entry = (
  name: string,
  shown: readonly Shown[],
  steps: Entry['steps'] = [],
  given: (parts: Parts) => Partial<Parts> = () => ({}),
): Entry => ({
  name,
  at: '/dashboard',
  steps,
  shows: shown,
  given: parts => ({
    session: parts.session.provide({actors: {loadCurrentUser: answers(MEDIA_ADMIN)}}),
    devices: parts.devices.provide({actors: {loadDevices: answers(SCREENS)}}),
    ...given(parts),
  }),
})

const chosen = (...files: readonly File[]) => tell(uploadsMachine, {type: 'files.chosen', files, room: VIDEOS.room})
const one = chosen(file('Autumn.mp4'))
const reading = (parts: Parts) => ({upload: parts.upload.provide({actors: {prepare: answers()}})})
const sent = (bytes: number, at: number) => ({type: 'bytes.sent', bytes, at}) as const
const half = tell(uploadMachine, sent(8 * MIB, NOW), sent(24 * MIB, NOW + 4000))
const cut = tell(uploadMachine, {type: 'sending.failed', error: AWAY})
const stored = tell(uploadMachine, {type: 'file.stored'})
const illustrated = (parts: Parts) => ({upload: parts.upload.provide({actors: {storePicture: answers(DONE)}})})
const loaded = {id: videosMachine.id, state: 'loaded.current'}

const deletion = tell(mediaMachine, {type: 'deletion.opened', videos: [SUNRISE]})
const confirmed = [loaded, ...deletion, ...tell(videoDeletionMachine, {type: 'deletion.confirmed'})]
const previewed = tell(previewMachine, {type: 'video.chosen', videoId: SUNRISE.id})

const [SPRING_SALE] = DELETED_VIDEOS
const deletedLoaded = shows(deletedVideosMachine, 'loaded.list.current', 'loaded.dialog.closed')
const changed = tell(deletedVideosMachine, {type: 'entries.changed'})
const restoring = tell(deletedVideosMachine, {type: 'act.requested', act: SPRING_SALE})
const purging = tell(deletedVideosMachine, {type: 'deletion.requested', row: SPRING_SALE})
const purged = [...purging, ...tell(deletedVideosMachine, {type: 'deletion.confirmed'})]

const deletedVideos: readonly Entry[] = [
  binEntry('deleted-videos', deletedLoaded, []),
  entry('deleted-videos-loading', shows(deletedVideosMachine, 'loading'), [loaded], ({deletedVideos}) => ({
    deletedVideos: deletedVideos.provide({actors: {load: answers()}}),
  })),
  entry('deleted-videos-failed', shows(deletedVideosMachine, 'failed'), [loaded], ({deletedVideos}) => ({
    deletedVideos: deletedVideos.provide({actors: {load: answers(BROKEN)}}),
  })),
  binEntry('deleted-videos-refreshing', shows(deletedVideosMachine, 'loaded.list.refreshing'), changed, {
    load: answers(DELETED_VIDEOS, PENDING),
  }),
  binEntry('deleted-videos-missed', shows(deletedVideosMachine, 'loaded.list.missed'), changed, {
    load: answers(DELETED_VIDEOS, BROKEN),
  }),
  binEntry('deleted-video-restoring', shows(deletedVideosMachine, 'loaded.dialog.acting'), restoring),
  {
    ...binEntry('deleted-video-restore-failed', deletedLoaded, restoring, {act: answers(BROKEN)}),
    until: 'The video could not be restored.',
  },
  binEntry('deleted-video-purge', shows(deletedVideosMachine, 'loaded.dialog.deleting.asking'), purging),
  binEntry('deleted-video-purging', shows(deletedVideosMachine, 'loaded.dialog.deleting.sending'), purged),
]

function binEntry(
  name: string,
  shown: readonly Shown[],
  steps: readonly Step[],
  actors: Parameters<Parts['deletedVideos']['provide']>[0]['actors'] = {},
): Entry {
  return entry(name, shown, [loaded, ...deletedLoaded, ...steps], ({deletedVideos}) => ({
    deletedVideos: deletedVideos.provide({actors: {load: answers(DELETED_VIDEOS), ...actors}}),
  }))
}

const openedFallback = tell(fallbacksMachine, {
  type: 'fallback.opened',
  owner: {kind: 'asset', id: 'g-foyer', organisationId: MEDIA_ADMIN.organisationId},
})
const refreshedFallback = tell(fallbackVideosMachine, {type: 'refresh.requested'})

const fallbacks: readonly Entry[] = [
  entry('fallback-none', shows(fallbacksMachine, 'list.none', 'dialog.closed'), [loaded]),
  {
    ...entry('fallback', shows(fallbacksMachine, 'list.arranged', 'dialog.open'), [
      loaded,
      ...shows(fallbackVideosMachine, 'loaded.current'),
      ...openedFallback,
    ]),
    until: 'Menu of the week.mp4',
  },
  fallbackEntry('awaitingServer', {load: answers(BROKEN)}, tell(fallbackVideosMachine, ...UNKNOWN_SERVER)),
  fallbackEntry('loading', {load: answers()}),
  fallbackEntry('failed', {load: answers(BROKEN)}),
  fallbackEntry('loaded.current'),
  fallbackEntry('loaded.refreshing', {load: answers(FALLBACKS, PENDING)}, refreshedFallback),
  fallbackEntry('loaded.missed', {load: answers(FALLBACKS, BROKEN)}, refreshedFallback),
]

function fallbackEntry(
  state: string,
  actors: Parameters<Parts['fallbackVideos']['provide']>[0]['actors'] = {},
  steps: readonly Step[] = [],
): Entry {
  return entry(
    `fallback-videos-${state.replace('.', '-')}`,
    shows(fallbackVideosMachine, state),
    [loaded, ...steps],
    ({fallbackVideos}) => ({fallbackVideos: fallbackVideos.provide({actors: actors ?? {}})}),
  )
}

const uploads: readonly Entry[] = [
  entry(
    'upload-waiting',
    shows(uploadMachine, 'waiting'),
    chosen(file('One.mp4'), file('Two.mp4'), file('Three.mp4')),
    reading,
  ),
  entry('upload-reading', [...shows(uploadMachine, 'reading'), ...shows(uploadsMachine, 'work.busy')], one, reading),
  entry('upload-sending', shows(uploadMachine, 'sending.going'), [...one, ...half]),
  entry('upload-storing', shows(uploadMachine, 'sending.storing'), [
    ...one,
    ...tell(uploadMachine, sent(8 * MIB, NOW), sent(40 * MIB, NOW + 8000)),
  ]),
  entry('upload-interrupted', shows(uploadMachine, 'interrupted'), [...one, ...half, ...cut]),
  entry('upload-illustrating', shows(uploadMachine, 'illustrating'), [...one, ...stored]),
  entry('upload-ready', shows(uploadMachine, 'ready'), [...one, ...stored], illustrated),
  entry('upload-ready-unseen', shows(uploadMachine, 'ready'), [...one, ...stored], parts => ({
    upload: parts.upload.provide({
      actors: {prepare: answers({...PREPARED, duration: null, picture: null, pictureUrl: null, unseen: 'unplayable'})},
    }),
  })),
  entry('upload-failed', shows(uploadMachine, 'failed'), [
    ...one,
    ...half,
    ...tell(uploadMachine, {
      type: 'sending.failed',
      error: refusal(507, 'There is no room on the server for this file.'),
    }),
  ]),
  entry('upload-refused-by-server', shows(uploadMachine, 'refused'), [
    ...one,
    ...half,
    ...tell(uploadMachine, {type: 'sending.failed', error: refusal(415, 'Only video files can be uploaded.')}),
  ]),
  entry('upload-cancelled', shows(uploadMachine, 'cancelled'), [
    ...one,
    ...tell(uploadMachine, {type: 'cancel.requested'}),
  ]),
  {
    ...entry(
      'upload-refused',
      [loaded],
      [
        ...chosen(
          new File(['notes'], 'Notes.txt', {type: 'text/plain', lastModified: NOW}),
          file('Nothing.mp4', 0),
          file(`${LONG}.mp4`, 9 * 1024 * MIB),
        ),
      ],
    ),
    until: 'is too large.',
  },
  {...entry('upload-none-chosen', [loaded], chosen()), until: 'A file must be chosen; video files only'},
  {
    ...entry('upload-unfinished', [...shows(uploadsMachine, 'work.idle', 'list.closed'), loaded], [], () => ({
      unfinished: [{key: 'k', name: 'Autumn.mp4', size: 40 * MIB}],
    })),
    until: 'Not finished.',
  },
  entry('upload-list', shows(uploadsMachine, 'list.open'), [
    ...one,
    ...half,
    ...tell(uploadsMachine, {type: 'list.opened'}),
  ]),
]

const videos: readonly Entry[] = [
  {
    ...entry('videos-awaiting', shows(videosMachine, 'awaitingServer'), [], parts => ({
      link: parts.link.provide({actors: {probeOffer: answers(), liveConnection: says()}}),
    })),
  },
  entry('videos-loading', shows(videosMachine, 'loading'), [], ({videos}) => ({
    videos: videos.provide({actors: {load: answers()}}),
  })),
  entry('videos-failed', shows(videosMachine, 'failed'), [], ({videos}) => ({
    videos: videos.provide({actors: {load: answers(BROKEN)}}),
  })),
  entry('videos', [
    ...shows(videosMachine, 'loaded.current'),
    ...shows(previewMachine, 'empty'),
    ...shows(mediaMachine, 'loaded.dialog.closed'),
  ]),
  entry('videos-none', shows(videosMachine, 'loaded.current'), [], ({videos}) => ({
    videos: videos.provide({actors: {load: answers({...VIDEOS, videos: []})}}),
  })),
  entry('videos-thousands', shows(videosMachine, 'loaded.current'), [], ({videos}) => ({
    videos: videos.provide({actors: {load: answers(VIDEOS_OF_5000)}}),
  })),
  {
    ...entry(
      'videos-ticked',
      [loaded],
      [loaded, ...tell(mediaMachine, {type: 'videos.ticked', videoIds: ['v1', 'v3'], isTicked: true})],
    ),
    at: '/dashboard?page=videos',
  },
  {
    ...entry(
      'videos-not-found',
      [loaded],
      [loaded, ...tell(mediaMachine, {type: 'videoSearch.typed', search: 'winter'})],
    ),
    until: 'No video has such a name.',
  },
  entry(
    'videos-refreshing',
    shows(videosMachine, 'loaded.refreshing'),
    [loaded, ...tell(mediaMachine, {type: 'video.stored'})],
    ({videos}) => ({videos: videos.provide({actors: {load: answers(VIDEOS, PENDING)}})}),
  ),
  entry(
    'videos-missed',
    shows(videosMachine, 'loaded.missed'),
    [loaded, ...tell(mediaMachine, {type: 'video.stored'})],
    ({videos}) => ({videos: videos.provide({actors: {load: answers(VIDEOS, BROKEN)}})}),
  ),
  entry(
    'video-deletion-counting',
    shows(videoDeletionMachine, 'counting'),
    [loaded, ...deletion],
    ({videoDeletion}) => ({
      videoDeletion: videoDeletion.provide({actors: {loadUses: answers()}}),
    }),
  ),
  entry(
    'video-deletion',
    [...shows(videoDeletionMachine, 'asking'), ...shows(mediaMachine, 'loaded.dialog.deleting')],
    [loaded, ...deletion],
  ),
  entry('video-deletion-of-several', shows(videoDeletionMachine, 'asking'), [
    loaded,
    ...tell(mediaMachine, {type: 'deletion.opened', videos: VIDEOS.videos.slice(0, 3)}),
  ]),
  ...deletedVideos,
  ...fallbacks,
  entry('video-deleting', shows(videoDeletionMachine, 'deleting'), confirmed),
  {
    ...entry('video-deletion-failed', shows(videoDeletionMachine, 'asking'), confirmed, ({videoDeletion}) => ({
      videoDeletion: videoDeletion.provide({actors: {deleteVideo: answers(BROKEN)}}),
    })),
    until: 'Delete failed',
  },
]

/** The states of the library are seen in it, and dialogs are over the whole page. */
const LIBRARY = named('Server Videos')
const OVER_THE_PAGE = /awaiting|deletion|deleting|purg/
const inLibrary = videos.map(entry => (OVER_THE_PAGE.test(entry.name) ? entry : {...entry, region: LIBRARY}))

const preview: readonly Entry[] = [
  entry('preview-fetching', shows(previewMachine, 'fetching'), previewed, ({preview}) => ({
    preview: preview.provide({actors: {loadFileUrl: answers()}}),
  })),
  entry('preview-failed', shows(previewMachine, 'failed'), previewed, ({preview}) => ({
    preview: preview.provide({actors: {loadFileUrl: answers(refusal(404, 'The asset has no file.'))}}),
  })),
  entry('preview-opening', shows(previewMachine, 'shown.opening'), previewed),
  entry(
    'preview-playing',
    shows(previewMachine, 'shown.playing'),
    [...previewed, ...tell(previewMachine, {type: 'playback.begun'}, {type: 'size.chosen', size: 'medium'})],
    ({preview}) => ({preview: preview.provide({actors: {loadFileUrl: answers(CLIP)}})}),
  ),
  entry(
    'preview-unplayable',
    shows(previewMachine, 'unplayable'),
    [...previewed, ...tell(previewMachine, {type: 'playback.failed', at: 0})],
    ({preview}) => ({preview: preview.provide({actors: {loadFileUrl: answers('data:video/mp4;base64,AAAA')}})}),
  ),
]

const plays: readonly Entry[] = [
  entry('plays-awaiting', shows(playsMachine, 'awaitingServer'), [], parts => ({
    link: parts.link.provide({actors: {probeOffer: answers(), liveConnection: says()}}),
  })),
  entry('plays-loading', shows(playsMachine, 'loading'), [], ({plays}) => ({
    plays: plays.provide({actors: {loadPlays: answers()}}),
  })),
  entry('plays-failed', shows(playsMachine, 'failed'), [], ({plays}) => ({
    plays: plays.provide({actors: {loadPlays: answers(BROKEN)}}),
  })),
  entry('plays', shows(playsMachine, 'loaded.idle')),
  entry('plays-saving', shows(playsMachine, 'loaded.saving'), tell(playsMachine, {type: 'file.requested'})),
]

const emergencies: readonly Entry[] = [
  {
    ...entry(
      'emergency',
      shows(emergencyMachine, 'watching'),
      [
        ...shows(deviceStatusMachine, 'checking'),
        ...tell(deviceStatusMachine, {type: 'screens.received', updates: EMERGENCY_SHOWN}),
      ],
      ({emergencies}) => ({emergencies: emergencies.provide({actors: {readList: answers(EMERGENCIES_RAISED)}})}),
    ),
    at: '/dashboard?device=s-entrance',
    until: 'Shown on 1 of 3 screens',
  },
  entry('emergencies-unread', shows(emergencyMachine, 'watching'), [], ({emergencies}) => ({
    emergencies: emergencies.provide({actors: {readList: answers(BROKEN)}}),
  })),
  entry('emergencies-of-customer', shows(emergencyMachine, 'unknown'), [], ({session}) => ({
    session: session.provide({
      actors: {loadCurrentUser: answers({...MEDIA_ADMIN, authority: 'CUSTOMER_ADMIN', customerId: 'c1'})},
    }),
  })),
]

const openingHours: readonly Entry[] = [
  entry('opening-hours', shows(openingHoursMachine, 'watching'), [], ({openingHours}) => ({
    openingHours: openingHours.provide({actors: {readList: answers(HOURS_KEPT)}}),
  })),
  entry('opening-hours-of-customer', shows(openingHoursMachine, 'unknown'), [], ({session}) => ({
    session: session.provide({
      actors: {loadCurrentUser: answers({...MEDIA_ADMIN, authority: 'CUSTOMER_ADMIN', customerId: 'c1'})},
    }),
  })),
]

/** The dashboard of media organisations: its videos, their uploads, and their plays. */
export const media: readonly Entry[] = [...uploads, ...inLibrary, ...preview, ...plays, ...emergencies, ...openingHours]
