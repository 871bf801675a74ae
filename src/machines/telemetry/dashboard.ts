import {
  type ActorRefFrom,
  assign,
  enqueueActions,
  fromEventObservable,
  not,
  type SnapshotFrom,
  sendTo,
  setup,
} from 'xstate'
import {NO_COMPARISON} from '../../domain/telemetry/comparison'
import {mayReadCustomers} from '../../domain/telemetry/deviceFacts'
import {PROBING} from '../../domain/telemetry/link'
import {
  firstDevice,
  firstKey,
  isListed,
  isSameSelection,
  isSameSettings,
  settingsOf,
} from '../../domain/telemetry/selection'
import {type ChartSettingsChanged, type DashboardView, isSameView} from '../../domain/telemetry/view'
import {chartMachine} from './chart'
import type {ChartInput} from './chartContext'
import {type ComparisonChanged, type ComparisonInput, comparisonMachine} from './comparison'
import {detailMachine} from './detail'
import {type DevicesContext, type DevicesInput, type DevicesTold, devicesMachine} from './devices'
import {type NavigatorTold, navigatorMachine} from './navigator'
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
  | ComparisonChanged
  | NavigatorTold
  | {type: 'device.selected'; deviceId: string}
  | {type: 'key.selected'; deviceId: string; key: string}
  /** A narrow screen shows the list or the chosen key. */
  | {type: 'detail.opened'}
  | {type: 'list.opened'}
  | {type: 'statistics.toggled'}

