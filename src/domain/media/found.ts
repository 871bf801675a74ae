import {folded} from '../folded'
import type {DeviceEntry} from '../telemetry/devices/device'
import type {Membership} from './group'

interface Sought {
  search: string
  /** Only devices of this group; null for all. */
  groupId: string | null
  membership: Membership
  /** Only these; null for all. */
  ids: ReadonlySet<string> | null
}

/** The devices of the group whose name or label contains the text, whatever the case and the accents. */
export function foundDevices(devices: readonly DeviceEntry[], {search, groupId, membership, ids}: Sought) {
  const sought = folded(search.trim())
  return devices.filter(
    ({id, name, label}) =>
      (ids === null || ids.has(id)) &&
      (groupId === null || membership.get(id)?.includes(groupId) === true) &&
      (sought === '' || folded(name).includes(sought) || folded(label ?? '').includes(sought)),
  )
}
