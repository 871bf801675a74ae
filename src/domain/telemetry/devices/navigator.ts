import {SEVERITIES, type Severity} from '../../../../contract/rules/thresholds'
import {folded, naturalKey} from '../../folded'
import {WORST_FIRST} from '../readings/freshness'
import {mostUnusual, NOTHING_UNUSUAL, type UnusualByDevice} from '../usual'
import type {CustomerNames, DeviceEntry} from './device'
import {
  type Counts,
  type DeviceStates,
  NO_DEVICE_STATES,
  type StatusCounts,
  statusCounts,
  uncounted,
} from './deviceStates'
import {type MarksByDevice, worstMark} from './marks'
import {type ChosenValues, GROUPINGS, type Grouping, isFiltered, type NavigatorView} from './navigatorView'
import {byWorst, type Marked, UNKNOWN} from './worstFirst'

/**
 * The search text and the sort key of a device. They are made once for each entry, as a search passes over all of them.
 */
interface Indexed {
  text: string
  nameKey: string
}

export type DeviceIndex = ReadonlyMap<DeviceEntry, Indexed>

/** Entries that `before` holds are taken from it. */
export function indexOf(devices: readonly DeviceEntry[], before: DeviceIndex): DeviceIndex {
  return new Map(devices.map(device => [device, before.get(device) ?? indexed(device)]))
}

function indexed({name, id, label, type, keys}: DeviceEntry): Indexed {
  return {text: folded([name, id, label ?? '', type ?? '', ...keys].join('\n')), nameKey: naturalKey(name)}
}

/** Devices that are shown together. Without a grouping there is one group that holds all. */
export interface DeviceGroup {
  /** Is unique in the list, and the same again in a link. */
  id: string
  /** The shared type, label or status, or the customer's id; null without one, and without a grouping. */
  value: string | null
  devices: readonly DeviceEntry[]
}

/** The listed devices from the top down. */
export interface Arrangement {
  groups: readonly DeviceGroup[]
  shown: number
}

export const NOTHING_ARRANGED: Arrangement = {groups: [], shown: 0}

/** The states and alarms of the devices. */
export interface Arranging {
  deviceStates: DeviceStates
  marks: MarksByDevice
  unusual: UnusualByDevice
}

export const NOTHING_KNOWN: Arranging = {
  deviceStates: NO_DEVICE_STATES,
  marks: new Map(),
  unusual: NOTHING_UNUSUAL,
}

const NO_NAMES: CustomerNames = new Map()

/** Returns the properties by which the devices can be grouped. Only some people may read customers. */
export const groupingsOf = (devices: readonly DeviceEntry[], mayReadCustomers: boolean): readonly Grouping[] =>
  GROUPINGS.filter(
    group => group !== 'customer' || (mayReadCustomers && devices.some(({customerId}) => customerId !== null)),
  )

/** The organisations whose customers the list names. */
export const organisationsOf = (devices: readonly DeviceEntry[]): readonly string[] => [
  ...new Set(devices.flatMap(({customerId, organisationId}) => (customerId && organisationId ? [organisationId] : []))),
]

/** Filters, sorts and groups. Devices that are equal by the chosen order are in the order of their names. */
export function arrange(
  devices: readonly DeviceEntry[],
  index: DeviceIndex,
  view: NavigatorView,
  known: Arranging,
  customers: CustomerNames = NO_NAMES,
) {
  const {deviceStates, marks} = known
  const {statuses, severities} = view
  const listed = passingOf(devices, index, view).filter(({id}) => {
    if (statuses.length > 0 && !statuses.includes(deviceStates.get(id)?.status ?? 'notRead')) return false
    return severities.length === 0 || severities.some(severity => severity === severityOf(id, marks))
  })
  const sorted = [...listed].sort(order(view, listed, index, known))
  return {groups: grouped(sorted, view, deviceStates, customers), shown: sorted.length} satisfies Arrangement
}

const severityOf = (id: string, marks: MarksByDevice): Severity | null =>
  worstMark(marks.get(id)?.values() ?? []).severity

