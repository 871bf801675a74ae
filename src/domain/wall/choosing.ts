import type {DeviceChoice} from '../../../contract/rules/lists/walls'
import {folded, naturalKey} from '../folded'
import type {DeviceEntry} from '../telemetry/devices/device'
import {indexOf, passingOf} from '../telemetry/devices/navigator'

/** A device, or all that share a label or a type. */
export interface OfferedDevices {
  /** The stored value of the choice. */
  value: string
  name: string
  /** A further known detail of a device. */
  detail: string
  count: number
}

/** Returns the choices that a search finds. */
export function offeredDevices(
  all: readonly DeviceEntry[],
  by: Exclude<DeviceChoice['by'], 'all'>,
  q: string,
): readonly OfferedDevices[] {
  const found = by === 'picked' ? devicesFound(all, q) : valuesFound(all, by, q)
  return found.toSorted((one, other) => (naturalKey(one.name) < naturalKey(other.name) ? -1 : 1))
}

const devicesFound = (all: readonly DeviceEntry[], q: string): OfferedDevices[] =>
  passingOf(all, indexOf(all, new Map()), {q, types: [], labels: []}).map(({id, name, label, type}) => ({
    value: id,
    name,
    detail: [label, type].filter(Boolean).join(' · '),
    count: 1,
  }))

function valuesFound(all: readonly DeviceEntry[], by: 'label' | 'type', q: string): OfferedDevices[] {
  const counts = new Map<string, number>()
  for (const device of all) {
    const value = device[by]
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return Array.from(counts, ([value, count]) => ({value, name: value, detail: '', count})).filter(({name}) =>
    folded(name).includes(folded(q.trim())),
  )
}

/** The values with all that are offered, or without any of them. */
export function withAllOffered(
  values: readonly string[],
  offered: readonly OfferedDevices[],
  isChosen: boolean,
): readonly string[] {
  const each = new Set(offered.map(({value}) => value))
  const others = values.filter(value => !each.has(value))
  return isChosen ? [...others, ...each] : others
}
