import type {DeviceEntry} from './device'
import type {Latest} from './latest'

/** Devices as they are now, and those that are gone: the named ones, or with `isAll` all others. */
export interface DevicesNews {
  devices: readonly DeviceEntry[]
  goneIds: readonly string[]
  isAll: boolean
}

/** Of two batches of news the later one counts. */
export function joinedNews(earlier: DevicesNews, later: DevicesNews): DevicesNews {
  if (later.isAll) return later
  const changed = new Set([...later.goneIds, ...later.devices.map(({id}) => id)])
  return {
    devices: [...earlier.devices.filter(({id}) => !changed.has(id)), ...later.devices],
    goneIds: [...earlier.goneIds.filter(id => !changed.has(id)), ...later.goneIds],
    isAll: earlier.isAll,
  }
}

/** Adds, changes and removes devices. The list and the entries without news stay the same objects. */
export function withDevices<Known extends Latest>(known: Known, news: DevicesNews): Known {
  const changed = new Map(news.devices.map(device => [device.id, device]))
  const gone = new Set(news.goneIds)
  const isKept = ({id}: DeviceEntry) => !gone.has(id) && (!news.isAll || changed.has(id))
  const kept = known.devices.filter(isKept).map(device => described(device, changed.get(device.id)))
  const before = new Set(known.devices.map(({id}) => id))
  const devices = [...kept, ...news.devices.filter(({id}) => !before.has(id))]
  const isSame = devices.length === known.devices.length && devices.every((each, at) => each === known.devices[at])
  if (isSame) return known
  const ids = new Set(devices.map(({id}) => id))
  const isAnyGone = kept.length < known.devices.length
  const readings = isAnyGone ? new Map([...known.readings].filter(([id]) => ids.has(id))) : known.readings
  return {...known, devices, readings}
}

/** Whether there are devices of which nothing has been read. */
export const hasUnknown = ({devices}: Latest, news: DevicesNews): boolean => {
  const known = new Set(devices.map(({id}) => id))
  return news.devices.some(({id}) => !known.has(id))
}

function described(device: DeviceEntry, changed: DeviceEntry | undefined): DeviceEntry {
  if (changed === undefined) return device
  const {keys, isRead} = device
  const next = {...changed, keys, isRead}
  return SHOWN.every(field => next[field] === device[field]) ? device : next
}

const SHOWN = ['name', 'label', 'type', 'customerId', 'organisationId'] as const
