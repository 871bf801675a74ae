import {type ActorRefFrom, assertEvent, assign, enqueueActions, raise, type SnapshotFrom, sendTo, setup} from 'xstate'
import {isLinkDown, isLinkUp, type KnownLink, type LinkState, PROBING} from '../../domain/link'
import {byUrgency, type ScreenStates, stateOf} from '../../domain/media/found'
import type {Video, VideoList} from '../../domain/media/video'
import type {MediaView} from '../../domain/media/view'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import {mayManage} from '../../domain/user'
import {type Given, missing, source} from '../ports'
import {type DevicesInput, devicesMachine} from '../telemetry/devices'
import type {DevicesNotification} from '../telemetry/devicesEvents'
import {deletedVideosMachine} from './deletedVideos'
import {type DeviceField, type DeviceFieldInput, deviceFieldMachine} from './deviceField'
import {deviceStatusMachine} from './deviceStatus'
import {emergencyMachine} from './emergency'
import {fallbacksMachine} from './fallbacks'
import {type GroupAssignmentInput, groupAssignmentMachine} from './groupAssignment'
import {groupsMachine} from './groups'
import {assignedMachine, playlistMachine} from './lists'
import {openingHoursMachine} from './openingHours'
import {pairingMachine} from './pairing'
import {playlistHistoryMachine} from './playlistHistory'
import {previewMachine} from './preview'
import type {VideoStored} from './upload'
import {videoDeletionMachine} from './videoDeletion'
import {videosMachine} from './videos'

export interface MediaInput extends Pick<DevicesInput, 'user' | 'lateAfter' | 'now'> {
  view: MediaView
}

interface MediaContext extends MediaInput, KnownLink {
  devices: readonly DeviceEntry[]
  /** The search by name, label or group; empty shows all. */
  search: string
  /** The search by the names of videos. */
  videoSearch: string
  /** The ids of the videos with which something is done at once. */
  tickedVideos: ReadonlySet<string>
  /** The field that is edited next, as soon as the one before it is saved. */
  nextEdited: {device: DeviceEntry; field: DeviceField} | null
}

type MediaEvent =
  | DevicesNotification
  | {type: 'address.changed'; view: MediaView}
  | {type: 'view.changed'; change: Partial<MediaView>}
  | {type: 'device.proposed'; deviceId: string | null}
  | {type: 'playlist.previewed'}
  | {type: 'search.typed'; search: string}
  | {type: 'videoSearch.typed'; search: string}
  | {type: 'field.edited'; device: DeviceEntry; field: DeviceField}
  | {type: 'pairing.opened'; deviceId: string | null}
  | {type: 'pairing.closed'}
  | {type: 'assignment.opened'; input: GroupAssignmentInput}
  | {type: 'videos.ticked'; videoIds: readonly string[]; isTicked: boolean}
  | {type: 'deletion.opened'; videos: readonly Video[]}
  | {type: 'history.opened'; deviceId: string}
  | {type: 'history.closed'}
  | VideoStored

