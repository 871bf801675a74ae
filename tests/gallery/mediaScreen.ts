import {fromCallback} from 'xstate'
import type {PlaylistItem} from '../../contract/rules/lists/playlist'
import {NO_LIST, type StoredList} from '../../contract/rules/lists/storedList'
import {MINUTE} from '../../contract/rules/time/durations'
import {playListOf} from '../../src/domain/media/preview'
import {linkMachine} from '../../src/machines/link'
import {deviceFieldMachine} from '../../src/machines/media/deviceField'
import {deviceStatusMachine} from '../../src/machines/media/deviceStatus'
import {assignmentBatchMachine, groupAssignmentMachine, resultOf} from '../../src/machines/media/groupAssignment'
import {groupEntriesMachine} from '../../src/machines/media/groups'
import {playlistMachine} from '../../src/machines/media/lists'
import {mediaMachine} from '../../src/machines/media/media'
import {pairingMachine} from '../../src/machines/media/pairing'
import {playlistHistoryMachine} from '../../src/machines/media/playlistHistory'
import {playlistPreviewMachine} from '../../src/machines/media/playlistPreview'
import {previewMachine} from '../../src/machines/media/preview'
import {playbackMachine, type Slot} from '../../src/machines/player/playback'
import {CHANGE} from './consoleWorld'
import {type Entry, type Shown, shows, tell} from './entry'
import {answers, BROKEN, calls, DONE, PENDING, refusal, says, UNKNOWN_SERVER} from './given'
import {
  FAULTY_VIDEO,
  GROUPS,
  PLAYLIST_EDITS,
  PLAYLIST_KEPT,
  PLAYLIST_OF_100,
  PLAYLIST_PLANNED,
  SCREENS,
  VIDEOS_OF_100,
} from './mediaWorld'
import type {Parts} from './parts'
import {named} from './regions'
import {MEDIA_ADMIN, NOW} from './world'

const ENTRANCE = '/dashboard?device=s-entrance&page=device'

const entry = (
  name: string,
  shown: readonly Shown[],
  steps: Entry['steps'] = [],
  given: (parts: Parts) => Partial<Parts> = () => ({}),
): Entry => ({
  name,
  at: ENTRANCE,
  steps,
  shows: shown,
  given: parts => ({
    session: parts.session.provide({actors: {loadCurrentUser: answers(MEDIA_ADMIN)}}),
    devices: parts.devices.provide({actors: {loadDevices: answers(SCREENS)}}),
    ...given({...parts, devices: parts.devices.provide({actors: {loadDevices: answers(SCREENS)}})}),
  }),
})

const chosen = shows(mediaMachine, 'loaded.device.chosen')
const kept = shows(playlistMachine, 'list.stored.idle')
const intent = tell(playlistMachine, {type: 'intent.added', intent: {kind: 'moveDown', assetId: 'v1'}})

const screen: readonly Entry[] = [
  entry('screen-loading', shows(mediaMachine, 'loading'), [], ({devices}) => ({
    devices: devices.provide({actors: {loadDevices: answers()}}),
  })),
  {
    ...entry('screen-none-chosen', shows(mediaMachine, 'loaded.device.none'), [], ({deviceStatus}) => ({
      deviceStatus: deviceStatus.provide({actors: {checks: fromCallback(() => {})}}),
    })),
    at: '/dashboard',
  },
  {...entry('screen-most-urgent', shows(mediaMachine, 'loaded.device.chosen')), at: '/dashboard'},
  {...entry('screen-of-one-state', shows(mediaMachine, 'loaded.device.chosen')), at: '/dashboard?state=silent'},
  entry('screen', [
    ...shows(mediaMachine, 'loaded.device.chosen', 'loaded.field.shown'),
    ...kept,
    ...shows(deviceStatusMachine, 'checking'),
    ...shows(groupEntriesMachine, 'loaded.list.current'),
  ]),
  entry('screen-faulty-video', shows(deviceStatusMachine, 'checking'), [
    ...kept,
    ...tell(deviceStatusMachine, {type: 'screens.received', updates: [FAULTY_VIDEO]}),
  ]),
  {
    ...entry('screen-second-player', shows(deviceStatusMachine, 'checking'), [
      ...kept,
      ...tell(deviceStatusMachine, {
        type: 'screens.received',
        updates: [{deviceId: 's-entrance', secondPlayer: NOW - 2 * MINUTE}],
      }),
    ]),
    at: '/dashboard?device=s-entrance',
    until: '2 players',
  },
  {
    ...entry(
      'screen-link-down',
      shows(deviceStatusMachine, 'unlinked'),
      [...kept, ...tell(linkMachine, {type: 'socket.closed'})],
      ({link}) => ({link: link.provide({actors: {backOff: says({type: 'retry.scheduled', at: NOW + 4000})}})}),
    ),
    at: '/dashboard?device=s-entrance',
    until: 'Unknown',
  },
]

