import {type ActorRefFrom, assertEvent, assign, enqueueActions, raise, type SnapshotFrom, sendTo, setup} from 'xstate'
import type {MediaView} from '../../domain/media/view'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import {isLinkDown, isLinkUp, type KnownLink, type LinkState, PROBING} from '../../domain/telemetry/readings/link'
import {missing, source} from '../ports'
import {type DevicesInput, devicesMachine} from '../telemetry/devices'
import type {DevicesNotification} from '../telemetry/devicesEvents'
import {deviceLabelMachine} from './deviceLabel'
import {deviceStatusMachine} from './deviceStatus'
import {type GroupAssignmentInput, groupAssignmentMachine} from './groupAssignment'
import {groupsMachine} from './groups'
import {assignedMachine, playlistMachine} from './lists'
import {pairingMachine} from './pairing'
import {previewMachine} from './preview'
import {videosMachine} from './videos'

export interface MediaInput extends Pick<DevicesInput, 'user' | 'lateAfter' | 'now'> {
  view: MediaView
}

interface MediaContext extends MediaInput, KnownLink {
  devices: readonly DeviceEntry[]
  /** What is found by name, label or group; empty shows all. */
  search: string
  /** Whose label is edited next, as soon as the one before it is saved. */
  nextLabelled: DeviceEntry | null
}

type MediaEvent =
  | DevicesNotification
  | {type: 'address.changed'; view: MediaView}
  | {type: 'view.changed'; change: Partial<MediaView>}
  | {type: 'playlist.previewed'}
  | {type: 'search.typed'; search: string}
  | {type: 'label.edited'; device: DeviceEntry}
  | {type: 'pairing.opened'}
  | {type: 'pairing.closed'}
  | {type: 'assignment.opened'; input: GroupAssignmentInput}

/** What media staff arrange: the devices, their groups, and what each of them plays. */
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
      label: 'label'
      pairing: 'pairing'
      assignment: 'assignment'
      videos: 'videos'
      preview: 'preview'
    }
  },
  actors: {
    devices: devicesMachine,
    status: deviceStatusMachine,
    groups: groupsMachine,
    playlist: playlistMachine,
    assigned: assignedMachine,
    label: deviceLabelMachine,
    pairing: pairingMachine,
    assignment: groupAssignmentMachine,
    videos: videosMachine,
    preview: previewMachine,
    addressChanges: source<Extract<MediaEvent, {type: 'address.changed'}>, void>('addressChanges'),
  },
  actions: {
    turnTo: assign((_, {view}: {view: MediaView}) => ({view})),
    previewVideo: sendTo('preview', ({context: {view}}) => ({type: 'video.chosen', videoId: view.videoId})),
    pushToUrl: (_, _params: {view: MediaView}) => missing('pushToUrl'),
    setLink: assign(({context, event}) =>
      event.type === 'link.changed' ? {link: event.link, capabilities: event.capabilities} : context,
    ),
    /** The chosen device may be in the group that something was assigned to. */
    readLists: enqueueActions(({enqueue, self}) => {
      const {assigned, playlist} = self.getSnapshot().children
      for (const list of [assigned, playlist]) if (list !== undefined) enqueue.sendTo(list, {type: 'change.suspected'})
    }),
    labelNext: enqueueActions(({context: {nextLabelled}, enqueue}) => {
      if (nextLabelled === null) return
      enqueue.assign({nextLabelled: null})
      enqueue.raise({type: 'label.edited', device: nextLabelled})
    }),
    relabel: assign({
      devices: ({context: {devices}}, {deviceId, label}: {deviceId: string; label: string}) =>
        devices.map(device => (device.id === deviceId ? {...device, label} : device)),
    }),
  },
  guards: {
    isBack: ({context}, {link}: {link: LinkState}) => isLinkDown(context.link) && isLinkUp(link),
    hasDevice: ({context: {devices, view}}) => devices.some(({id}) => id === view.deviceId),
    isVideoGone: ({context: {view}}, {snapshot}: {snapshot: SnapshotFrom<typeof videosMachine>}) =>
      view.videoId !== null &&
      snapshot.matches({list: 'loaded'}) &&
      snapshot.context.list.videos.every(({id}) => id !== view.videoId),
    isOtherDevice: ({context}, {view}: {view: MediaView}) => view.deviceId !== context.view.deviceId,
  },
}).createMachine({
  id: 'media',
  context: ({input}) => ({...input, devices: [], search: '', nextLabelled: null, link: PROBING, capabilities: {}}),
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
    {id: 'preview', src: 'preview', onError: {}},
    {src: 'addressChanges', onError: {}},
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
        input: ({context: {user, now, devices, link, capabilities}}) => ({
          now,
          link,
          capabilities,
          organisationId: user.organisationId,
          deviceIds: devices.map(({id}) => id),
        }),
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
            none: {},
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
        label: {
          initial: 'shown',
          states: {
            shown: {on: {'label.edited': 'edited'}},
            edited: {
              invoke: {
                id: 'label',
                src: 'label',
                input: ({event}) => {
                  assertEvent(event, 'label.edited')
                  return {deviceId: event.device.id, label: event.device.label ?? ''}
                },
                onDone: {target: 'shown', actions: [{type: 'relabel', params: ({event}) => event.output}, 'labelNext']},
                onError: {target: 'shown', actions: 'labelNext'},
              },
              on: {'label.edited': {actions: assign({nextLabelled: ({event}) => event.device})}},
            },
          },
        },
        dialog: {
          initial: 'closed',
          states: {
            closed: {on: {'pairing.opened': 'pairing', 'assignment.opened': 'assigning'}},
            pairing: {invoke: {id: 'pairing', src: 'pairing', onError: 'closed'}, on: {'pairing.closed': 'closed'}},
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
