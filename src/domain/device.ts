import type {ReadingsByDevice} from './reading'

/** A device of the list. `keys`: its telemetry keys as far as they are known; they grow. */
export interface DeviceEntry {
  id: string
  name: string
  label: string | null
  type: string | null
  keys: readonly string[]
}

export type KeysByDevice = ReadonlyMap<string, readonly string[]>

/** Adds keys that the devices have not shown before, behind the known ones. Entries, and the list, stay themselves when nothing is new. */
export function withKeys(devices: readonly DeviceEntry[], news: KeysByDevice): readonly DeviceEntry[] {
  let isChanged = false
  const next = devices.map(device => {
    const unknown = (news.get(device.id) ?? []).filter(key => !device.keys.includes(key))
    if (unknown.length === 0) return device
    isChanged = true
    return {...device, keys: [...device.keys, ...unknown]}
  })
  return isChanged ? next : devices
}

export function keysOf(readings: ReadingsByDevice): KeysByDevice {
  return new Map([...readings].map(([deviceId, byKey]) => [deviceId, [...byKey.keys()]]))
}
