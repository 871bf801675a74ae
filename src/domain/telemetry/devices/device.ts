/**
 * A device of the list. `keys` are its telemetry keys as far as they are known, in sorted order; they only grow.
 * `isRead` says whether the server has been asked for them.
 */
export interface DeviceEntry {
  id: string
  name: string
  label: string | null
  type: string | null
  customerId: string | null
  organisationId: string | null
  keys: readonly string[]
  isRead: boolean
}

/** The details of a device when only its name and id are known. */
export const NO_DETAILS = {
  label: null,
  type: null,
  customerId: null,
  organisationId: null,
  keys: [],
  isRead: false,
} as const satisfies Partial<DeviceEntry>

/** The names of customers by their ids. */
export type CustomerNames = ReadonlyMap<string, string>

export type KeysByDevice = ReadonlyMap<string, readonly string[]>

/**
 * Adds keys that the devices have not shown before, always in sorted order. Entries without changes, and the list
 * without any changes, are returned as the same objects.
 */
export function withKeys(devices: readonly DeviceEntry[], changes: KeysByDevice): readonly DeviceEntry[] {
  let isChanged = false
  const next = devices.map(device => {
    const added = changes.get(device.id)
    const unknown = (added ?? []).filter(key => !device.keys.includes(key))
    if (added === undefined || (unknown.length === 0 && device.isRead)) return device
    isChanged = true
    return {...device, keys: [...device.keys, ...unknown].sort(), isRead: true}
  })
  return isChanged ? next : devices
}
