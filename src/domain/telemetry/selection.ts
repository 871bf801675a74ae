import type {DeviceEntry} from './device'
import type {ChartSettings, DashboardView} from './view'

export function isListed(devices: readonly DeviceEntry[], deviceId: string | null): boolean {
  return devices.some(({id}) => id === deviceId)
}

/** Selects the first key of the first device; null as long as that device has none. */
export function firstKey([first]: readonly DeviceEntry[]): Pick<DashboardView, 'deviceId' | 'key'> | null {
  const key = first?.keys[0]
  return first === undefined || key === undefined ? null : {deviceId: first.id, key}
}

export function isSameSelection(one: Selection, other: Selection): boolean {
  return one.deviceId === other.deviceId && one.key === other.key
}

export function settingsOf({aggregation, windowMinutes, live, range}: DashboardView): ChartSettings {
  return {aggregation, windowMinutes, live, range}
}

type Selection = Pick<DashboardView, 'deviceId' | 'key'>
