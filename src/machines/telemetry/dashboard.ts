import {type ActorRefFrom, assign, enqueueActions, not, type SnapshotFrom, sendTo, setup} from 'xstate'
import {PROBING} from '../../domain/link'
import {isListed, isSameSelection, isSameSettings, settingsOf} from '../../domain/telemetry/selection'
import {NO_COMPARISON} from '../../domain/telemetry/series/comparison'
import {type ChartSettingsChanged, type DashboardView, isSameView} from '../../domain/telemetry/view'
import {type Given, missing, source} from '../ports'
import {chartMachine} from './chart'
import {comparisonMachine} from './comparison'
import {
  type AddressChanged,
  chartInput,
  comparisonInput,
  type DashboardChildren,
  type DashboardContext,
  type DashboardEvent,
  type DashboardInput,
  detailShown,
  devicesInput,
  firstKeyOf,
  firstView,
  navigatorInput,
  navigatorShown,
  pushed,
  replaced,
  type ShownInUrl,
  tilesInput,
} from './dashboardContext'
import {detailMachine} from './detail'
import {devicesMachine} from './devices'
import {navigatorMachine} from './navigator'
import {tilesMachine} from './tiles'

/** The telemetry dashboard: which device and key are selected, and their chart and tiles. */
export const dashboardMachine = setup({
  types: {} as {
    context: DashboardContext
    events: DashboardEvent
    input: DashboardInput
    children: DashboardChildren
  },
  actors: {
    devices: devicesMachine,
    navigator: navigatorMachine,
    detail: detailMachine,
    chart: chartMachine,
    comparison: comparisonMachine,
    tiles: tilesMachine,
    addressChanges: source<AddressChanged, void>('addressChanges'),
  },
  actions: {
    /** The values of the device with the open chart are read first, wherever it is in the list. */
    watchSelected: sendTo('devices', ({context}) => ({type: 'device.watched', deviceId: context.view.deviceId})),
    restoreSettings: sendTo('chart', ({context}) => ({type: 'settings.restored', settings: settingsOf(context.view)})),
    forwardSettings: sendTo('comparison', (_, settings: ChartSettingsChanged['settings']) => ({
      type: 'settings.changed',
      settings,
    })),
    showComparison: sendTo('comparison', ({context: {view, devices}}) => ({
      type: 'comparison.shown',
      comparison: view.comparison,
      devices,
    })),
    restoreNavigator: sendTo('navigator', ({context: {view}}) => navigatorShown(view)),
    forwardToNavigator: sendTo('navigator', ({event}) => event),
    forwardToDetail: sendTo('detail', ({event}) => event),
    showDetail: sendTo('detail', ({context: {view}}) => detailShown(view)),
    refresh: enqueueActions(({enqueue}) => {
      for (const drawn of ['chart', 'comparison', 'tiles'] as const) enqueue.sendTo(drawn, {type: 'refresh.requested'})
    }),
    changeView: assign(({context: {view}}, change: Partial<DashboardView>) => ({view: {...view, ...change}})),
    pushToUrl: (_, _params: Given<ShownInUrl>) => missing('pushToUrl'),
  },
  guards: {
    hasDevices: ({context}) => context.devices.length > 0,
    hasFirstKey: ({context}) => firstKeyOf(context) !== null,
    isDeviceListed: ({context}) => isListed(context.devices, context.view.deviceId),
    isSeriesListed: ({context}) => isListed(context.devices, context.view.deviceId) && context.view.key !== null,
  },
}).createMachine({
  id: 'dashboard',
  context: ({input}) => ({...input, devices: [], link: PROBING, offer: null}),
  invoke: [
    {id: 'devices', src: 'devices', input: ({context}) => devicesInput(context), onError: {}},
    {id: 'navigator', src: 'navigator', input: ({context}) => navigatorInput(context), onError: {}},
    {id: 'detail', src: 'detail', input: ({context: {user, zone, now}}) => ({user, zone, now}), onError: {}},
    {src: 'addressChanges', onError: {}},
  ],
  on: {
    'clock.ticked': {actions: [assign({now: ({event}) => event.at}), 'forwardToNavigator']},
    'link.changed': {
      actions: [
        assign({link: ({event}) => event.link, offer: ({event}) => event.offer}),
        'forwardToNavigator',
        'forwardToDetail',
      ],
    },
    'keys.appeared': {actions: [assign({devices: ({event}) => event.devices}), 'forwardToNavigator']},
    'readings.changed': {actions: ['forwardToNavigator', 'forwardToDetail']},
    'severities.changed': {actions: 'forwardToNavigator'},
    'telemetry.resumed': {actions: 'forwardToDetail'},
    'offer.changed': {actions: 'forwardToDetail'},
    'statistics.toggled': {
      actions: [
        {
          type: 'changeView',
          params: ({context: {view}}) => ({statistics: view.statistics === 'all' ? 'few' : 'all'}),
        },
        {type: 'pushToUrl', params: replaced},
      ],
    },
    'navigator.changed': {
      actions: [
        {type: 'changeView', params: ({event}) => ({navigator: event.view})},
        {type: 'pushToUrl', params: ({context: {view}, event: {history}}) => ({view, history})},
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
          actions: [assign({devices: ({event}) => event.devices}), 'forwardToNavigator'],
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
            {
              type: 'changeView',
              params: ({event: {deviceId}}) => ({deviceId, key: null, comparison: NO_COMPARISON, page: 'list'}),
            },
            {type: 'pushToUrl', params: pushed},
          ],
        },
        'key.selected': {
          guard: ({context, event}) =>
            isListed(context.devices, event.deviceId) && !isSameSelection(context.view, event),
          target: '.series',
          actions: [
            {
              type: 'changeView',
              params: ({event: {deviceId, key}}) => ({deviceId, key, comparison: NO_COMPARISON, page: 'detail'}),
            },
            {type: 'pushToUrl', params: pushed},
          ],
        },
        'detail.opened': {
          guard: ({context: {view}}) => view.key !== null && view.page === 'list',
          actions: [
            {type: 'changeView', params: {page: 'detail'}},
            {type: 'pushToUrl', params: pushed},
          ],
        },
        /** Replaces the detail, so that Back doesn't lead to and fro between the two. */
        'list.opened': {
          guard: ({context: {view}}) => view.page === 'detail',
          actions: [
            {type: 'changeView', params: {page: 'list'}},
            {type: 'pushToUrl', params: replaced},
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
              actions: {type: 'changeView', params: ({context}) => firstView(context)},
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
              {type: 'changeView', params: ({context}) => ({key: firstKeyOf(context)})},
              {type: 'pushToUrl', params: replaced},
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
                'forwardToNavigator',
                sendTo('chart', ({event}) => event),
                sendTo('comparison', ({event}) => event),
              ],
            },
            'link.changed': {
              actions: [
                assign({link: ({event}) => event.link, offer: ({event}) => event.offer}),
                'forwardToNavigator',
                'forwardToDetail',
                sendTo('chart', ({event: {type, link}}) => ({type, link})),
                sendTo('comparison', ({event: {type, link}}) => ({type, link})),
              ],
            },
            'keys.appeared': {
              actions: [assign({devices: ({event}) => event.devices}), 'forwardToNavigator', 'showComparison'],
            },
            'offer.changed': {target: 'series', reenter: true, actions: 'forwardToDetail'},
            'telemetry.resumed': {actions: ['refresh', 'forwardToDetail']},
            'chart.settingsChanged': {
              actions: [
                {type: 'changeView', params: ({event}) => event.settings},
                'showDetail',
                {type: 'pushToUrl', params: ({context: {view}, event: {history}}) => ({view, history})},
                {type: 'forwardSettings', params: ({event}) => event.settings},
              ],
            },
            'comparison.changed': [
              {
                guard: ({context, event}) => isSameSelection(context.view, event.own),
                actions: [
                  {type: 'changeView', params: ({event: {comparison}}) => ({comparison})},
                  {type: 'pushToUrl', params: pushed},
                  'showComparison',
                ],
              },
              {
                target: 'series',
                reenter: true,
                actions: [
                  {type: 'changeView', params: ({event: {own, comparison}}) => ({...own, comparison})},
                  {type: 'pushToUrl', params: pushed},
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
                enqueue('showComparison')
                if (isSameSettings(context.view, event.view)) return
                enqueue('restoreSettings')
                enqueue({type: 'forwardSettings', params: settingsOf(event.view)})
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
