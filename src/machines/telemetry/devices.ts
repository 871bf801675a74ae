import {type ActorRefFrom, assign, enqueueActions, type SnapshotFrom, sendParent, sendTo, setup} from 'xstate'
import {isPulsewall, isSameOffer} from '../../../contract/rules/offer'
import type {Offer} from '../../../contract/wire/capabilities'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {hasComeUp, isLinkDown, isServerKnown, type LinkState, PROBING} from '../../domain/link'
import {type DeviceEntry, NO_DETAILS} from '../../domain/telemetry/devices/device'
import {hasUnknown, withDevices, withOnly} from '../../domain/telemetry/devices/deviceChanges'
import {
  evaluatedReadings,
  evaluatedUpdates,
  NO_SEVERITIES,
  type Severities,
} from '../../domain/telemetry/devices/severities'
import {type KeySettings, NO_KEY_SETTINGS} from '../../domain/telemetry/readings/keySettings'
import {type Latest, withAnswer, withUpdates} from '../../domain/telemetry/readings/latest'
import type {Watched} from '../../domain/telemetry/readings/live'
import {type Overview, withOverview} from '../../domain/telemetry/readings/overview'
import type {TelemetryReceived} from '../../domain/telemetry/readings/update'
import type {CurrentUser} from '../../domain/user'
import {linkChanges} from '../connectivity'
import {call, type Given, missing, source, task} from '../ports'
import type {ClockEvent, DevicesChanged, DevicesEvent, DevicesNotification, OverviewOfPage} from './devicesEvents'
import {
  type KeySettingsQuestion,
  type KeySettingsReceived,
  keySettingsQuestion,
  type ReadingsCommand,
  type ReadingsInput,
  readingsInput,
  requestedFirst,
} from './readings'

export interface DevicesInput {
  user: CurrentUser
  lateAfter: Milliseconds
  /** When the screen is opened, on the server's clock. */
  now: EpochMs
  /** The only device that is shown; null shows all that the user may see. */
  device: Pick<DeviceEntry, 'id' | 'name'> | null
  /** The device whose values are read first, wherever it stands in the list. */
  watchedDeviceId: string | null
  /** Whether the parent receives pushed values as they come, and not only at most once a second. */
  isNotifiedAtOnce?: boolean
  /**
   * Whether a screen shows nothing of the devices before their values, so that a server that answers both in one call is
   * not asked for the names first.
   */
  isReadAtOnce?: boolean
  /**
   * Whether those in view alone are subscribed and read, and nothing is known of any other. `device` must be null. The
   * server must have the additions.
   */
  isOfView?: boolean | undefined
}

export interface DevicesContext extends Omit<DevicesInput, 'device'>, Latest, KeySettings {
  /** Whether the devices are given, and none listed. */
  isGiven: boolean
  /** Whether all was just read together, so that it need not be read again. */
  isJustRead: boolean
  link: LinkState
  offer: Offer | null
  /** How severe the latest values are, by the thresholds. */
  severities: Severities
  /** The devices whose values could not be read when they were last asked for. */
  unreadDeviceIds: ReadonlySet<string>
  /** The devices in view, from the top down. */
  shownDeviceIds: readonly string[]
  /** What the parent received last. */
  notified: Latest & {severities: Severities; settings: KeySettings}
}

function opened({device, ...input}: DevicesInput): DevicesContext {
  const devices = device === null ? [] : [{...device, ...NO_DETAILS}]
  const notified = {devices, readings: nothingKnown.readings, severities: NO_SEVERITIES, settings: NO_KEY_SETTINGS}
  return {
    ...nothingKnown,
    ...input,
    isGiven: device !== null || input.isOfView === true,
    devices,
    notified,
    shownDeviceIds: devices.map(({id}) => id),
  }
}

/** All that are listed take one small message, and no list of thousands of ids. */
const watchedBy = ({isGiven, user, devices}: DevicesContext): Watched =>
  isGiven ? devices.map(({id}) => id) : {organisationId: user.organisationId}

const nothingKnown: Omit<DevicesContext, keyof DevicesInput | 'isGiven' | 'devices' | 'notified' | 'shownDeviceIds'> = {
  link: PROBING,
  isJustRead: false,
  offer: null,
  ...NO_KEY_SETTINGS,
  severities: NO_SEVERITIES,
  readings: new Map(),
  unreadDeviceIds: new Set(),
}

