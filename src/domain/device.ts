/** A device of the list. `keys`: its telemetry keys as far as they are known, sorted; they grow. */
export interface DeviceEntry {
  id: string
  name: string
  label: string | null
  type: string | null
  keys: readonly string[]
}

export type KeysByDevice = ReadonlyMap<string, readonly string[]>

/** Adds keys that the devices have not shown before; keys are in one order, whoever tells of them. Entries, and the list, stay themselves when nothing is new. */
export function withKeys(devices: readonly DeviceEntry[], news: KeysByDevice): readonly DeviceEntry[] {
  let isChanged = false
  const next = devices.map(device => {
    const unknown = (news.get(device.id) ?? []).filter(key => !device.keys.includes(key))
    if (unknown.length === 0) return device
    isChanged = true
    return {...device, keys: [...device.keys, ...unknown].sort()}
  })
  return isChanged ? next : devices
}