const keeping =
  (list: StoredList<PlaylistItem>) =>
  ({playlist}: Parts) => ({playlist: playlist.provide({actors: {readList: answers(list)}})})

const hours: readonly Entry[] = [
  {
    ...entry('playlist-hours', kept, [], keeping(PLAYLIST_PLANNED)),
    until: 'Never plays: no day is chosen',
  },
  {
    ...entry('playlist-hundred', kept, [], ({videos, ...parts}) => ({
      ...keeping(PLAYLIST_OF_100)({videos, ...parts}),
      videos: videos.provide({actors: {load: answers(VIDEOS_OF_100)}}),
    })),
    until: '100 of 100',
  },
]

const previewed = [...kept, ...tell(mediaMachine, {type: 'playlist.previewed'})]
const ready = (slot: Slot) => tell(playbackMachine, {type: 'video.ready', slot})
const failed = (slot: Slot) => tell(playbackMachine, {type: 'video.failed', slot, seconds: 0, fault: 'gone'})
const listing = (...items: PlaylistItem[]) => {
  const list = playListOf({...PLAYLIST_KEPT, items})
  return ({playlistPreview}: Parts) => ({
    playlistPreview: playlistPreview.provide({actors: {lists: says({type: 'list.taken', list})}}),
  })
}

const playlistPreview: readonly Entry[] = [
  {
    ...entry('playlist-opening', shows(previewMachine, 'playlist'), previewed, () => ({
      loadPlaylistPreview: calls<void>(PENDING),
    })),
    until: 'Opening the playlist…',
  },
  entry('playlist-awaiting-time', shows(playlistPreviewMachine, 'awaitingTime'), previewed, ({playlistPreview}) => ({
    playlistPreview: playlistPreview.provide({actors: {clock: says()}}),
  })),
  entry('playlist-between', shows(playbackMachine, 'between'), previewed),
  {
    ...entry(
      'playlist-playing',
      [...shows(playlistPreviewMachine, 'playing'), ...shows(playbackMachine, 'playing')],
      [...previewed, ...ready(0), ...failed(1)],
    ),
    until: 'is not on the server any more.',
  },
  {
    ...entry('playlist-empty', shows(playbackMachine, 'dark.nothingToPlay'), previewed, listing()),
    until: 'Nothing is in the playlist.',
  },
  {
    ...entry(
      'playlist-out-of-hours',
      shows(playbackMachine, 'dark.outOfHours'),
      previewed,
      listing({
        assetId: 'v1',
        schedule: {from: 20 * 60, until: 22 * 60, days: null, since: null, through: null},
      }),
    ),
    until: 'None of the videos is to be played at this hour',
  },
  {
    ...entry(
      'playlist-all-faulty',
      shows(playbackMachine, 'dark.allFaulty'),
      [...previewed, ...failed(0)],
      listing({assetId: 'v-deleted', schedule: null}),
    ),
    until: 'None of the videos can be played here.',
  },
].map(entry => ({...entry, region: named('Preview')}))

const remembering = [...chosen, ...tell(mediaMachine, {type: 'history.opened', deviceId: 's-entrance'})]
const history = (
  state: string,
  load: Parameters<Parts['playlistHistory']['provide']>[0]['actors'] = {},
  steps: Entry['steps'] = [],
): Entry =>
  entry(
    `playlist-history-${state.replace('.', '-')}`,
    [...shows(mediaMachine, 'loaded.dialog.remembering'), ...shows(playlistHistoryMachine, state)],
    [...remembering, ...steps],
    ({playlistHistory}) => ({playlistHistory: playlistHistory.provide({actors: load ?? {}})}),
  )

const refreshed = tell(playlistHistoryMachine, {type: 'refresh.requested'})

const histories: readonly Entry[] = [
  history('awaitingServer', {load: answers(BROKEN)}, tell(playlistHistoryMachine, ...UNKNOWN_SERVER)),
  history('loading', {load: answers()}),
  history('failed', {load: answers(BROKEN)}),
  history('loaded.current'),
  history('loaded.refreshing', {load: answers(PLAYLIST_EDITS, PENDING)}, refreshed),
  history('loaded.missed', {load: answers(PLAYLIST_EDITS, BROKEN)}, refreshed),
]

