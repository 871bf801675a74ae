import {type ActorRefFrom, assign, fromEventObservable, not, type SnapshotFrom, sendTo, setup} from 'xstate'
import {PROBING} from '../../domain/telemetry/link'
import {firstKey, isListed, isSameSelection, settingsOf} from '../../domain/telemetry/selection'
import {type ChartSettingsChanged, type DashboardView, isSameView} from '../../domain/telemetry/view'
import {chartMachine} from './chart'
import type {ChartInput} from './chartContext'
import {type DevicesContext, type DevicesInput, type DevicesTold, devicesMachine} from './devices'
import {type TilesQuestion, tilesMachine} from './tiles'

export interface DashboardInput extends Pick<DevicesInput, 'user' | 'lateAfter'> {
  /** The view that the address holds when the dashboard is opened. */
  view: DashboardView
  zone: string
}

/** Keeps of the devices what the selection and the chart need. Screens select the rest from the actor `devices`. */
interface DashboardContext extends DashboardInput, Pick<DevicesContext, 'devices' | 'now' | 'link' | 'capabilities'> {}

export type AddressChanged = {type: 'address.changed'; view: DashboardView}

export interface ShownInAddress {
  view: DashboardView
  /** With `push`, Back leads to the former view. */
  history: 'push' | 'replace'
}

type DashboardEvent =
  | DevicesTold
  | AddressChanged
  | ChartSettingsChanged
  | {type: 'device.selected'; deviceId: string}
  | {type: 'key.selected'; deviceId: string; key: string}

