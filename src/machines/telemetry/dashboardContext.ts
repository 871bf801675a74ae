import {mayReadCustomers} from '../../domain/telemetry/devices/deviceFacts'
import {firstDevice, firstKey, settingsOf} from '../../domain/telemetry/selection'
import type {ChartSettingsChanged, DashboardView} from '../../domain/telemetry/view'
import type {ChartInput} from './chartContext'
import type {ComparisonChanged, ComparisonInput} from './comparison'
import type {DevicesContext, DevicesInput} from './devices'
import type {DevicesNotification} from './devicesEvents'
import type {NavigatorChanged, NavigatorInput} from './navigator'
import type {TilesQuestion} from './tiles'

export interface DashboardInput extends Pick<DevicesInput, 'user' | 'lateAfter' | 'now'> {
  /** The view that the address holds when the dashboard is opened. */
  view: DashboardView
  zone: string
}

/** Keeps of the devices what the selection and the chart need. Screens select the rest from the actor `devices`. */
export interface DashboardContext extends DashboardInput, Pick<DevicesContext, 'devices' | 'link' | 'offer'> {}

export type DashboardChildren = {
  devices: 'devices'
  navigator: 'navigator'
  detail: 'detail'
  chart: 'chart'
  comparison: 'comparison'
  tiles: 'tiles'
}

export type AddressChanged = {type: 'address.changed'; view: DashboardView}

export interface ShownInUrl {
  view: DashboardView
  /** With `push`, Back leads to the former view. */
  history: 'push' | 'replace'
}

export type DashboardEvent =
  | DevicesNotification
  | AddressChanged
  | ChartSettingsChanged
  | ComparisonChanged
  | NavigatorChanged
  | {type: 'device.selected'; deviceId: string}
  | {type: 'key.selected'; deviceId: string; key: string}
  /** A narrow screen shows the list or the chosen key. */
  | {type: 'detail.opened'}
  | {type: 'list.opened'}
  | {type: 'statistics.toggled'}

export const pushed = ({context: {view}}: {context: DashboardContext}): ShownInUrl => ({view, history: 'push'})
export const replaced = ({context: {view}}: {context: DashboardContext}): ShownInUrl => ({view, history: 'replace'})

export const navigatorShown = ({navigator: view, deviceId}: DashboardView) =>
  ({type: 'view.restored', view, deviceId}) as const

export const detailShown = ({deviceId, range}: DashboardView) => ({type: 'view.shown', deviceId, range}) as const

export const firstView = ({devices, view}: DashboardContext): Partial<DashboardView> => ({
  deviceId: firstDevice(devices, view.navigator)?.id ?? null,
  key: null,
  page: 'list',
})

export const devicesInput = ({user, lateAfter, now, view: {deviceId}}: DashboardContext): DevicesInput => ({
  user,
  lateAfter,
  now,
  device: null,
  watchedDeviceId: deviceId,
})

export const navigatorInput = ({user, lateAfter, now, view}: DashboardContext): NavigatorInput => ({
  lateAfter,
  now,
  view: view.navigator,
  deviceId: view.deviceId,
  mayReadCustomers: mayReadCustomers(user.authority),
})

export const firstKeyOf = ({devices, view}: DashboardContext) => firstKey(devices, view.deviceId)

/** Is only called in states whose view has a device and a key. */
export function chartInput(context: DashboardContext): ChartInput {
  return {...tilesInput(context), now: context.now, link: context.link, settings: settingsOf(context.view)}
}

export function comparisonInput(context: DashboardContext): ComparisonInput {
  const {deviceId, key, ...chart} = chartInput(context)
  return {...chart, own: {deviceId, key}, comparison: context.view.comparison, devices: context.devices}
}

export function tilesInput({view, zone, offer}: DashboardContext): TilesQuestion {
  return {deviceId: view.deviceId ?? '', key: view.key ?? '', zone, offer}
}