const LIST_FAILED = 'Failed to load devices'
const RESUMED: DevicesNotification = {type: 'telemetry.resumed'}
const OFFER_CHANGED: DevicesNotification = {type: 'offer.changed'}

const ROWS_SHOWN = {
  type: 'takeView',
  params: ({event: {deviceIds}}: {event: {deviceIds: readonly string[]}}) => ({shownDeviceIds: deviceIds}),
} as const
const DEVICE_WATCHED = {
  type: 'takeView',
  params: ({event: {deviceId}}: {event: {deviceId: string | null}}) => ({watchedDeviceId: deviceId}),
} as const

const AWAITING_LINK = {
  always: [
    {guard: 'canSubscribe', target: 'subscribing'},
    {guard: 'isLinkKnown', target: 'subscribed'},
  ],
  after: {linkPatience: 'subscribing'},
} as const

/** Subscribes before reading, so that no value is lost between the two. */
const SUBSCRIBING = {
  invoke: {
    src: 'subscribeTelemetry',
    input: ({context}: {context: DevicesContext}) => ({watched: watchedBy(context)}),
    onDone: {target: 'subscribed', actions: {type: 'notifyParent', params: RESUMED}},
    onError: 'subscribed',
  },
} as const

const READING_OVERVIEW = {
  src: 'loadOverview',
  input: ({context: {user}}: {context: DevicesContext}) => ({user}),
} as const

/** Read just now, so that nothing of it need be read again. */
const READ_OVERVIEW = {
  type: 'takeOverview',
  params: ({event}: {event: {output: Overview}}) => ({overview: event.output, isJustRead: true}),
} as const

const listFailure = ({event}: {event: {error: unknown}}) => ({text: LIST_FAILED, error: event.error})
const LIST_MISSED = {target: '#devices.failed', actions: {type: 'logFailure', params: listFailure}} as const