/** The telemetry dashboard: which device and key are selected, and their chart and tiles. */
export const dashboardMachine = setup({
  types: {} as {
    context: DashboardContext
    events: DashboardEvent
    input: DashboardInput
    children: {devices: 'devices'; chart: 'chart'; tiles: 'tiles'}
  },
  actors: {
    devices: devicesMachine,
    chart: chartMachine,
    tiles: tilesMachine,
    addressChanges: fromEventObservable<AddressChanged, void>(() => {
      throw new Error('`addressChanges` must be provided')
    }),
  },
  actions: {
    /** The values of the device with the open chart are read first, wherever it stands in the list. */
    watchSelected: sendTo('devices', ({context}) => ({type: 'device.watched', deviceId: context.view.deviceId})),
    restoreSettings: sendTo('chart', ({context}) => ({type: 'settings.restored', settings: settingsOf(context.view)})),
    refreshChart: sendTo('chart', {type: 'refresh.requested'}),
    refreshTiles: sendTo('tiles', {type: 'refresh.requested'}),
    showInAddress: (_, _params: ShownInAddress) => {
      throw new Error('`showInAddress` must be provided')
    },
  },
  guards: {
    hasDevices: ({context}) => context.devices.length > 0,
    hasFirstKey: ({context}) => firstKey(context.devices) !== null,
    isDeviceListed: ({context}) => isListed(context.devices, context.view.deviceId),
    isSeriesListed: ({context}) => isListed(context.devices, context.view.deviceId) && context.view.key !== null,
  },
}).createMachine({
  id: 'dashboard',
  context: ({input}) => ({...input, devices: [], now: 0, link: PROBING, capabilities: {}}),
  invoke: [
    {
      id: 'devices',
      src: 'devices',
      input: ({context: {user, lateAfter, view}}) => ({user, lateAfter, device: null, watchedDeviceId: view.deviceId}),
      onError: {},
    },
    {src: 'addressChanges', onError: {}},
  ],
  on: {
    'clock.ticked': {actions: assign({now: ({event}) => event.at})},
    'link.changed': {actions: assign({link: ({event}) => event.link, capabilities: ({event}) => event.capabilities})},
    'keys.appeared': {actions: assign({devices: ({event}) => event.devices})},
  },
  initial: 'loading',
  states: {
    loading: {
      on: {
        'address.changed': {actions: assign({view: ({event}) => event.view})},
        'devices.loaded': {target: 'loaded', actions: assign({devices: ({event}) => event.devices})},
      },
    },
    loaded: {
      on: {
        'address.changed': {
          guard: ({context, event}) => !isSameView(context.view, event.view),
          target: '.deciding',
          actions: assign({view: ({event}) => event.view}),
        },
        'device.selected': {
          guard: ({context, event}) => isListed(context.devices, event.deviceId),
          target: '.device',
          actions: [
            assign({view: ({context, event}) => ({...context.view, deviceId: event.deviceId, key: null})}),
            {type: 'showInAddress', params: pushed},
          ],
        },
        'key.selected': {
          guard: ({context, event}) =>
            isListed(context.devices, event.deviceId) && !isSameSelection(context.view, event),
          target: '.series',
          actions: [
            assign({view: ({context, event: {deviceId, key}}) => ({...context.view, deviceId, key})}),
            {type: 'showInAddress', params: pushed},
          ],
        },
      },
      initial: 'deciding',
      states: {
        deciding: {
          always: [
            {guard: not('hasDevices'), target: 'none'},
            {guard: 'isSeriesListed', target: 'series'},
            {guard: 'isDeviceListed', target: 'device'},
            {
              target: 'awaitingKey',
              actions: assign({
                view: ({context}) => ({...context.view, deviceId: context.devices[0]?.id ?? null, key: null}),
              }),
            },
          ],
        },
        none: {},
        device: {
          entry: 'watchSelected',
          on: {
            'device.selected': {
              guard: ({context, event}) => event.deviceId === context.view.deviceId,
            },
          },
        },
        /** The first device is selected by itself; its first key follows as soon as it is known. */
        awaitingKey: {
          entry: 'watchSelected',
          always: {
            guard: 'hasFirstKey',
            target: 'series',
            actions: [
              assign({view: ({context}) => ({...context.view, ...firstKey(context.devices)})}),
              {type: 'showInAddress', params: replaced},
            ],
          },
        },
        series: {
          entry: 'watchSelected',
          invoke: [
            {id: 'chart', src: 'chart', input: ({context}) => chartInput(context), onError: {}},
            {id: 'tiles', src: 'tiles', input: ({context}) => tilesInput(context), onError: {}},
          ],
          on: {
            'clock.ticked': {
              actions: [assign({now: ({event}) => event.at}), sendTo('chart', ({event}) => event)],
            },
            'link.changed': {
              actions: [
                assign({link: ({event}) => event.link, capabilities: ({event}) => event.capabilities}),
                sendTo('chart', ({event: {type, link}}) => ({type, link})),
              ],
            },
            'offer.changed': {target: 'series', reenter: true},
            'telemetry.resumed': {actions: ['refreshChart', 'refreshTiles']},
            'chart.settingsChanged': {
              actions: [
                assign({view: ({context, event}) => ({...context.view, ...event.settings})}),
                {type: 'showInAddress', params: ({context: {view}, event: {history}}) => ({view, history})},
              ],
            },
            'address.changed': {
              guard: ({context, event}) =>
                isSameSelection(context.view, event.view) && !isSameView(context.view, event.view),
              actions: [assign({view: ({event}) => event.view}), 'restoreSettings'],
            },
          },
        },
      },
    },
  },
})

export type DashboardLogic = typeof dashboardMachine
export type DashboardRef = ActorRefFrom<DashboardLogic>
export type DashboardSnapshot = SnapshotFrom<DashboardLogic>

function pushed({context: {view}}: {context: DashboardContext}): ShownInAddress {
  return {view, history: 'push'}
}

function replaced({context: {view}}: {context: DashboardContext}): ShownInAddress {
  return {view, history: 'replace'}
}

/** Is only called in states whose view has a device and a key. */
function chartInput(context: DashboardContext): ChartInput {
  return {...tilesInput(context), now: context.now, link: context.link, settings: settingsOf(context.view)}
}

function tilesInput({view, zone, capabilities}: DashboardContext): TilesQuestion {
  return {deviceId: view.deviceId ?? '', key: view.key ?? '', zone, capabilities}
}
