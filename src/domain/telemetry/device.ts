/** A device of the list. `keys`: its telemetry keys as far as they are known, sorted; they grow. `isRead`: the server has been asked for them. */
export interface DeviceEntry {
  id: string
  name: string
  label: string | null
  type: string | null
  keys: readonly string[]
  isRead: boolean
}

export type KeysByDevice = ReadonlyMap<string, readonly string[]>

/** Adds keys that the devices have not shown before; keys are in one order, whoever tells of them. Entries, and the list, stay themselves when nothing is new. */
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
