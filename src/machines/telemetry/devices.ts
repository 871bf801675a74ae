import {type DevicesContext, devicesSetup, readingsInput} from './devicesSetup'

const LIST_FAILED = 'Failed to load devices'

/** Run for as long as the screen is open. */
export const devicesInvokes = [
  {src: 'clock', onError: {}},
  {src: 'linkChanges', onError: {}},
] as const

const screen = devicesSetup.createStateConfig({
  on: {
    'clock.ticked': {actions: {type: 'rememberNow', params: ({event}) => event}},
    'clock.jumped': {actions: {type: 'rememberNow', params: ({event}) => event}},
    'link.changed': {actions: {type: 'rememberLink', params: ({event}) => event}},
    'rows.shown': {actions: {type: 'rememberShown', params: ({event}) => event}},
  },
})

/** Understood in every state of the screen. */
export const devicesEvents = screen.on

/** Leads to the states with the ids `loaded` and `failed`. */
export const loading = devicesSetup.createStateConfig({
  initial: 'awaitingServer',
  states: {
    awaitingServer: {
      always: [
        {guard: 'isServerKnown', target: 'fetching'},
        {
          guard: 'isLinkDown',
          target: '#failed',
          actions: {type: 'logFailure', params: {text: LIST_FAILED, error: new Error('The link is down')}},
        },
      ],
    },
    fetching: {
      invoke: {
        src: 'loadDevices',
        input: ({context}: {context: DevicesContext}) => ({user: context.user}),
        onDone: {
          target: '#loaded',
          actions: {type: 'rememberDevices', params: ({event}) => ({devices: event.output})},
        },
        onError: {
          target: '#failed',
          actions: {type: 'logFailure', params: ({event}) => ({text: LIST_FAILED, error: event.error})},
        },
      },
    },
  },
})

/** Stands beside `loading`. */
export const failed = devicesSetup.createStateConfig({
  id: 'failed',
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
})

/** While the devices are loaded: their latest values, pushed or asked for. */
export const values = devicesSetup.createStateConfig({
  initial: 'awaitingLink',
  on: {
    'telemetry.received': {actions: {type: 'rememberTelemetry', params: ({event}) => event}},
  },
  states: {
    awaitingLink: {
      always: [
        {guard: 'canSubscribe', target: 'subscribing'},
        {guard: 'isLinkKnown', target: 'reading'},
      ],
      after: {linkPatience: 'subscribing'},
    },
    /** Before reading, so that no value falls between the two. */
    subscribing: {
      invoke: {
        src: 'subscribeTelemetry',
        input: ({context}: {context: DevicesContext}) => ({deviceIds: context.devices.map(({id}) => id)}),
        onDone: {target: 'reading', actions: 'resume'},
        onError: 'reading',
      },
    },
    reading: {
      invoke: {
        id: 'readings',
        src: 'readings',
        input: ({context}: {context: DevicesContext}) => readingsInput(context),
        onError: {},
      },
      on: {
        'readings.received': {actions: {type: 'rememberReadings', params: ({event}) => event}},
        'readings.missed': {
          actions: {type: 'warn', params: ({event}) => ({deviceId: null, error: event.error})},
        },
        'device.notEnriched': {actions: {type: 'warn', params: ({event}) => event}},
        'rows.shown': {actions: [{type: 'rememberShown', params: ({event}) => event}, 'tellShown']},
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
})
