import {
  type ActorRefFrom,
  assign,
  enqueueActions,
  fromCallback,
  fromEventObservable,
  fromPromise,
  type SnapshotFrom,
  sendParent,
  sendTo,
  setup,
} from 'xstate'
import type {Capabilities} from '../../../contract/wire/capabilities'
import type {EpochMs} from '../../../contract/wire/common'
import type {CurrentUser} from '../../domain/session/user'
import type {DeviceEntry} from '../../domain/telemetry/device'
import {judgedReadings, judgedUpdates, NO_SEVERITIES, type Severities} from '../../domain/telemetry/judged'
import {withAnswer, withUpdates} from '../../domain/telemetry/latest'
import {hasComeUp, isLinkDown, isSameOffer, isServerKnown, type LinkState} from '../../domain/telemetry/link'
import type {Watched} from '../../domain/telemetry/live'
import type {ReadingsByDevice} from '../../domain/telemetry/reading'
import type {TelemetryUpdate} from '../../domain/telemetry/update'
import {type DevicesContext, type DevicesInput, opened, watchedBy} from './devicesContext'
import {
  type KeySettingsQuestion,
  type KeySettingsReceived,
  keySettingsQuestion,
  type ReadingsCommand,
  type ReadingsEvent,
  type ReadingsInput,
  readingsInput,
  wantedFirst,
} from './readings'

export type ClockEvent = {type: 'clock.ticked'; at: EpochMs} | {type: 'clock.jumped'; at: EpochMs}
export type LinkChanged = {type: 'link.changed'; link: LinkState; capabilities: Capabilities}
export type TelemetryReceived = {type: 'telemetry.received'; updates: readonly TelemetryUpdate[]}

/** What the parent is told. It isn't told each pushed value: the screen selects those from this actor. */
export type DevicesTold =
  | Extract<ClockEvent, {type: 'clock.ticked'}>
  | LinkChanged
  | {type: 'devices.loaded'; devices: readonly DeviceEntry[]}
  /** The devices that now have more keys. Entries without news stay the same objects. */
  | {type: 'keys.appeared'; devices: readonly DeviceEntry[]}
  /** Sent at once when values were read, and while they are pushed at most once a second or as wished. */
  | {type: 'readings.changed'; readings: ReadingsByDevice; at: EpochMs}
  /** How severe the values are now, for a parent that is told at once. */
  | {type: 'severities.changed'; severities: Severities}
  /** From now on no value is missed; some may have been missed before. */
  | {type: 'telemetry.resumed'}
  /** The additions of the server have changed, as they may after an upgrade. */
  | {type: 'offer.changed'}

type DevicesEvent =
  | ClockEvent
  | LinkChanged
  | {type: 'link.found'}
  | {type: 'offer.changed'}
  | TelemetryReceived
  | ReadingsEvent
  | KeySettingsReceived
  | {type: 'rows.shown'; deviceIds: readonly string[]}
  | {type: 'device.watched'; deviceId: string | null}
  | {type: 'retry.requested'}

const LIST_FAILED = 'Failed to load devices'
const RESUMED: DevicesTold = {type: 'telemetry.resumed'}
const OFFER_CHANGED: DevicesTold = {type: 'offer.changed'}

