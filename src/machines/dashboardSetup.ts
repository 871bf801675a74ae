import {assign, enqueueActions, fromCallback, fromEventObservable, fromPromise, raise, sendTo, setup} from 'xstate'
import type {Capabilities} from '../../contract/capabilities'
import type {EpochMs, Milliseconds} from '../../contract/common'
import {type DeviceEntry, type KeysByDevice, withKeys} from '../domain/device'
import {isLinkUp, type LinkState, PROBING} from '../domain/link'
import {mergeReadings, type ReadingsByDevice, withSeenArrivals} from '../domain/reading'
import {firstKey, isListed, isSameSelection, settingsOf} from '../domain/selection'
import {keysOf, pointsOf, readingsOf, type TelemetryUpdate} from '../domain/update'
import type {CurrentUser} from '../domain/user'
import {type ChartSettings, type DashboardView, isSameView} from '../domain/view'
import {chartMachine} from './chart'
import type {ChartInput, ChartSettingsChanged} from './chartSetup'
import {type TilesQuestion, tilesMachine} from './tiles'

export interface DashboardInput {
  user: CurrentUser
  /** What the address says when the dashboard is opened. */
  view: DashboardView
  /** The viewer's IANA time zone. */
  zone: string
  lateAfter: Milliseconds
}

export interface DashboardContext extends DashboardInput {
  link: LinkState
  capabilities: Capabilities
  /** 0 before the first tick. */
  now: EpochMs
  devices: readonly DeviceEntry[]
  readings: ReadingsByDevice
  shownDeviceIds: readonly string[]
}

export type ClockEvent = {type: 'clock.ticked'; at: EpochMs} | {type: 'clock.jumped'; at: EpochMs}
export type LinkChanged = {type: 'link.changed'; link: LinkState; capabilities: Capabilities}
export type AddressChanged = {type: 'address.changed'; view: DashboardView}
export type TelemetryReceived = {type: 'telemetry.received'; updates: readonly TelemetryUpdate[]}

export interface ShownInAddress {
  view: DashboardView
  /** Whether Back leads to the former view. */
  history: 'push' | 'replace'
}

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

type DashboardEvent =
  | ClockEvent
  | LinkChanged
  | AddressChanged
  | TelemetryReceived
  | ReadingsEvent
  | ChartSettingsChanged
  /** From here on no value is missed; before, some may have been. */
  | {type: 'telemetry.resumed'}
  | {type: 'rows.shown'; deviceIds: readonly string[]}
  | {type: 'device.selected'; deviceId: string}
  | {type: 'key.selected'; deviceId: string; key: string}
  | {type: 'retry.requested'}