/** The devices of a screen with their latest values, pushed or asked for, and the time and link that tell their age. */
export const devicesMachine = setup({
  types: {} as {
    context: DevicesContext
    events: DevicesEvent
    input: DevicesInput
    children: {readings: 'readings'}
  },
  actors: {
    clock: source<ClockEvent, void>('clock'),
    linkChanges,
    loadDevices: call<readonly DeviceEntry[], {user: CurrentUser}>('loadDevices'),
    /** The devices with what is known of each. */
    loadOverview: call<Overview, {user: CurrentUser}>('loadOverview'),
    /** The same as it came with the page, if it did. */
    overviewOfPage: source<OverviewOfPage, void>('overviewOfPage'),
    liveTelemetry: source<TelemetryReceived, void>('liveTelemetry'),
    /** What becomes of the list of devices. */
    deviceChanges: source<DevicesChanged, {user: CurrentUser}>('deviceChanges'),
    subscribeTelemetry: call<void, {watched: Watched}>('subscribeTelemetry'),
    /** The units and thresholds of the keys, and others as they are set. */
    keySettings: source<KeySettingsReceived, KeySettingsQuestion>('keySettings'),
    readings: task<ReadingsCommand, ReadingsInput>('readings'),
  },
  actions: {
    notifyParent: sendParent((_, notified: DevicesNotification) => notified),
    takeOverview: assign(
      ({context: {readings}}, {overview, isJustRead}: {overview: Overview; isJustRead: boolean}) => ({
        ...withOverview(readings, overview),
        isJustRead,
      }),
    ),
    notifyLoaded: enqueueActions(({context: {devices, notified}, enqueue}) => {
      enqueue.assign({notified: {...notified, devices}})
      enqueue.sendParent({type: 'devices.loaded', devices} satisfies DevicesNotification)
    }),
    takeDevices: assign(({context, event}) =>
      event.type === 'devices.changed' ? withDevices(context, event.changes) : context,
    ),
    notifyKeys: enqueueActions(({context: {devices, notified}, enqueue}) => {
      if (devices === notified.devices) return
      enqueue.assign({notified: {...notified, devices}})
      enqueue.sendParent({type: 'keys.appeared', devices} satisfies DevicesNotification)
    }),
    notifyReadings: enqueueActions(({context: {readings, now, notified, isNotifiedAtOnce}, event, enqueue}) => {
      if (readings === notified.readings || (event.type === 'telemetry.received' && !isNotifiedAtOnce)) return
      enqueue.assign({notified: {...notified, readings}})
      enqueue.sendParent({type: 'readings.changed', readings, at: now} satisfies DevicesNotification)
    }),
    notifySettings: enqueueActions(({context: {units, thresholds, headlines, notified}, enqueue}) => {
      const {settings} = notified
      if (units === settings.units && thresholds === settings.thresholds && headlines === settings.headlines) return
      const changed = {units, thresholds, headlines}
      enqueue.assign({notified: {...notified, settings: changed}})
      enqueue.sendParent({type: 'keySettings.changed', settings: changed} satisfies DevicesNotification)
    }),
    notifySeverities: enqueueActions(({context: {severities, notified}, enqueue}) => {
      if (severities === notified.severities) return
      enqueue.assign({notified: {...notified, severities}})
      enqueue.sendParent({type: 'severities.changed', severities} satisfies DevicesNotification)
    }),
    takeView: assign(
      ({context}, requested: {shownDeviceIds: readonly string[]} | {watchedDeviceId: string | null}) => ({
        ...requested,
        ...(context.isOfView && withOnly(context, requestedFirst({...context, ...requested}))),
      }),
    ),
    readRequestedFirst: sendTo('readings', ({context}) => ({type: 'rows.shown', deviceIds: requestedFirst(context)})),
    readAgain: sendTo('readings', {type: 'refresh.requested'}),
    warn: (_, _params: Given<{deviceId: string | null; error: unknown}>) => missing('warn'),
    logFailure: (_, _params: Given<{text: string; error: unknown}>) => missing('logFailure'),
  },
  guards: {
    isGiven: ({context}) => context.isGiven,
    hasUnknown: ({context, event}) => event.type === 'devices.changed' && hasUnknown(context, event.changes),
    /** Before the first answer the server's additions are unknown, and the list would be asked for in the wrong way. */
    isServerKnown: ({context}) => isServerKnown(context),
    isReadTogether: ({context}) => !context.isGiven && isPulsewall(context.offer),
    isReadAtOnce: ({context}) => context.isReadAtOnce === true && isPulsewall(context.offer),
    isLinkKnown: ({context}) => context.link.kind !== 'probing',
    isLinkDown: ({context}) => isLinkDown(context.link),
    canSubscribe: ({context}) => context.link.kind !== 'probing' && isPulsewall(context.offer),
  },
  delays: {
    /** Reading after the socket is open misses nothing, but a socket that never opens must not delay the values. */
    linkPatience: 1500,
  },
}).createMachine({
  id: 'devices',
  context: ({input}) => opened(input),
  invoke: [
    {src: 'clock', onError: {}},
    {src: 'linkChanges', onError: {}},
    {src: 'liveTelemetry', onError: {}},
    {src: 'deviceChanges', input: ({context}) => ({user: context.user}), onError: {}},
  ],
  on: {
    'telemetry.received': {
      actions: [
        assign(({context, event: {updates}}) => ({
          ...withUpdates(context, updates),
          severities: evaluatedUpdates(context, updates),
        })),
        'notifyKeys',
        'notifySeverities',
        'notifyReadings',
      ],
    },
    'clock.jumped': {actions: assign({now: ({event}) => event.at})},
    'clock.ticked': {
      actions: [
        assign({now: ({event}) => event.at}),
        {type: 'notifyParent', params: ({event}) => event},
        'notifyReadings',
      ],
    },
    'link.changed': {
      actions: enqueueActions(({context, event, enqueue}) => {
        const {link, offer} = event
        enqueue.assign({link, offer})
        enqueue({type: 'notifyParent', params: event})
        if (!isSameOffer(offer, context.offer)) enqueue.raise({type: 'offer.changed'})
        if (hasComeUp(context.link, link)) enqueue.raise({type: 'link.found'})
      }),
    },
    'offer.changed': {actions: {type: 'notifyParent', params: OFFER_CHANGED}},
    'rows.shown': {actions: ROWS_SHOWN},
    'device.watched': {actions: DEVICE_WATCHED},
  },
  initial: 'opening',
  states: {
    opening: {always: [{guard: 'isGiven', target: 'loaded'}, {target: 'loading'}]},
    loading: {
      initial: 'takingOver',
      states: {
        /** What came with the page is shown until it is read again, which is when the devices are subscribed. */
        takingOver: {
          invoke: {src: 'overviewOfPage', onDone: 'awaitingServer', onError: 'awaitingServer'},
          on: {
            'overview.came': {
              target: '#devices.loaded',
              actions: {type: 'takeOverview', params: ({event: {overview}}) => ({overview, isJustRead: false})},
            },
          },
        },
        awaitingServer: {
          always: [
            {guard: 'isReadAtOnce', target: 'awaitingLink'},
            {guard: 'isServerKnown', target: 'fetching'},
            {
              guard: 'isLinkDown',
              target: '#devices.failed',
              actions: {type: 'logFailure', params: {text: LIST_FAILED, error: new Error('The link is down')}},
            },
          ],
        },
        awaitingLink: AWAITING_LINK,
        subscribing: SUBSCRIBING,
        subscribed: {
          // An answer under way may not know of them.
          on: {'devices.changed': {target: 'subscribed', reenter: true}},
          invoke: {
            ...READING_OVERVIEW,
            onDone: {target: '#devices.loaded.reading', actions: READ_OVERVIEW},
            onError: LIST_MISSED,
          },
        },
        fetching: {
          invoke: {
            src: 'loadDevices',
            input: ({context}) => ({user: context.user}),
            onDone: {target: '#devices.loaded', actions: assign({devices: ({event}) => event.output})},
            onError: LIST_MISSED,
          },
        },
      },
    },
    failed: {
      on: {
        'retry.requested': [{guard: 'isReadAtOnce', target: 'loading.awaitingLink'}, {target: 'loading.fetching'}],
        'link.found': 'loading',
      },
    },
    loaded: {
      entry: ['notifySettings', 'notifyLoaded', 'notifySeverities', 'notifyReadings'],
      on: {
        'devices.changed': [
          {guard: 'hasUnknown', target: '.reading', actions: ['takeDevices', 'notifyKeys']},
          {actions: ['takeDevices', 'notifyKeys']},
        ],
      },
      initial: 'awaitingLink',
      states: {
        awaitingLink: AWAITING_LINK,
        subscribing: SUBSCRIBING,
        subscribed: {always: [{guard: 'isReadTogether', target: 'readingTogether'}, {target: 'reading'}]},
        readingTogether: {
          on: {'devices.changed': {target: 'readingTogether', reenter: true}},
          invoke: {
            ...READING_OVERVIEW,
            onDone: {target: 'reading', actions: [READ_OVERVIEW, 'notifyKeys']},
            onError: 'reading',
          },
        },
        reading: {
          entry: ['notifySettings', 'notifySeverities', 'notifyReadings'],
          exit: assign({isJustRead: false}),
          invoke: [
            {id: 'readings', src: 'readings', input: ({context}) => readingsInput(context), onError: {}},
            {src: 'keySettings', input: ({context}) => keySettingsQuestion(context), onError: {}},
          ],
          on: {
            'keySettings.received': {
              actions: [
                assign(({event}) => ({...event.settings, severities: NO_SEVERITIES})),
                assign({severities: ({context}) => evaluatedReadings(context, context.readings.keys())}),
                'notifySettings',
                'notifySeverities',
              ],
            },
            'readings.received': {
              actions: [
                assign(({context, event}) => withAnswer(context, event, event.at)),
                assign({severities: ({context, event}) => evaluatedReadings(context, event.readings.keys())}),
                assign({unreadDeviceIds: ({context, event}) => without(context.unreadDeviceIds, event.keys)}),
                'notifyKeys',
                'notifySeverities',
                'notifyReadings',
              ],
            },
            'readings.missed': {actions: {type: 'warn', params: ({event}) => ({deviceId: null, error: event.error})}},
            'device.notEnriched': {
              actions: [
                assign({unreadDeviceIds: ({context, event}) => new Set([...context.unreadDeviceIds, event.deviceId])}),
                {type: 'warn', params: ({event}) => event},
              ],
            },
            'rows.shown': {actions: [ROWS_SHOWN, 'readRequestedFirst']},
            'device.watched': {
              guard: ({context, event}) => event.deviceId !== context.watchedDeviceId,
              actions: [DEVICE_WATCHED, 'readRequestedFirst'],
            },
            'link.found': {actions: ['readAgain', {type: 'notifyParent', params: RESUMED}]},
            'offer.changed': {target: 'awaitingLink', actions: {type: 'notifyParent', params: OFFER_CHANGED}},
            'retry.requested': {actions: 'readAgain'},
          },
        },
      },
    },
  },
})

export type DevicesLogic = typeof devicesMachine
export type DevicesRef = ActorRefFrom<DevicesLogic>
export type DevicesSnapshot = SnapshotFrom<DevicesLogic>

const without = (ids: ReadonlySet<string>, known: ReadonlyMap<string, unknown>): ReadonlySet<string> =>
  new Set([...ids].filter(id => !known.has(id)))