const lists: readonly Entry[] = [
  entry('list-reading', shows(playlistMachine, 'list.reading'), [], ({playlist}) => ({
    playlist: playlist.provide({actors: {readList: answers()}}),
  })),
  entry('list-unread', shows(playlistMachine, 'list.unread'), [], ({playlist}) => ({
    playlist: playlist.provide({actors: {readList: answers(BROKEN)}}),
  })),
  entry('list-gone', shows(playlistMachine, 'list.gone'), [], ({playlist}) => ({
    playlist: playlist.provide({actors: {readList: answers(refusal(404))}}),
  })),
  entry('list-foreign', shows(playlistMachine, 'list.foreign.asking'), [], ({playlist}) => ({
    playlist: playlist.provide({actors: {readList: answers({...NO_LIST, isList: false, exists: true, version: 3})}}),
  })),
  entry(
    'list-replacing',
    shows(playlistMachine, 'list.foreign.replacing'),
    tell(playlistMachine, {type: 'replacement.confirmed'}),
    ({playlist}) => ({
      playlist: playlist.provide({actors: {readList: answers({...NO_LIST, isList: false, exists: true, version: 3})}}),
    }),
  ),
  entry('list-writing', shows(playlistMachine, 'list.stored.writing', 'drag.free'), [...kept, ...intent]),
  entry('list-catching-up', shows(playlistMachine, 'list.stored.catchingUp'), [...kept, ...intent], ({playlist}) => ({
    playlist: playlist.provide({
      actors: {readList: answers(PLAYLIST_KEPT, PENDING), writeList: answers(refusal(409))},
    }),
  })),
  entry('list-dragged', shows(playlistMachine, 'drag.held'), [
    ...kept,
    ...tell(playlistMachine, {type: 'drag.started'}),
  ]),
]

const entries = (...states: string[]) => shows(groupEntriesMachine, ...states)
const dialog = (state: string) => entries(`loaded.dialog.${state}`)
const groupsLoaded = entries('loaded.list.current', 'loaded.dialog.closed')
const [foyer] = GROUPS
const rename = foyer === undefined ? [] : tell(groupEntriesMachine, {type: 'edit.requested', row: foyer})
const deletion = foyer === undefined ? [] : tell(groupEntriesMachine, {type: 'deletion.requested', row: foyer})
const save = tell(groupEntriesMachine, {type: 'save.requested'})
const confirm = tell(groupEntriesMachine, {type: 'deletion.confirmed'})
const refresh = tell(groupEntriesMachine, {type: 'entries.changed'})
const grouped =
  (actors: Parameters<Parts['groupEntries']['provide']>[0]['actors']) =>
  ({groupEntries}: Parts) => ({groupEntries: groupEntries.provide({actors: actors ?? {}})})

const groups: readonly Entry[] = [
  entry('groups-loading', entries('loading'), [], grouped({load: answers()})),
  entry('groups-failed', entries('failed'), [], grouped({load: answers(BROKEN)})),
  entry('groups-none', groupsLoaded, [], grouped({load: answers([])})),
  entry('group-naming', dialog('form.typing'), [...groupsLoaded, ...rename]),
  entry('group-creating', dialog('form.sending'), [
    ...groupsLoaded,
    ...tell(groupEntriesMachine, {type: 'add.requested'}, {type: 'draft.changed', change: {name: 'Street'}}),
    ...save,
  ]),
  entry('group-renaming', dialog('form.sending'), [...groupsLoaded, ...rename, ...save]),
  entry(
    'group-comparing',
    dialog('form.comparing'),
    [...groupsLoaded, ...rename, ...save],
    grouped({load: answers(GROUPS, PENDING), save: answers(refusal(409))}),
  ),
  entry('group-deletion', dialog('deleting.asking'), [...groupsLoaded, ...deletion]),
  entry('group-deleting', dialog('deleting.sending'), [...groupsLoaded, ...deletion, ...confirm]),
  entry(
    'group-deletion-comparing',
    dialog('deleting.comparing'),
    [...groupsLoaded, ...deletion, ...confirm],
    grouped({load: answers(GROUPS, PENDING), remove: answers(refusal(409))}),
  ),
  entry(
    'groups-refreshing',
    entries('loaded.list.refreshing'),
    [...groupsLoaded, ...rename, ...save],
    grouped({load: answers(GROUPS, PENDING), save: answers(DONE)}),
  ),
  entry(
    'groups-missed',
    entries('loaded.list.missed'),
    [...groupsLoaded, ...refresh],
    grouped({load: answers(GROUPS, BROKEN)}),
  ),
]

const edited = SCREENS.slice(0, 1).flatMap(device => tell(mediaMachine, {type: 'field.edited', device, field: 'label'}))
const labelled = [...chosen, ...edited, ...tell(deviceFieldMachine, {type: 'value.typed', value: 'Main door'})]
const renamed = SCREENS.slice(0, 1).flatMap(device => tell(mediaMachine, {type: 'field.edited', device, field: 'name'}))
const unnamed = tell(deviceFieldMachine, {type: 'value.typed', value: ''}, {type: 'confirmed'})
const saved = [...labelled, ...tell(deviceFieldMachine, {type: 'field.left'})]
const paired = [...chosen, ...tell(mediaMachine, {type: 'pairing.opened', deviceId: 's-entrance'})]
const code = tell(pairingMachine, {
  type: 'form.submitted',
  values: {kind: 'device', deviceId: 's-entrance', code: 'K7PQ2M', replace: false},
})