/** The dashboard's actors, actions and guards; `dashboard.ts` says when. */
export const dashboardSetup = setup({
  types: {} as {
    context: DashboardContext
    events: DashboardEvent
    input: DashboardInput
    children: {chart: 'chart'; tiles: 'tiles'; readings: 'readings'}
  },
  actors: {
    chart: chartMachine,
    tiles: tilesMachine,
    clock: fromEventObservable<ClockEvent, void>(() => {
      throw new Error('`clock` must be provided')
    }),
    linkChanges: fromEventObservable<LinkChanged, void>(() => {
      throw new Error('`linkChanges` must be provided')
    }),
    addressChanges: fromEventObservable<AddressChanged, void>(() => {
      throw new Error('`addressChanges` must be provided')
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
  },
  actions: {
    rememberNow: assign({now: (_, {at}: {at: EpochMs}) => at}),
    rememberLink: assign((_, {link, capabilities}: Omit<LinkChanged, 'type'>) => ({link, capabilities})),
    rememberView: assign({view: (_, {view}: {view: DashboardView}) => view}),
    rememberSettings: assign({
      view: ({context}, {settings}: {settings: Partial<ChartSettings>}) => ({...context.view, ...settings}),
    }),
    rememberDevices: assign({devices: (_, {devices}: {devices: readonly DeviceEntry[]}) => devices}),
    rememberShown: assign({shownDeviceIds: (_, params: {deviceIds: readonly string[]}) => params.deviceIds}),
    rememberReadings: assign(({context}, {readings, keys}: {readings: ReadingsByDevice; keys: KeysByDevice}) => ({
      readings: mergeReadings(context.readings, withSeenArrivals(context.readings, readings, context.now)),
      devices: withKeys(context.devices, keys),
    })),
    rememberTelemetry: assign(({context}, {updates}: {updates: readonly TelemetryUpdate[]}) => {
      const news = readingsOf(updates)
      return {readings: mergeReadings(context.readings, news), devices: withKeys(context.devices, keysOf(news))}
    }),
    clearDevices: assign({devices: [], readings: new Map()}),
    selectDevice: assign({
      view: ({context}, {deviceId}: {deviceId: string | null}) => ({...context.view, deviceId, key: null}),
    }),
    selectKey: assign({
      view: ({context}, {deviceId, key}: {deviceId: string; key: string}) => ({...context.view, deviceId, key}),
    }),
    selectFirstDevice: assign({
      view: ({context}) => ({...context.view, deviceId: context.devices[0]?.id ?? null, key: null}),
    }),
    selectFirstKey: assign({view: ({context}) => ({...context.view, ...firstKey(context.devices)})}),
    tellShown: sendTo('readings', ({context}) => ({type: 'rows.shown', deviceIds: wantedFirst(context)})),
    refreshReadings: sendTo('readings', {type: 'refresh.requested'}),
    resume: raise({type: 'telemetry.resumed'}),
    refreshChart: sendTo('chart', {type: 'refresh.requested'}),
    refreshTiles: sendTo('tiles', {type: 'refresh.requested'}),
    tellChartTime: sendTo('chart', (_, {at}: {at: EpochMs}) => ({type: 'clock.ticked', at})),
    tellChartLink: sendTo('chart', (_, {link}: {link: LinkState}) => ({type: 'link.changed', link})),
    tellChartSettings: sendTo('chart', ({context}) => ({
      type: 'settings.restored',
      settings: settingsOf(context.view),
    })),
    tellChartPoints: enqueueActions(({context: {view}, enqueue}, {updates}: {updates: readonly TelemetryUpdate[]}) => {
      const points = view.deviceId === null || view.key === null ? [] : pointsOf(updates, view.deviceId, view.key)
      const at = Math.max(...updates.map(({receivedAt}) => receivedAt))
      if (points.length > 0) enqueue.sendTo('chart', {type: 'points.received', points, at})
    }),
    showInAddress: (_, _params: ShownInAddress) => {
      throw new Error('`showInAddress` must be provided')
    },
    warn: (_, _params: {deviceId: string | null; error: unknown}) => {
      throw new Error('`warn` must be provided')
    },
    logFailure: (_, _params: {text: string; error: unknown}) => {
      throw new Error('`logFailure` must be provided')
    },
  },
  guards: {
    /** Before the first answer the server's additions are unknown, and the list would be asked for in the wrong way. */
    isServerKnown: ({context}) => isLinkUp(context.link) || Object.keys(context.capabilities).length > 0,
    isLinkKnown: ({context}) => context.link.kind !== 'probing',
    isLinkDown: ({context}) => context.link.kind !== 'probing' && !isLinkUp(context.link),
    hasLinkComeUp: ({context}, {link}: {link: LinkState}) => isLinkUp(link) && !isLinkUp(context.link),
    /** As after an upgrade of the server. */
    hasOfferChanged: ({context}, {capabilities}: {capabilities: Capabilities}) =>
      OFFERS.some(offer => Boolean(capabilities[offer]) !== Boolean(context.capabilities[offer])),
    offersLive: ({context}) => context.capabilities.live === true,
    hasDevices: ({context}) => context.devices.length > 0,
    hasFirstKey: ({context}) => firstKey(context.devices) !== null,
    isDeviceListed: ({context}) => isListed(context.devices, context.view.deviceId),
    isSeriesListed: ({context}) => isListed(context.devices, context.view.deviceId) && context.view.key !== null,
    isListed: ({context}, {deviceId}: {deviceId: string}) => isListed(context.devices, deviceId),
    isDeviceSelected: ({context}, {deviceId}: {deviceId: string}) =>
      isSameSelection(context.view, {deviceId, key: null}),
    isKeySelected: ({context}, selection: {deviceId: string; key: string}) => isSameSelection(context.view, selection),
    isSameView: ({context}, {view}: {view: DashboardView}) => isSameView(context.view, view),
    isSameSelection: ({context}, {view}: {view: DashboardView}) => isSameSelection(context.view, view),
  },
  delays: {
    /** To read after the socket is open misses nothing; a socket that doesn't open must not hold the values back. */
    linkPatience: 1500,
  },
})

export const pushed = ({context: {view}}: {context: DashboardContext}): ShownInAddress => ({view, history: 'push'})
export const replaced = ({context: {view}}: {context: DashboardContext}): ShownInAddress => ({view, history: 'replace'})

const OFFERS = ['live', 'aggregation', 'latest', 'statistics'] as const satisfies readonly (keyof Capabilities)[]

export const initialContext = (input: DashboardInput): DashboardContext => ({
  ...input,
  link: PROBING,
  capabilities: {},
  now: 0,
  devices: [],
  readings: new Map(),
  shownDeviceIds: [],
})

/** The device whose chart is open counts as shown wherever it stands in the list. */
function wantedFirst({view, shownDeviceIds}: DashboardContext): string[] {
  return [...new Set([...(view.deviceId === null ? [] : [view.deviceId]), ...shownDeviceIds])]
}

export function readingsInput(context: DashboardContext): ReadingsInput {
  const {user, devices, capabilities} = context
  return {
    organisationId: user.organisationId,
    deviceIds: devices.map(({id}) => id),
    shownDeviceIds: wantedFirst(context),
    capabilities,
  }
}

/** Of a dashboard whose view has a device and a key. */
export function chartInput(context: DashboardContext): ChartInput {
  return {...tilesInput(context), now: context.now, link: context.link, settings: settingsOf(context.view)}
}

export function tilesInput({view, zone, capabilities}: DashboardContext): TilesQuestion {
  return {deviceId: view.deviceId ?? '', key: view.key ?? '', zone, capabilities}
}
