import type {DeviceEntry} from './devices/device'
import {arrange, indexOf, NOTHING_KNOWN} from './devices/navigator'
import {type NavigatorView, NO_FILTERS} from './devices/navigatorView'
import {type ChartSettings, type DashboardView, DEFAULT_VIEW, isSameView} from './view'

export function isListed(devices: readonly DeviceEntry[], deviceId: string | null): boolean {
  return devices.some(({id}) => id === deviceId)
}

/** The device that the list shows first; one that its filters hide only when they hide all. */
export function firstDevice(devices: readonly DeviceEntry[], view: NavigatorView): DeviceEntry | undefined {
  const index = indexOf(devices, new Map())
  const first = (shown: NavigatorView) => arrange(devices, index, shown, NOTHING_KNOWN).groups[0]?.devices[0]
  return first(view) ?? first({...view, ...NO_FILTERS})
}

/** Null as long as the device has no key. */
export const firstKey = (devices: readonly DeviceEntry[], deviceId: string | null): string | null =>
  devices.find(({id}) => id === deviceId)?.keys[0] ?? null

export function isSameSelection(one: Selection, other: Selection): boolean {
  return one.deviceId === other.deviceId && one.key === other.key
}

export function settingsOf({aggregation, windowMinutes, live, range, zoom}: DashboardView): ChartSettings {
  return {aggregation, windowMinutes, live, range, zoom}
}

/** Whether the charts of both views have the same settings. */
export const isSameSettings = (one: DashboardView, other: DashboardView): boolean =>
  isSameView({...DEFAULT_VIEW, ...settingsOf(one)}, {...DEFAULT_VIEW, ...settingsOf(other)})

type Selection = Pick<DashboardView, 'deviceId' | 'key'>
