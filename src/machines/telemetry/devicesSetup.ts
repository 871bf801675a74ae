import {
  type ActorRef,
  type AnyActorRef,
  type AnyEventObject,
  assign,
  type EventObject,
  fromCallback,
  fromEventObservable,
  fromPromise,
  raise,
  type Snapshot,
  sendTo,
  setup,
} from 'xstate'
import type {Capabilities} from '../../../contract/wire/capabilities'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {CurrentUser} from '../../domain/session/user'
import {type DeviceEntry, type KeysByDevice, withKeys} from '../../domain/telemetry/device'
import {isLinkUp, type LinkState, PROBING} from '../../domain/telemetry/link'
import {mergeReadings, type ReadingsByDevice, withSeenArrivals} from '../../domain/telemetry/reading'
import {keysOf, readingsOf, type TelemetryUpdate} from '../../domain/telemetry/update'

export interface DevicesInput {
  user: CurrentUser
  lateAfter: Milliseconds
}

/** What every screen of devices with live values holds. */
export interface DevicesContext extends DevicesInput {
  link: LinkState
  capabilities: Capabilities
  /** 0 before the first tick. */
  now: EpochMs
  devices: readonly DeviceEntry[]
  readings: ReadingsByDevice
  shownDeviceIds: readonly string[]
}

/** A running screen, as far as such screens are alike. */
export type DevicesRef = Pick<ActorRef<DevicesSnapshot, DevicesEvent>, 'getSnapshot' | 'subscribe'>
export type DevicesSnapshot = Snapshot<unknown> & {context: DevicesContext}

export type ClockEvent = {type: 'clock.ticked'; at: EpochMs} | {type: 'clock.jumped'; at: EpochMs}
export type LinkChanged = {type: 'link.changed'; link: LinkState; capabilities: Capabilities}
export type TelemetryReceived = {type: 'telemetry.received'; updates: readonly TelemetryUpdate[]}

/** What `readings` tells of. A device may have keys without values. */
export type ReadingsEvent =
  | {type: 'readings.received'; readings: ReadingsByDevice; keys: KeysByDevice}
  | {type: 'readings.missed'; error: unknown}
  | {type: 'device.notEnriched'; deviceId: string; error: unknown}

/** What `readings` is told: devices in view come first; after a lost link all is asked for again. */
export type ReadingsCommand = {type: 'rows.shown'; deviceIds: readonly string[]} | {type: 'refresh.requested'}

export interface ReadingsInput {
  organisationId: string | null
  deviceIds: readonly string[]
  shownDeviceIds: readonly string[]
  capabilities: Capabilities
}

export type DevicesEvent =
  | ClockEvent
  | LinkChanged
  | TelemetryReceived
  | ReadingsEvent
  /** From here on no value is missed; before, some may have been. */
  | {type: 'telemetry.resumed'}
  | {type: 'rows.shown'; deviceIds: readonly string[]}
  | {type: 'retry.requested'}

export const devicesActors = {
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
  subscribeTelemetry: fromPromise<void, {deviceIds: readonly string[]}>(() => {
    throw new Error('`subscribeTelemetry` must be provided')
  }),
  readings: fromCallback<ReadingsCommand, ReadingsInput>(() => {
    throw new Error('`readings` must be provided')
  }),
}

interface Given {
  context: DevicesContext
}

/** For a screen whose context and events have these as a part; `partOf` is the identity, which the compiler can't see of a type parameter. */
export function devicesActions<Context extends DevicesContext, Event extends EventObject>(
  partOf: (known: Partial<DevicesContext>) => Partial<Context>,
) {
  const remember = <Params>(assigner: (given: Given, params: Params) => Partial<DevicesContext>) =>
    assign<Context, AnyEventObject, Params, Event, never>((given, params) => partOf(assigner(given, params)))
  const tellReadings = (command: (given: Given) => ReadingsCommand) =>
    sendTo<Context, AnyEventObject, undefined, AnyActorRef, Event, never, never>('readings', command)

  return {
    rememberNow: remember((_, {at}: {at: EpochMs}) => ({now: at})),
    rememberLink: remember((_, {link, capabilities}: Omit<LinkChanged, 'type'>) => ({link, capabilities})),
    rememberDevices: remember((_, {devices}: {devices: readonly DeviceEntry[]}) => ({devices})),
    rememberShown: remember((_, {deviceIds}: {deviceIds: readonly string[]}) => ({shownDeviceIds: deviceIds})),
    rememberReadings: remember(({context}, {readings, keys}: {readings: ReadingsByDevice; keys: KeysByDevice}) => ({
      readings: mergeReadings(context.readings, withSeenArrivals(context.readings, readings, context.now)),
      devices: withKeys(context.devices, keys),
    })),
    rememberTelemetry: remember(({context}, {updates}: {updates: readonly TelemetryUpdate[]}) => {
      const news = readingsOf(updates)
      return {readings: mergeReadings(context.readings, news), devices: withKeys(context.devices, keysOf(news))}
    }),
    clearDevices: remember(() => ({devices: [], readings: new Map()})),
    tellShown: tellReadings(({context}) => ({type: 'rows.shown', deviceIds: context.shownDeviceIds})),
    refreshReadings: tellReadings(() => ({type: 'refresh.requested'})),
    warn: (_: unknown, _params: {deviceId: string | null; error: unknown}) => {
      throw new Error('`warn` must be provided')
    },
    logFailure: (_: unknown, _params: {text: string; error: unknown}) => {
      throw new Error('`logFailure` must be provided')
    },
  }
}

export const devicesGuards = {
  /** Before the first answer the server's additions are unknown, and the list would be asked for in the wrong way. */
  isServerKnown: ({context}: Given) => isLinkUp(context.link) || Object.keys(context.capabilities).length > 0,
  isLinkKnown: ({context}: Given) => context.link.kind !== 'probing',
  isLinkDown: ({context}: Given) => context.link.kind !== 'probing' && !isLinkUp(context.link),
  hasLinkComeUp: ({context}: Given, {link}: {link: LinkState}) => isLinkUp(link) && !isLinkUp(context.link),
  /** As after an upgrade of the server. */
  hasOfferChanged: ({context}: Given, {capabilities}: {capabilities: Capabilities}) =>
    OFFERS.some(offer => Boolean(capabilities[offer]) !== Boolean(context.capabilities[offer])),
  canSubscribe: ({context}: Given) => context.link.kind !== 'probing' && context.capabilities.live === true,
}

export const devicesDelays = {
  /** To read after the socket is open misses nothing; a socket that doesn't open must not hold the values back. */
  linkPatience: 1500,
}

/** Types the states that such screens share. */
export const devicesSetup = setup({
  types: {} as {
    context: DevicesContext
    events: DevicesEvent
    input: DevicesInput
    children: {readings: 'readings'}
  },
  actors: devicesActors,
  actions: devicesActions<DevicesContext, DevicesEvent>(known => known),
  guards: devicesGuards,
  delays: devicesDelays,
}).extend({actions: {resume: raise({type: 'telemetry.resumed'})}})

export const nothingKnown: Omit<DevicesContext, keyof DevicesInput> = {
  link: PROBING,
  capabilities: {},
  now: 0,
  devices: [],
  readings: new Map(),
  shownDeviceIds: [],
}

export function readingsInput({user, devices, shownDeviceIds, capabilities}: DevicesContext): ReadingsInput {
  return {organisationId: user.organisationId, deviceIds: devices.map(({id}) => id), shownDeviceIds, capabilities}
}

const OFFERS = ['live', 'aggregation', 'latest', 'statistics'] as const satisfies readonly (keyof Capabilities)[]