const dialogs: readonly Entry[] = [
  entry(
    'label-editing',
    [...shows(mediaMachine, 'loaded.field.edited'), ...shows(deviceFieldMachine, 'editing')],
    labelled,
  ),
  {
    ...entry('name-refused', shows(deviceFieldMachine, 'editing'), [...chosen, ...renamed, ...unnamed]),
    at: '/dashboard?device=s-entrance',
    until: 'Device name is required.',
  },
  entry('label-reading', shows(deviceFieldMachine, 'reading'), saved),
  entry('label-saving', shows(deviceFieldMachine, 'saving'), saved, ({deviceField}) => ({
    deviceField: deviceField.provide({actors: {loadField: answers({value: 'Door', version: 4})}}),
  })),
  entry('label-conflict', shows(deviceFieldMachine, 'conflict'), saved, ({deviceField}) => ({
    deviceField: deviceField.provide({
      actors: {
        loadField: answers({value: 'Gate', version: 5}),
        findChange: answers(CHANGE),
      },
    }),
  })),
  entry('label-failed', shows(deviceFieldMachine, 'failed'), saved, ({deviceField}) => ({
    deviceField: deviceField.provide({actors: {loadField: answers(BROKEN)}}),
  })),
  entry('pairing', shows(mediaMachine, 'loaded.dialog.pairing'), paired),
  entry('pairing-refused', shows(pairingMachine, 'filling'), [...paired, ...code], ({screenPairing}) => ({
    screenPairing: screenPairing.provide({actors: {pair: answers(refusal(400, 'No screen shows this code.'))}}),
  })),
  entry('pairing-new', shows(pairingMachine, 'filling'), tell(mediaMachine, {type: 'pairing.opened', deviceId: null})),
  entry('pairing-taken', shows(pairingMachine, 'taken'), [...paired, ...code], ({screenPairing}) => ({
    screenPairing: screenPairing.provide({actors: {pair: answers(refusal(409, 'The device has a screen already.'))}}),
  })),
  entry('pairing-done', shows(pairingMachine, 'done'), [...paired, ...code], ({screenPairing}) => ({
    screenPairing: screenPairing.provide({actors: {pair: answers(null)}}),
  })),
]

const opened = [
  ...chosen,
  ...tell(mediaMachine, {
    type: 'assignment.opened',
    input: {
      assigned: {kind: 'videos', name: 'Sunrise.mp4', items: [{assetId: 'v1', schedule: null}]},
      targets: [{id: 'g-foyer', name: 'Foyer', devices: SCREENS}],
      devices: SCREENS,
    },
  }),
]
const ticked = [...opened, ...tell(groupAssignmentMachine, {type: 'target.ticked', id: 'g-foyer'})]
const started = [...ticked, ...tell(groupAssignmentMachine, {type: 'start.confirmed'})]
const half = SCREENS.slice(0, 2).map(({id}, at) =>
  at === 0 ? {id, ...resultOf({kind: 'added', added: 1, present: 0})} : {id, message: 'The device is gone.'},
)

const assignment: readonly Entry[] = [
  entry(
    'assignment',
    [...shows(mediaMachine, 'loaded.dialog.assigning'), ...shows(groupAssignmentMachine, 'asking')],
    opened,
  ),
  entry('assignment-replacing', shows(groupAssignmentMachine, 'asking'), [
    ...ticked,
    ...tell(groupAssignmentMachine, {type: 'manner.chosen', manner: 'replace'}),
  ]),
  entry(
    'assignment-running',
    [...shows(groupAssignmentMachine, 'assigning'), ...shows(assignmentBatchMachine, 'running.going')],
    started,
  ),
  entry('assignment-stopping', shows(assignmentBatchMachine, 'running.cancelling'), [
    ...started,
    ...tell(assignmentBatchMachine, {type: 'cancel.requested'}),
  ]),
  entry('assignment-finished', shows(assignmentBatchMachine, 'finished'), [
    ...started,
    ...tell(assignmentBatchMachine, {type: 'items.finished', outcomes: half}, {type: 'run.ended'}),
  ]),
]

/** The dashboard of media organisations: its devices, their groups, and what each of them plays. */
export const mediaScreen: readonly Entry[] = [
  ...screen,
  ...hours,
  ...playlistPreview,
  ...histories,
  ...lists,
  ...groups,
  ...dialogs,
  ...assignment,
]
