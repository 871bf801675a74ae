import type {Latest} from '../readings/latest'
import {type DeviceEntry, NO_DETAILS} from './device'

/** The present devices, and those that are gone: the named ones, or with `isAll` all others. */
export interface DeviceChanges {
  devices: readonly DeviceEntry[]
  goneIds: readonly string[]
  isAll: boolean
}

/** Joins two batches of changes; the later one wins. */
export function joinedChanges(earlier: DeviceChanges, later: DeviceChanges): DeviceChanges {
  if (later.isAll) return later
  const changed = new Set([...later.goneIds, ...later.devices.map(({id}) => id)])
  return {
    devices: [...earlier.devices.filter(({id}) => !changed.has(id)), ...later.devices],
    goneIds: [...earlier.goneIds.filter(id => !changed.has(id)), ...later.goneIds],
    isAll: earlier.isAll,
  }
}

/** Adds, changes and removes devices. The list and the entries without changes stay the same objects. */
export function withDevices<Known extends Latest>(known: Known, changes: DeviceChanges): Known {
  const changed = new Map(changes.devices.map(device => [device.id, device]))
  const gone = new Set(changes.goneIds)
  const isListed = ({id}: DeviceEntry) => !gone.has(id) && (!changes.isAll || changed.has(id))
  const remaining = known.devices.filter(isListed).map(device => described(device, changed.get(device.id)))
  const before = new Set(known.devices.map(({id}) => id))
  const devices = [...remaining, ...changes.devices.filter(({id}) => !before.has(id))]
  const isSame = devices.length === known.devices.length && devices.every((each, at) => each === known.devices[at])
  if (isSame) return known
  const ids = new Set(devices.map(({id}) => id))
  const isAnyGone = remaining.length < known.devices.length
  const readings = isAnyGone ? new Map([...known.readings].filter(([id]) => ids.has(id))) : known.readings
  return {...known, devices, readings}
}

/**
 * Goes on with the named devices alone. Nothing is known of one that was not among them before, as its changes were not
 * sent.
 */
export function withOnly({devices, readings}: Latest, deviceIds: readonly string[]): Latest {
  const before = new Map(devices.map(device => [device.id, device]))
  return {
    devices: deviceIds.map(id => before.get(id) ?? {id, name: id, ...NO_DETAILS}),
    readings: new Map([...readings].filter(([id]) => before.has(id) && deviceIds.includes(id))),
  }
}

/** Tells whether any of the changed devices has not been read yet. */
export const hasUnknown = ({devices}: Latest, changes: DeviceChanges): boolean => {
  const known = new Set(devices.map(({id}) => id))
  return changes.devices.some(({id}) => !known.has(id))
}

function described(device: DeviceEntry, changed: DeviceEntry | undefined): DeviceEntry {
  if (changed === undefined) return device
  const {keys, isRead} = device
  const next = {...changed, keys, isRead}
  return SHOWN.every(field => next[field] === device[field]) ? device : next
}

const SHOWN = ['name', 'label', 'type', 'customerId', 'organisationId'] as const
