import {type ActorRefFrom, not} from 'xstate'
import {
  chartInput,
  dashboardSetup,
  initialContext,
  pushed,
  replaced,
  tilesInput,
  wantedReadings,
} from './dashboardSetup'
import {devicesEvents, devicesInvokes, failed, loading, values} from './devices'

/** The telemetry dashboard: its devices with their latest values, what is selected, and the chart and tiles of that. */
export const dashboardMachine = dashboardSetup.createMachine({
  id: 'dashboard',
  context: ({input}) => initialContext(input),
  invoke: [...devicesInvokes, {src: 'addressChanges', onError: {}}],
  on: {
    ...devicesEvents,
    'address.changed': {actions: {type: 'rememberView', params: ({event}) => event}},
  },
  initial: 'loading',
  states: {
    loading,
    failed,
    loaded: {
      id: 'loaded',
      type: 'parallel',
      invoke: {src: 'liveTelemetry', onError: {}},
      states: {
        // First, so that what follows sees the view changed.
        selection: {
          initial: 'deciding',
          on: {
            'address.changed': [
              {guard: {type: 'isSameView', params: ({event}) => event}},
              {target: '.deciding', actions: {type: 'rememberView', params: ({event}) => event}},
            ],
            'device.selected': {
              guard: {type: 'isListed', params: ({event}) => event},
              target: '.device',
              actions: [
                {type: 'selectDevice', params: ({event}) => event},
                {type: 'showInAddress', params: pushed},
              ],
            },
            'key.selected': {
              guard: {type: 'isListed', params: ({event}) => event},
              target: '.series',
              actions: [
                {type: 'selectKey', params: ({event}) => event},
                {type: 'showInAddress', params: pushed},
              ],
            },
          },
          states: {
            deciding: {
              always: [
                {guard: not('hasDevices'), target: 'none'},
                {guard: 'isSeriesListed', target: 'series'},
                {guard: 'isDeviceListed', target: 'device'},
                {target: 'awaitingKey', actions: 'selectFirstDevice'},
              ],
            },
            none: {},
            device: {
              on: {'device.selected': {guard: {type: 'isDeviceSelected', params: ({event}) => event}}},
            },
            /** The first device is selected by itself, and so is its first key as soon as it is known. */
            awaitingKey: {
              always: {
                guard: 'hasFirstKey',
                target: 'series',
                actions: ['selectFirstKey', {type: 'showInAddress', params: replaced}],
              },
            },
            series: {
              invoke: [
                {id: 'chart', src: 'chart', input: ({context}) => chartInput(context), onError: {}},
                {id: 'tiles', src: 'tiles', input: ({context}) => tilesInput(context), onError: {}},
              ],
              on: {
                'key.selected': {guard: {type: 'isKeySelected', params: ({event}) => event}},
                'clock.ticked': {
                  actions: [
                    {type: 'rememberNow', params: ({event}) => event},
                    {type: 'tellChartTime', params: ({event}) => event},
                  ],
                },
                'telemetry.received': {actions: {type: 'tellChartPoints', params: ({event}) => event}},
                'telemetry.resumed': {actions: ['refreshChart', 'refreshTiles']},
                'link.changed': [
                  {
                    guard: {type: 'hasOfferChanged', params: ({event}) => event},
                    target: 'series',
                    reenter: true,
                    actions: {type: 'rememberLink', params: ({event}) => event},
                  },
                  {
                    actions: [
                      {type: 'rememberLink', params: ({event}) => event},
                      {type: 'tellChartLink', params: ({event}) => event},
                    ],
                  },
                ],
                'chart.settingsChanged': {
                  actions: [
                    {type: 'rememberSettings', params: ({event}) => event},
                    {
                      type: 'showInAddress',
                      params: ({context: {view}, event: {history}}) => ({view, history}),
                    },
                  ],
                },
                'address.changed': [
                  {guard: {type: 'isSameView', params: ({event}) => event}},
                  {
                    guard: {type: 'isSameSelection', params: ({event}) => event},
                    actions: [{type: 'rememberView', params: ({event}) => event}, 'tellChartSettings'],
                  },
                  {target: 'deciding', actions: {type: 'rememberView', params: ({event}) => event}},
                ],
              },
            },
          },
        },
        values: {
          ...values,
          states: {
            ...values.states,
            reading: {
              ...values.states.reading,
              invoke: {id: 'readings', src: 'readings', input: ({context}) => wantedReadings(context), onError: {}},
              on: {
                ...values.states.reading.on,
                'rows.shown': {actions: [{type: 'rememberShown', params: ({event}) => event}, 'tellWanted']},
                'device.selected': {actions: 'tellWanted'},
                'key.selected': {actions: 'tellWanted'},
              },
            },
          },
        },
      },
    },
  },
})

export type DashboardLogic = typeof dashboardMachine
export type DashboardRef = ActorRefFrom<DashboardLogic>