export type SeverityCounts = Counts<Severity>

export const NO_SEVERITY_COUNTS: SeverityCounts = uncounted(SEVERITIES)

/** Counts the devices by their most urgent alarm; `before` itself returns when nothing differs. */
export function severityCounts(devices: readonly DeviceEntry[], marks: MarksByDevice, before: SeverityCounts) {
  const counts = {warning: 0, critical: 0}
  for (const {id} of devices) {
    const severity = severityOf(id, marks)
    if (severity !== null) counts[severity]++
  }
  return SEVERITIES.every(severity => counts[severity] === before[severity]) ? before : counts
}

/** Returns the devices that pass all filters except statuses and severities, whose counts offer them. */
export function passingOf(
  devices: readonly DeviceEntry[],
  index: DeviceIndex,
  view: Pick<NavigatorView, 'q' | 'types' | 'labels'>,
): readonly DeviceEntry[] {
  const words = folded(view.q)
    .split(/\s+/)
    .filter(word => word !== '')
  const {types, labels} = view
  if (words.length + types.length + labels.length === 0) return devices
  return devices.filter(device => {
    if (types.length > 0 && !types.includes(device.type ?? '')) return false
    if (labels.length > 0 && !labels.includes(device.label ?? '')) return false
    const text = index.get(device)?.text ?? ''
    return words.every(word => text.includes(word))
  })
}

type Order = (one: DeviceEntry, other: DeviceEntry) => number

function order({sort}: NavigatorView, devices: readonly DeviceEntry[], index: DeviceIndex, known: Arranging): Order {
  const byName: Order = (one, other) => compare(index.get(one)?.nameKey ?? '', index.get(other)?.nameKey ?? '')
  if (sort === 'name') return byName
  if (sort === 'unusual') {
    const scores = new Map(devices.map(({id}) => [id, scoreOf(id, known)]))
    return (one, other) => (scores.get(other.id) ?? 0) - (scores.get(one.id) ?? 0) || byName(one, other)
  }
  const first = sort === 'worst' ? byWorst : bySeen
  const marked = new Map(devices.map(({id}) => [id, markedOf(id, known)]))
  return (one, other) => first(marked.get(one.id) ?? UNKNOWN, marked.get(other.id) ?? UNKNOWN) || byName(one, other)
}

/** Returns 0 for a device without anything unusual. */
const scoreOf = (id: string, {unusual, deviceStates}: Arranging): number =>
  mostUnusual(unusual, id, deviceStates.get(id)?.status ?? 'notRead')?.score ?? 0

const markedOf = (id: string, {deviceStates, marks}: Arranging): Marked => ({
  mark: worstMark(marks.get(id)?.values() ?? []),
  deviceState: deviceStates.get(id) ?? UNKNOWN.deviceState,
})

const bySeen = (one: Marked, other: Marked): number => (other.deviceState.seenAt ?? 0) - (one.deviceState.seenAt ?? 0)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function grouped(
  sorted: readonly DeviceEntry[],
  {group}: NavigatorView,
  deviceStates: DeviceStates,
  customers: CustomerNames,
): readonly DeviceGroup[] {
  if (group === 'none') return [{id: '', value: null, devices: sorted}]
  const groups = [...byKey(sorted, device => sharedBy(group, device, deviceStates))].map(([value, devices]) => ({
    group: {id: groupId(value), value, devices},
    place: placeOf(value),
    key: naturalKey(customers.get(value ?? '') ?? value ?? ''),
  }))
  groups.sort((one, other) => one.place - other.place || compare(one.key, other.key))
  return groups.map(({group}) => group)
}

function sharedBy(group: Exclude<Grouping, 'none'>, device: DeviceEntry, deviceStates: DeviceStates): string | null {
  switch (group) {
    case 'status':
      return deviceStates.get(device.id)?.status ?? 'notRead'
    case 'customer':
      return device.customerId
    default:
      return device[group] || null
  }
}