/** The telemetry dashboard: which device and key are selected, and their chart and tiles. */
export const dashboardMachine = setup({
  types: {} as {
    context: DashboardContext
    events: DashboardEvent
    input: DashboardInput
    children: {
      devices: 'devices'
      navigator: 'navigator'
      detail: 'detail'
      chart: 'chart'
      comparison: 'comparison'
      tiles: 'tiles'
    }
  },
  actors: {
    devices: devicesMachine,
    navigator: navigatorMachine,
    detail: detailMachine,
    chart: chartMachine,
    comparison: comparisonMachine,
    tiles: tilesMachine,
    addressChanges: fromEventObservable<AddressChanged, void>(() => {
      throw new Error('`addressChanges` must be provided')
    }),
  },
  actions: {
    /** The values of the device with the open chart are read first, wherever it stands in the list. */
    watchSelected: sendTo('devices', ({context}) => ({type: 'device.watched', deviceId: context.view.deviceId})),
    restoreSettings: sendTo('chart', ({context}) => ({type: 'settings.restored', settings: settingsOf(context.view)})),
    tellSettings: sendTo('comparison', (_, settings: ChartSettingsChanged['settings']) => ({
      type: 'settings.changed',
      settings,
    })),
    tellComparison: sendTo('comparison', ({context: {view, devices}}) => ({
      type: 'comparison.told',
      comparison: view.comparison,
      devices,
    })),
    restoreNavigator: sendTo('navigator', ({context: {view}}) => ({
      type: 'view.restored',
      view: view.navigator,
      deviceId: view.deviceId,
    })),
    tellNavigator: sendTo('navigator', ({event}) => event),
    tellDetail: sendTo('detail', ({event}) => event),
    showDetail: sendTo('detail', ({context: {view}}) => ({
      type: 'view.shown',
      deviceId: view.deviceId,
      range: view.range,
    })),
    refreshChart: sendTo('chart', {type: 'refresh.requested'}),
    refreshComparison: sendTo('comparison', {type: 'refresh.requested'}),
    refreshTiles: sendTo('tiles', {type: 'refresh.requested'}),
    showInAddress: (_, _params: ShownInAddress) => {
      throw new Error('`showInAddress` must be provided')
    },
  },
  guards: {
    hasDevices: ({context}) => context.devices.length > 0,
    hasFirstKey: ({context}) => firstKeyOf(context) !== null,
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
    {
      id: 'navigator',
      src: 'navigator',
      input: ({context: {user, lateAfter, view}}) => ({
        ...{lateAfter, view: view.navigator, deviceId: view.deviceId},
        mayReadCustomers: mayReadCustomers(user.authority),
      }),
      onError: {},
    },
    {id: 'detail', src: 'detail', input: ({context: {user, zone}}) => ({user, zone}), onError: {}},
    {src: 'addressChanges', onError: {}},
  ],
  on: {
    'clock.ticked': {actions: [assign({now: ({event}) => event.at}), 'tellNavigator']},
    'link.changed': {
      actions: [
        assign({link: ({event}) => event.link, capabilities: ({event}) => event.capabilities}),
        'tellNavigator',
        'tellDetail',
      ],
    },
    'keys.appeared': {actions: [assign({devices: ({event}) => event.devices}), 'tellNavigator']},
    'readings.changed': {actions: ['tellNavigator', 'tellDetail']},
    'telemetry.resumed': {actions: 'tellDetail'},
    'offer.changed': {actions: 'tellDetail'},
    'statistics.toggled': {
      actions: [
        assign({view: ({context: {view}}) => ({...view, statistics: view.statistics === 'all' ? 'few' : 'all'})}),
        {type: 'showInAddress', params: replaced},
      ],
    },
    'navigator.changed': {
      actions: [
        assign({view: ({context, event}) => ({...context.view, navigator: event.view})}),
        {type: 'showInAddress', params: ({context: {view}, event: {history}}) => ({view, history})},
      ],
    },
  },
  initial: 'loading',
  states: {
    loading: {
      on: {
        'address.changed': {actions: [assign({view: ({event}) => event.view}), 'restoreNavigator']},
        'devices.loaded': {
          target: 'loaded',
          actions: [assign({devices: ({event}) => event.devices}), 'tellNavigator'],
        },
      },
    },
    loaded: {
      on: {
        'address.changed': {
          guard: ({context, event}) => !isSameView(context.view, event.view),
          target: '.deciding',
          actions: [assign({view: ({event}) => event.view}), 'restoreNavigator'],
        },
        'device.selected': {
          guard: ({context, event}) => isListed(context.devices, event.deviceId),
          target: '.device',
          actions: [
            assign({
              view: ({context, event}) => ({
                ...context.view,
                deviceId: event.deviceId,
                key: null,
                comparison: NO_COMPARISON,
                page: 'list',
              }),
            }),
            {type: 'showInAddress', params: pushed},
          ],
        },
        'key.selected': {
          guard: ({context, event}) =>
            isListed(context.devices, event.deviceId) && !isSameSelection(context.view, event),
          target: '.series',
          actions: [
            assign({
              view: ({context, event: {deviceId, key}}) => ({
                ...context.view,
                deviceId,
                key,
                comparison: NO_COMPARISON,
                page: 'detail',
              }),
            }),
            {type: 'showInAddress', params: pushed},
          ],
        },
        'detail.opened': {
          guard: ({context: {view}}) => view.key !== null && view.page === 'list',
          actions: [
            assign({view: ({context: {view}}) => ({...view, page: 'detail'})}),
            {type: 'showInAddress', params: pushed},
          ],
        },
        /** Replaces the detail, so that Back doesn't lead to and fro between the two. */
        'list.opened': {
          guard: ({context: {view}}) => view.page === 'detail',
          actions: [
            assign({view: ({context: {view}}) => ({...view, page: 'list'})}),
            {type: 'showInAddress', params: replaced},
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
                view: ({context}) => ({
                  ...context.view,
                  deviceId: firstDevice(context.devices, context.view.navigator)?.id ?? null,
                  key: null,
                  page: 'list',
                }),
              }),
            },
          ],
        },
        none: {},
        device: {
          entry: ['watchSelected', 'showDetail'],
          on: {
            'device.selected': {
              guard: ({context, event}) => event.deviceId === context.view.deviceId,
            },
          },
        },
        /** The first device is selected by itself; its first key follows as soon as it is known. */
        awaitingKey: {
          entry: ['watchSelected', 'showDetail'],
          always: {
            guard: 'hasFirstKey',
            target: 'series',
            actions: [
              assign({view: ({context}) => ({...context.view, key: firstKeyOf(context)})}),
              {type: 'showInAddress', params: replaced},
            ],
          },
        },
        series: {
          entry: ['watchSelected', 'showDetail'],
          invoke: [
            {id: 'chart', src: 'chart', input: ({context}) => chartInput(context), onError: {}},
            {id: 'comparison', src: 'comparison', input: ({context}) => comparisonInput(context), onError: {}},
            {id: 'tiles', src: 'tiles', input: ({context}) => tilesInput(context), onError: {}},
          ],
          on: {
            'clock.ticked': {
              actions: [
                assign({now: ({event}) => event.at}),
                'tellNavigator',
                sendTo('chart', ({event}) => event),
                sendTo('comparison', ({event}) => event),
              ],
            },
            'link.changed': {
              actions: [
                assign({link: ({event}) => event.link, capabilities: ({event}) => event.capabilities}),
                'tellNavigator',
                'tellDetail',
                sendTo('chart', ({event: {type, link}}) => ({type, link})),
                sendTo('comparison', ({event: {type, link}}) => ({type, link})),
              ],
            },
            'keys.appeared': {
              actions: [assign({devices: ({event}) => event.devices}), 'tellNavigator', 'tellComparison'],
            },
            'offer.changed': {target: 'series', reenter: true, actions: 'tellDetail'},
            'telemetry.resumed': {actions: ['refreshChart', 'refreshComparison', 'refreshTiles', 'tellDetail']},
            'chart.settingsChanged': {
              actions: [
                assign({view: ({context, event}) => ({...context.view, ...event.settings})}),
                'showDetail',
                {type: 'showInAddress', params: ({context: {view}, event: {history}}) => ({view, history})},
                {type: 'tellSettings', params: ({event}) => event.settings},
              ],
            },
            'comparison.changed': [
              {
                guard: ({context, event}) => isSameSelection(context.view, event.own),
                actions: [
                  assign({view: ({context: {view}, event: {comparison}}) => ({...view, comparison})}),
                  {type: 'showInAddress', params: pushed},
                  'tellComparison',
                ],
              },
              {
                target: 'series',
                reenter: true,
                actions: [
                  assign({view: ({context: {view}, event: {own, comparison}}) => ({...view, ...own, comparison})}),
                  {type: 'showInAddress', params: pushed},
                ],
              },
            ],
            'address.changed': {
              guard: ({context, event}) =>
                isSameSelection(context.view, event.view) && !isSameView(context.view, event.view),
              actions: enqueueActions(({context, event, enqueue}) => {
                enqueue.assign({view: event.view})
                enqueue('restoreNavigator')
                enqueue('showDetail')
                enqueue('tellComparison')
                if (isSameSettings(context.view, event.view)) return
                enqueue('restoreSettings')
                enqueue({type: 'tellSettings', params: settingsOf(event.view)})
              }),
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

const firstKeyOf = ({devices, view}: DashboardContext) => firstKey(devices, view.deviceId)

/** Is only called in states whose view has a device and a key. */
function chartInput(context: DashboardContext): ChartInput {
  return {...tilesInput(context), now: context.now, link: context.link, settings: settingsOf(context.view)}
}

function comparisonInput(context: DashboardContext): ComparisonInput {
  const {deviceId, key, ...chart} = chartInput(context)
  return {...chart, own: {deviceId, key}, comparison: context.view.comparison, devices: context.devices}
}

function tilesInput({view, zone, capabilities}: DashboardContext): TilesQuestion {
  return {deviceId: view.deviceId ?? '', key: view.key ?? '', zone, capabilities}
}