/** The devices of a screen with their latest values, pushed or asked for, and the time and link that tell their age. */
export const devicesMachine = setup({
  types: {} as {
    context: DevicesContext
    events: DevicesEvent
    input: DevicesInput
    children: {readings: 'readings'}
  },
  actors: {
    clock: fromEventObservable<ClockEvent, void>(() => {
      throw new Error('`clock` must be provided')
    }),
    linkChanges: fromEventObservable<LinkChanged, void>(() => {
      throw new Error('`linkChanges` must be provided')
    }),
    loadDevices: fromPromise<readonly DeviceEntry[], {user: CurrentUser}>(() => {
      throw new Error('`loadDevices` must be provided')
    }),
    liveTelemetry: fromEventObservable<TelemetryReceived, void>(() => {
      throw new Error('`liveTelemetry` must be provided')
    }),
    subscribeTelemetry: fromPromise<void, {watched: Watched}>(() => {
      throw new Error('`subscribeTelemetry` must be provided')
    }),
    /** The units and thresholds of the keys, and others as they are set. */
    keySettings: fromEventObservable<KeySettingsReceived, KeySettingsQuestion>(() => {
      throw new Error('`keySettings` must be provided')
    }),
    readings: fromCallback<ReadingsCommand, ReadingsInput>(() => {
      throw new Error('`readings` must be provided')
    }),
  },
  actions: {
    tell: sendParent((_, told: DevicesTold) => told),
    tellKeys: enqueueActions(({context: {devices, told}, enqueue}) => {
      if (devices === told.devices) return
      enqueue.assign({told: {...told, devices}})
      enqueue.sendParent({type: 'keys.appeared', devices} satisfies DevicesTold)
    }),
    tellReadings: enqueueActions(({context: {readings, now, told, isToldAtOnce}, event, enqueue}) => {
      if (readings === told.readings || (event.type === 'telemetry.received' && !isToldAtOnce)) return
      enqueue.assign({told: {...told, readings}})
      enqueue.sendParent({type: 'readings.changed', readings, at: now} satisfies DevicesTold)
    }),
    tellSeverities: enqueueActions(({context: {severities, told, isToldAtOnce}, enqueue}) => {
      if (!isToldAtOnce || severities === told.severities) return
      enqueue.assign({told: {...told, severities}})
      enqueue.sendParent({type: 'severities.changed', severities} satisfies DevicesTold)
    }),
    readWantedFirst: sendTo('readings', ({context}) => ({type: 'rows.shown', deviceIds: wantedFirst(context)})),
    readAgain: sendTo('readings', {type: 'refresh.requested'}),
    warn: (_, _params: {deviceId: string | null; error: unknown}) => {
      throw new Error('`warn` must be provided')
    },
    logFailure: (_, _params: {text: string; error: unknown}) => {
      throw new Error('`logFailure` must be provided')
    },
  },
  guards: {
    isGiven: ({context}) => context.isGiven,
    /** Before the first answer the server's additions are unknown, and the list would be asked for in the wrong way. */
    isServerKnown: ({context}) => isServerKnown(context),
    isLinkKnown: ({context}) => context.link.kind !== 'probing',
    isLinkDown: ({context}) => isLinkDown(context.link),
    canSubscribe: ({context}) => context.link.kind !== 'probing' && context.capabilities.live === true,
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
  ],
  on: {
    'clock.jumped': {actions: assign({now: ({event}) => event.at})},
    'clock.ticked': {
      actions: [assign({now: ({event}) => event.at}), {type: 'tell', params: ({event}) => event}, 'tellReadings'],
    },
    'link.changed': {
      actions: enqueueActions(({context, event, enqueue}) => {
        const {link, capabilities} = event
        enqueue.assign({link, capabilities})
        enqueue({type: 'tell', params: event})
        if (!isSameOffer(capabilities, context.capabilities)) enqueue.raise({type: 'offer.changed'})
        if (hasComeUp(context.link, link)) enqueue.raise({type: 'link.found'})
      }),
    },
    'offer.changed': {actions: {type: 'tell', params: OFFER_CHANGED}},
    'rows.shown': {actions: assign({shownDeviceIds: ({event}) => event.deviceIds})},
    'device.watched': {actions: assign({watchedDeviceId: ({event}) => event.deviceId})},
  },
  initial: 'opening',
  states: {
    opening: {always: [{guard: 'isGiven', target: 'loaded'}, {target: 'loading'}]},
    loading: {
      initial: 'awaitingServer',
      states: {
        awaitingServer: {
          always: [
            {guard: 'isServerKnown', target: 'fetching'},
            {
              guard: 'isLinkDown',
              target: '#devices.failed',
              actions: {type: 'logFailure', params: {text: LIST_FAILED, error: new Error('The link is down')}},
            },
          ],
        },
        fetching: {
          invoke: {
            src: 'loadDevices',
            input: ({context}) => ({user: context.user}),
            onDone: {
              target: '#devices.loaded',
              actions: assign(({context: {told}, event: {output: devices}}) => ({devices, told: {...told, devices}})),
            },
            onError: {
              target: '#devices.failed',
              actions: {type: 'logFailure', params: ({event}) => ({text: LIST_FAILED, error: event.error})},
            },
          },
        },
      },
    },
    failed: {on: {'retry.requested': 'loading.fetching', 'link.found': 'loading'}},
    loaded: {
      entry: {type: 'tell', params: ({context: {devices}}) => ({type: 'devices.loaded', devices})},
      invoke: {src: 'liveTelemetry', onError: {}},
      on: {
        'telemetry.received': {
          actions: [
            assign(({context, event: {updates}}) => ({
              ...withUpdates(context, updates),
              severities: judgedUpdates(context, updates),
            })),
            'tellKeys',
            'tellSeverities',
            'tellReadings',
          ],
        },
      },
      initial: 'awaitingLink',
      states: {
        awaitingLink: {
          always: [
            {guard: 'canSubscribe', target: 'subscribing'},
            {guard: 'isLinkKnown', target: 'reading'},
          ],
          after: {linkPatience: 'subscribing'},
        },
        /** Subscribing precedes reading, so that no value is lost between the two. */
        subscribing: {
          invoke: {
            src: 'subscribeTelemetry',
            input: ({context}) => ({watched: watchedBy(context)}),
            onDone: {target: 'reading', actions: {type: 'tell', params: RESUMED}},
            onError: 'reading',
          },
        },
        reading: {
          invoke: [
            {id: 'readings', src: 'readings', input: ({context}) => readingsInput(context), onError: {}},
            {src: 'keySettings', input: ({context}) => keySettingsQuestion(context), onError: {}},
          ],
          on: {
            'keySettings.received': {
              actions: [
                assign(({event}) => ({...event.settings, severities: NO_SEVERITIES})),
                assign({severities: ({context}) => judgedReadings(context, context.readings.keys())}),
                'tellSeverities',
              ],
            },
            'readings.received': {
              actions: [
                assign(({context, event}) => withAnswer(context, event, event.at)),
                assign({severities: ({context, event}) => judgedReadings(context, event.readings.keys())}),
                assign({unreadDeviceIds: ({context, event}) => without(context.unreadDeviceIds, event.keys)}),
                'tellKeys',
                'tellSeverities',
                'tellReadings',
              ],
            },
            'readings.missed': {actions: {type: 'warn', params: ({event}) => ({deviceId: null, error: event.error})}},
            'device.notEnriched': {
              actions: [
                assign({unreadDeviceIds: ({context, event}) => new Set([...context.unreadDeviceIds, event.deviceId])}),
                {type: 'warn', params: ({event}) => event},
              ],
            },
            'rows.shown': {actions: [assign({shownDeviceIds: ({event}) => event.deviceIds}), 'readWantedFirst']},
            'device.watched': {
              guard: ({context, event}) => event.deviceId !== context.watchedDeviceId,
              actions: [assign({watchedDeviceId: ({event}) => event.deviceId}), 'readWantedFirst'],
            },
            'link.found': {actions: ['readAgain', {type: 'tell', params: RESUMED}]},
            'offer.changed': {target: 'awaitingLink', actions: {type: 'tell', params: OFFER_CHANGED}},
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