/** Arranges devices, their groups, and the playlists of each. */
export const mediaMachine = setup({
  types: {} as {
    context: MediaContext
    events: MediaEvent
    input: MediaInput
    children: {
      devices: 'devices'
      status: 'status'
      groups: 'groups'
      playlist: 'playlist'
      assigned: 'assigned'
      field: 'field'
      pairing: 'pairing'
      assignment: 'assignment'
      deletion: 'deletion'
      history: 'history'
      fallbacks: 'fallbacks'
      videos: 'videos'
      deletedVideos: 'deletedVideos'
      preview: 'preview'
      emergency: 'emergency'
      openingHours: 'openingHours'
    }
  },
  actors: {
    devices: devicesMachine,
    status: deviceStatusMachine,
    groups: groupsMachine,
    playlist: playlistMachine,
    assigned: assignedMachine,
    field: deviceFieldMachine,
    pairing: pairingMachine,
    assignment: groupAssignmentMachine,
    deletion: videoDeletionMachine,
    history: playlistHistoryMachine,
    fallbacks: fallbacksMachine,
    videos: videosMachine,
    deletedVideos: deletedVideosMachine,
    preview: previewMachine,
    emergency: emergencyMachine,
    openingHours: openingHoursMachine,
    addressChanges: source<Extract<MediaEvent, {type: 'address.changed'}>, void>('addressChanges'),
    storedVideos: source<VideoStored>('storedVideos'),
  },
  actions: {
    turnTo: assign((_, {view}: {view: MediaView}) => ({view})),
    previewVideo: sendTo('preview', ({context: {view}}) => ({type: 'video.chosen', videoId: view.videoId})),
    pushToUrl: (_, _params: Given<{view: MediaView}>) => missing('pushToUrl'),
    setLink: assign(({context, event}) =>
      event.type === 'link.changed' ? {link: event.link, offer: event.offer} : context,
    ),
    /** The chosen device may be in the group that something was assigned to. */
    readLists: enqueueActions(({enqueue, self}) => {
      const {assigned, playlist} = self.getSnapshot().children
      for (const list of [assigned, playlist]) if (list !== undefined) enqueue.sendTo(list, {type: 'change.suspected'})
    }),
    tick: assign(({context}, {videoIds, isTicked}: {videoIds: readonly string[]; isTicked: boolean}) => {
      const tickedVideos = new Set(context.tickedVideos)
      for (const id of videoIds) isTicked ? tickedVideos.add(id) : tickedVideos.delete(id)
      return {tickedVideos}
    }),
    editNext: enqueueActions(({context: {nextEdited}, enqueue}) => {
      if (nextEdited === null) return
      enqueue.assign({nextEdited: null})
      enqueue.raise({type: 'field.edited', ...nextEdited})
    }),
    addDevice: assign(({context: {devices, view}}, {device}: {device: DeviceEntry | null}) =>
      device === null ? {} : {devices: [...devices, device], view: {...view, deviceId: device.id}},
    ),
    takeField: assign({
      devices: ({context: {devices}}, {deviceId, field, value}: DeviceFieldInput) =>
        devices.map(device => (device.id === deviceId ? {...device, [field]: value} : device)),
    }),
  },
  guards: {
    isBack: ({context}, {link}: {link: LinkState}) => isLinkDown(context.link) && isLinkUp(link),
    hasDevice: ({context: {devices, view}}) => devices.some(({id}) => id === view.deviceId),
    isVideoGone: ({context: {view}}, {snapshot}: {snapshot: SnapshotFrom<typeof videosMachine>}) =>
      view.videoId !== null && (snapshot.context.value?.videos.every(({id}) => id !== view.videoId) ?? false),
    /** Nobody has chosen a device, and all are read. */
    isFirstLook: ({context: {devices, view}}, {states}: {states: ScreenStates}) =>
      view.deviceId === null && devices.length > 0 && devices.every(({id}) => stateOf(states, id).kind !== 'unknown'),
    isOtherDevice: ({context}, {view}: {view: MediaView}) => view.deviceId !== context.view.deviceId,
  },
}).createMachine({
  id: 'media',
  context: ({input}) => ({
    ...input,
    devices: [],
    search: '',
    videoSearch: '',
    tickedVideos: new Set(),
    nextEdited: null,
    link: PROBING,
    offer: null,
  }),
  invoke: [
    {
      id: 'devices',
      src: 'devices',
      input: ({context: {user, lateAfter, now, view}}) => ({
        user,
        lateAfter,
        now,
        device: null,
        watchedDeviceId: view.deviceId,
      }),
      onError: {},
    },
    {id: 'groups', src: 'groups', input: ({context: {user}}) => ({organisationId: user.organisationId}), onError: {}},
    {
      id: 'videos',
      src: 'videos',
      input: ({context: {user}}) => ({organisationId: user.organisationId ?? ''}),
      onSnapshot: {
        guard: {type: 'isVideoGone', params: ({event}) => event},
        actions: raise({type: 'view.changed', change: {videoId: null}}),
      },
      onError: {},
    },
    {
      id: 'deletedVideos',
      src: 'deletedVideos',
      input: ({context: {user}}) => ({organisationId: mayManage(user) ? user.organisationId : null}),
      onError: {},
    },
    {
      id: 'fallbacks',
      src: 'fallbacks',
      input: ({context: {user}}) => ({organisationId: mayManage(user) ? user.organisationId : null}),
      onError: {},
    },
    {id: 'preview', src: 'preview', onError: {}},
    {id: 'emergency', src: 'emergency', input: ({context: {user, now}}) => ({user, now}), onError: {}},
    {id: 'openingHours', src: 'openingHours', input: ({context: {user}}) => ({user}), onError: {}},
    {src: 'addressChanges', onError: {}},
    {src: 'storedVideos', onError: {}},
  ],
  entry: 'previewVideo',
  on: {
    'clock.ticked': {actions: assign({now: ({event}) => event.at})},
    'link.changed': [
      {
        guard: {type: 'isBack', params: ({event}) => event},
        actions: ['setLink', sendTo('groups', {type: 'refresh.requested'})],
      },
      {actions: 'setLink'},
    ],
    'search.typed': {actions: assign({search: ({event}) => event.search})},
    'videoSearch.typed': {actions: assign({videoSearch: ({event}) => event.search})},
    'videos.ticked': {actions: {type: 'tick', params: ({event}) => event}},
    'video.stored': {actions: sendTo('videos', {type: 'refresh.requested'})},
  },
  initial: 'loading',
  states: {
    loading: {
      on: {
        'devices.loaded': {target: 'loaded', actions: assign({devices: ({event}) => event.devices})},
        'address.changed': {actions: [{type: 'turnTo', params: ({event}) => event}, 'previewVideo']},
      },
    },
    loaded: {
      type: 'parallel',
      invoke: {
        id: 'status',
        src: 'status',
        input: ({context: {user, now, devices, link, offer}}) => ({
          now,
          link,
          offer,
          organisationId: user.organisationId,
          deviceIds: devices.map(({id}) => id),
        }),
        onSnapshot: {
          guard: {type: 'isFirstLook', params: ({event}) => event.snapshot.context},
          actions: raise(({context: {devices}, event}) => ({
            type: 'device.proposed',
            deviceId: byUrgency(devices, event.snapshot.context.states)[0]?.id ?? null,
          })),
        },
        onError: {},
      },
      on: {
        'telemetry.resumed': {
          actions: sendTo('status', {type: 'refresh.requested'}),
        },
      },
      states: {
        device: {
          initial: 'opening',
          on: {
            'address.changed': [
              {
                guard: {type: 'isOtherDevice', params: ({event}) => event},
                target: '.opening',
                actions: [{type: 'turnTo', params: ({event}) => event}, 'previewVideo'],
              },
              {actions: [{type: 'turnTo', params: ({event}) => event}, 'previewVideo']},
            ],
            'view.changed': [
              {
                guard: {
                  type: 'isOtherDevice',
                  params: ({context, event}) => ({view: {...context.view, ...event.change}}),
                },
                target: '.opening',
                actions: [
                  {type: 'turnTo', params: ({context, event}) => ({view: {...context.view, ...event.change}})},
                  {type: 'pushToUrl', params: ({context}) => context},
                  'previewVideo',
                ],
              },
              {
                actions: [
                  {type: 'turnTo', params: ({context, event}) => ({view: {...context.view, ...event.change}})},
                  {type: 'pushToUrl', params: ({context}) => context},
                  'previewVideo',
                ],
              },
            ],
          },
          states: {
            opening: {always: [{guard: 'hasDevice', target: 'chosen'}, {target: 'none'}]},
            /** The screen that needs a person most is chosen until a person chooses another. The address stays as it is. */
            none: {
              on: {
                'device.proposed': {
                  target: 'opening',
                  actions: {
                    type: 'turnTo',
                    params: ({context: {view}, event: {deviceId}}) => ({view: {...view, deviceId}}),
                  },
                },
              },
            },
            chosen: {
              on: {
                'playlist.previewed': {
                  actions: [
                    raise({type: 'view.changed', change: {videoId: null}}),
                    sendTo('preview', {type: 'playlist.chosen'}),
                  ],
                },
              },
              exit: sendTo('preview', {type: 'playlist.left'}),
              invoke: [
                {id: 'playlist', src: 'playlist', input: ({context}) => listInput(context), onError: {}},
                {id: 'assigned', src: 'assigned', input: ({context}) => listInput(context), onError: {}},
              ],
            },
          },
        },
        field: {
          initial: 'shown',
          states: {
            shown: {on: {'field.edited': 'edited'}},
            edited: {
              invoke: {
                id: 'field',
                src: 'field',
                input: ({event}) => {
                  assertEvent(event, 'field.edited')
                  const {device, field} = event
                  return {deviceId: device.id, field, value: device[field] ?? ''}
                },
                onDone: {
                  target: 'shown',
                  actions: [{type: 'takeField', params: ({event}) => event.output}, 'editNext'],
                },
                onError: {target: 'shown', actions: 'editNext'},
              },
              on: {'field.edited': {actions: assign({nextEdited: ({event: {device, field}}) => ({device, field})})}},
            },
          },
        },
        dialog: {
          initial: 'closed',
          states: {
            closed: {
              on: {
                'pairing.opened': 'pairing',
                'assignment.opened': 'assigning',
                'deletion.opened': 'deleting',
                'history.opened': 'remembering',
              },
            },
            remembering: {
              invoke: {
                id: 'history',
                src: 'history',
                input: ({event}) => {
                  assertEvent(event, 'history.opened')
                  return {deviceId: event.deviceId}
                },
                onError: 'closed',
              },
              on: {'history.closed': 'closed'},
            },
            pairing: {
              invoke: {
                id: 'pairing',
                src: 'pairing',
                input: ({event}) => {
                  assertEvent(event, 'pairing.opened')
                  return event
                },
                onDone: {
                  target: '#media.loaded',
                  reenter: true,
                  actions: [
                    {type: 'addDevice', params: ({event}) => ({device: event.output})},
                    {type: 'pushToUrl', params: ({context}) => context},
                  ],
                },
                onError: 'closed',
              },
              on: {'pairing.closed': 'closed'},
            },
            assigning: {
              invoke: {
                id: 'assignment',
                src: 'assignment',
                input: ({event}) => {
                  assertEvent(event, 'assignment.opened')
                  return event.input
                },
                onDone: {target: 'closed', actions: 'readLists'},
                onError: {target: 'closed', actions: 'readLists'},
              },
            },
            deleting: {
              invoke: {
                id: 'deletion',
                src: 'deletion',
                input: ({context: {user, offer}, event}) => {
                  assertEvent(event, 'deletion.opened')
                  return {organisationId: user.organisationId ?? '', offer, videos: event.videos}
                },
                onDone: {
                  target: 'closed',
                  actions: [
                    {type: 'tick', params: ({event}) => ({videoIds: event.output, isTicked: false})},
                    sendTo('videos', ({event}) => ({
                      type: 'value.changed',
                      change: (list: VideoList) => ({
                        ...list,
                        videos: list.videos.filter(({id}) => !event.output.includes(id)),
                      }),
                    })),
                    sendTo('deletedVideos', {type: 'entries.changed'}),
                  ],
                },
                onError: 'closed',
              },
            },
          },
        },
      },
    },
  },
})

export type MediaLogic = typeof mediaMachine
export type MediaRef = ActorRefFrom<MediaLogic>
export type MediaSnapshot = SnapshotFrom<MediaLogic>

const listInput = ({view: {deviceId}, user: {organisationId}}: MediaContext) => ({
  owner: {kind: 'device' as const, id: deviceId ?? '', organisationId},
})
