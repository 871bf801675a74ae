import {type ActorRefFrom, and, not, type SnapshotFrom} from 'xstate'
import {chartInput, dashboardSetup, initialContext, pushed, readingsInput, replaced, tilesInput} from './dashboardSetup'

const LIST_FAILED = 'Failed to load devices'

/** The telemetry dashboard: its devices with their latest values, what is selected, and the chart and tiles of that. */
export const dashboardMachine = dashboardSetup.createMachine({
  id: 'dashboard',
  context: ({input}) => initialContext(input),
  invoke: [
    {src: 'clock', onError: {}},
    {src: 'linkChanges', onError: {}},
    {src: 'addressChanges', onError: {}},
  ],
  on: {
    'clock.ticked': {actions: {type: 'rememberNow', params: ({event}) => event}},
    'clock.jumped': {actions: {type: 'rememberNow', params: ({event}) => event}},
    'link.changed': {actions: {type: 'rememberLink', params: ({event}) => event}},
    'address.changed': {actions: {type: 'rememberView', params: ({event}) => event}},
    'rows.shown': {actions: {type: 'rememberShown', params: ({event}) => event}},
  },
  initial: 'loading',
  states: {
    loading: {
      initial: 'awaitingServer',
      states: {
        awaitingServer: {
          always: [
            {guard: 'isServerKnown', target: 'fetching'},
            {
              guard: 'isLinkDown',
              target: '#dashboard.failed',
              actions: {type: 'logFailure', params: {text: LIST_FAILED, error: new Error('The link is down')}},
            },
          ],
        },
        fetching: {
          invoke: {
            src: 'loadDevices',
            input: ({context}) => ({user: context.user}),
            onDone: {
              target: '#dashboard.loaded',
              actions: {type: 'rememberDevices', params: ({event}) => ({devices: event.output})},
            },
            onError: {
              target: '#dashboard.failed',
              actions: {type: 'logFailure', params: ({event}) => ({text: LIST_FAILED, error: event.error})},
            },
          },
        },
      },
    },
    failed: {
      entry: 'clearDevices',
      on: {
        'retry.requested': 'loading.fetching',
        'link.changed': [
          {
            guard: {type: 'hasLinkComeUp', params: ({event}) => event},
            target: 'loading',
            actions: {type: 'rememberLink', params: ({event}) => event},
          },
          {actions: {type: 'rememberLink', params: ({event}) => event}},
        ],
      },
    },
    loaded: {
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
          initial: 'awaitingLink',
          on: {
            'telemetry.received': {actions: {type: 'rememberTelemetry', params: ({event}) => event}},
          },
          states: {
            awaitingLink: {
              always: [
                {guard: and(['isLinkKnown', 'offersLive']), target: 'subscribing'},
                {guard: 'isLinkKnown', target: 'reading'},
              ],
              after: {linkPatience: 'subscribing'},
            },
            /** Before reading, so that no value falls between the two. */
            subscribing: {
              invoke: {
                src: 'subscribeTelemetry',
                input: ({context}) => ({deviceIds: context.devices.map(({id}) => id)}),
                onDone: {target: 'reading', actions: 'resume'},
                onError: 'reading',
              },
            },
            reading: {
              invoke: {id: 'readings', src: 'readings', input: ({context}) => readingsInput(context), onError: {}},
              on: {
                'readings.received': {actions: {type: 'rememberReadings', params: ({event}) => event}},
                'readings.missed': {
                  actions: {type: 'warn', params: ({event}) => ({deviceId: null, error: event.error})},
                },
                'device.notEnriched': {actions: {type: 'warn', params: ({event}) => event}},
                'rows.shown': {actions: [{type: 'rememberShown', params: ({event}) => event}, 'tellShown']},
                'device.selected': {actions: 'tellShown'},
                'key.selected': {actions: 'tellShown'},
                'link.changed': [
                  {
                    guard: {type: 'hasOfferChanged', params: ({event}) => event},
                    target: 'awaitingLink',
                    actions: {type: 'rememberLink', params: ({event}) => event},
                  },
                  {
                    guard: {type: 'hasLinkComeUp', params: ({event}) => event},
                    actions: [{type: 'rememberLink', params: ({event}) => event}, 'refreshReadings', 'resume'],
                  },
                  {actions: {type: 'rememberLink', params: ({event}) => event}},
                ],
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
export type DashboardSnapshot = SnapshotFrom<DashboardLogic>
