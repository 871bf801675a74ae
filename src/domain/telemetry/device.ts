/**
 * A device of the list. `keys` are its telemetry keys as far as they are known, in sorted order; they only grow.
 * `isRead` says whether the server has been asked for them.
 */
export interface DeviceEntry {
  id: string
  name: string
  label: string | null
  type: string | null
  keys: readonly string[]
  isRead: boolean
}

export type KeysByDevice = ReadonlyMap<string, readonly string[]>

/**
 * Adds keys that the devices have not shown before, always in sorted order. Entries without news, and the list without
 * any news, are returned as the same objects.
 */
export function withKeys(devices: readonly DeviceEntry[], news: KeysByDevice): readonly DeviceEntry[] {
  let isChanged = false
  const next = devices.map(device => {
    const told = news.get(device.id)
    const unknown = (told ?? []).filter(key => !device.keys.includes(key))
    if (told === undefined || (unknown.length === 0 && device.isRead)) return device
    isChanged = true
    return {...device, keys: [...device.keys, ...unknown].sort(), isRead: true}
  })
  return isChanged ? next : devices
}