function byKey<Key>(devices: readonly DeviceEntry[], keyOf: (device: DeviceEntry) => Key): Map<Key, DeviceEntry[]> {
  const groups = new Map<Key, DeviceEntry[]>()
  for (const device of devices) {
    const key = keyOf(device)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [device])
    else group.push(device)
  }
  return groups
}

/** Ids of devices don't begin with these signs. */
const groupId = (value: string | null): string => (value === null ? '-' : `=${value}`)

/** Statuses come from the worst on; the devices without a value come last. */
function placeOf(value: string | null): number {
  const place = PLACES.indexOf(value)
  return value === null ? PLACES.length + 1 : place === -1 ? PLACES.length : place
}

const PLACES: readonly (string | null)[] = WORST_FIRST

/** Whether both list the same devices in the same places. */
export function isSameArrangement(one: Arrangement, other: Arrangement): boolean {
  return (
    one.shown === other.shown &&
    one.groups.length === other.groups.length &&
    one.groups.every((group, at) => {
      const twin = other.groups[at]
      return (
        twin?.id === group.id &&
        twin.devices.length === group.devices.length &&
        group.devices.every(({id}, place) => twin.devices[place]?.id === id)
      )
    })
  )
}

/** The counts of each group, by its id. Groups without changes keep theirs. */
export type RollUps = ReadonlyMap<string, StatusCounts>

export function rollUpsOf({groups}: Arrangement, deviceStates: DeviceStates, before: RollUps): RollUps {
  return new Map(groups.map(({id, devices}) => [id, statusCounts(devices, deviceStates, before.get(id))]))
}

/** A value that devices may be filtered by, with the number of devices that have it. */
export interface Facet {
  /** Empty for the devices without a value. */
  value: string
  devices: number
}

/** All types or labels in the order of their names; nothing when no device has one. */
export function facetsOf(devices: readonly DeviceEntry[], field: 'type' | 'label'): readonly Facet[] {
  const byValue = byKey(devices, device => device[field] ?? '')
  if (byValue.size === 1 && byValue.has('')) return []
  return [...byValue]
    .map(([value, those]) => ({value, devices: those.length}))
    .sort((one, other) => Number(one.value === '') - Number(other.value === '') || byFacet(one, other))
}

const byFacet = (one: Facet, other: Facet): number => compare(naturalKey(one.value), naturalKey(other.value))

/** A device, type or label that a link names and that doesn't exist. */
export interface Gone {
  what: 'device' | 'type' | 'label'
  value: string
}

/** Takes out of the view what no device has, and returns which filters or device those were. */
export function withoutGone(
  view: NavigatorView,
  deviceId: string | null,
  devices: readonly DeviceEntry[],
  groupings: readonly Grouping[] = GROUPINGS,
): {view: NavigatorView; gone: readonly Gone[]} {
  const types = new Set(devices.map(({type}) => type ?? ''))
  const labels = new Set(devices.map(({label}) => label ?? ''))
  const gone: Gone[] = [
    ...view.types.filter(type => !types.has(type)).map(value => ({what: 'type', value}) as const),
    ...view.labels.filter(label => !labels.has(label)).map(value => ({what: 'label', value}) as const),
  ]
  const remaining: Pick<ChosenValues, 'types' | 'labels'> = {
    types: view.types.filter(type => types.has(type)),
    labels: view.labels.filter(label => labels.has(label)),
  }
  const group = groupings.includes(view.group) ? view.group : 'none'
  const isDeviceGone = deviceId !== null && !devices.some(({id}) => id === deviceId)
  return {
    view: gone.length === 0 && groupings.includes(view.group) ? view : {...view, ...remaining, group},
    gone: isDeviceGone ? [{what: 'device', value: deviceId}, ...gone] : gone,
  }
}

/** Why a device isn't to be seen in the list; null when it is. */
export function hiddenBy(
  {groups}: Arrangement,
  view: NavigatorView,
  deviceId: string | null,
): 'filter' | 'group' | null {
  if (deviceId === null) return null
  const group = groups.find(({devices}) => devices.some(({id}) => id === deviceId))
  if (group === undefined) return isFiltered(view) ? 'filter' : null
  return view.closed.includes(group.id) ? 'group' : null
}
