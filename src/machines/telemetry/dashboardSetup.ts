import {assign, enqueueActions, fromEventObservable, raise, sendTo, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import type {LinkState} from '../../domain/telemetry/link'
import {firstKey, isListed, isSameSelection, settingsOf} from '../../domain/telemetry/selection'
import {pointsOf, type TelemetryUpdate} from '../../domain/telemetry/update'
import {type ChartSettings, type DashboardView, isSameView} from '../../domain/telemetry/view'
import type {ChartInput, ChartSettingsChanged} from './chart'
import {chartMachine} from './chart'
import {
  type DevicesContext,
  type DevicesEvent,
  type DevicesInput,
  devicesActions,
  devicesActors,
  devicesDelays,
  devicesGuards,
  nothingKnown,
  type ReadingsInput,
  readingsInput,
} from './devicesSetup'
import {type TilesQuestion, tilesMachine} from './tiles'

export interface DashboardInput extends DevicesInput {
  /** What the address says when the dashboard is opened. */
  view: DashboardView
  /** The viewer's IANA time zone. */
  zone: string
}

export interface DashboardContext extends DevicesContext, DashboardInput {}

export type AddressChanged = {type: 'address.changed'; view: DashboardView}

export interface ShownInAddress {
  view: DashboardView
  /** Whether Back leads to the former view. */
  history: 'push' | 'replace'
}

type DashboardEvent =
  | DevicesEvent
  | AddressChanged
  | ChartSettingsChanged
  | {type: 'device.selected'; deviceId: string}
  | {type: 'key.selected'; deviceId: string; key: string}

/** The dashboard's actors, actions and guards; `dashboard.ts` says when. */
export const dashboardSetup = setup({
  types: {} as {
    context: DashboardContext
    events: DashboardEvent
    input: DashboardInput
    children: {chart: 'chart'; tiles: 'tiles'; readings: 'readings'}
  },
  actors: {
    ...devicesActors,
    chart: chartMachine,
    tiles: tilesMachine,
    addressChanges: fromEventObservable<AddressChanged, void>(() => {
      throw new Error('`addressChanges` must be provided')
    }),
  },
  actions: devicesActions<DashboardContext, DashboardEvent>(known => known),
  guards: devicesGuards,
  delays: devicesDelays,
}).extend({
  actions: {
    rememberView: assign({view: (_, {view}: {view: DashboardView}) => view}),
    rememberSettings: assign({
      view: ({context}, {settings}: {settings: Partial<ChartSettings>}) => ({...context.view, ...settings}),
    }),
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
    resume: raise({type: 'telemetry.resumed'}),
    tellWanted: sendTo('readings', ({context}) => ({type: 'rows.shown', deviceIds: wantedFirst(context)})),
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
  },
  guards: {
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
})

export const pushed = ({context: {view}}: {context: DashboardContext}): ShownInAddress => ({view, history: 'push'})
export const replaced = ({context: {view}}: {context: DashboardContext}): ShownInAddress => ({view, history: 'replace'})

export const initialContext = (input: DashboardInput): DashboardContext => ({...nothingKnown, ...input})

/** The device whose chart is open counts as shown wherever it stands in the list. */
function wantedFirst({view, shownDeviceIds}: DashboardContext): string[] {
  return [...new Set([...(view.deviceId === null ? [] : [view.deviceId]), ...shownDeviceIds])]
}

export function wantedReadings(context: DashboardContext): ReadingsInput {
  return readingsInput({...context, shownDeviceIds: wantedFirst(context)})
}

/** Of a dashboard whose view has a device and a key. */
export function chartInput(context: DashboardContext): ChartInput {
  return {...tilesInput(context), now: context.now, link: context.link, settings: settingsOf(context.view)}
}

export function tilesInput({view, zone, capabilities}: DashboardContext): TilesQuestion {
  return {deviceId: view.deviceId ?? '', key: view.key ?? '', zone, capabilities}
}
