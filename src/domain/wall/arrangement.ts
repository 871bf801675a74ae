import {naturalKeyOrLast} from '../folded'
import type {CustomerNames, DeviceEntry} from '../telemetry/devices/device'
import type {AlarmsByDevice} from '../telemetry/devices/marks'
import {type DeviceIndex, passingOf} from '../telemetry/devices/navigator'
import type {Grouping} from '../telemetry/devices/navigatorView'
import {byWorst, MARKED_STATUSES, UNKNOWN} from '../telemetry/devices/worstFirst'
import type {KeySettings} from '../telemetry/readings/keySettings'
import {mostUnusual, type UnusualByDevice} from '../telemetry/usual'
import {type Condition, type Conditions, countsOf, statusOfDevice, type WallCounts} from './conditions'
import {keyInAlarm, keysByImportance} from './headline'
import {TILES} from './tiles'
import type {WallView} from './view'
import type {Wall} from './walls'

/** One device, or one key of it. */
export interface Tile {
  /** Is unique on the wall. */
  id: string
  device: DeviceEntry
  /** The keys that it shows, the first ones first. */
  keys: readonly string[]
}

/** Devices in one group. */
export interface WallGroup {
  /** The shared type, label, status, or id of a customer; null for devices that have none. */
  value: string | null
  devices: readonly DeviceEntry[]
}

export interface Arranging {
  /** The devices on the wall. */
  devices: readonly DeviceEntry[]
  index: DeviceIndex
  wall: Pick<Wall, 'order' | 'grouping'>
  view: Pick<WallView, 'q' | 'labels' | 'statuses'>
  conditions: Conditions
  unusual: UnusualByDevice
  customers: CustomerNames
}

/** The devices in their places. */
export interface Arranged {
  groups: readonly WallGroup[]
  /** Those that need attention, the most urgent first, where they come before the groups. */
  urgent: readonly DeviceEntry[]
}

/** Whether a device needs attention: it is in an alarm that is not hidden, or silent. */
export const isUrgent = (condition: Condition | undefined): boolean =>
  condition !== undefined && (condition.mark.severity !== null || condition.deviceState.status === 'late')

/** Filters, sorts and groups. In the order of the worst, groups are in that of their worst device. */
export function arrangeWall({devices, index, wall, view, conditions, unusual, customers}: Arranging): Arranged {
  const {statuses, q, labels} = view
  const passing = passingOf(devices, index, {q, labels, types: []}).filter(
    ({id}) => statuses.length === 0 || statuses.includes(statusOfDevice(conditions.get(id))),
  )
  const nameOf = (device: DeviceEntry) => index.get(device)?.nameKey ?? ''
  const byName = (one: DeviceEntry, other: DeviceEntry) => compare(nameOf(one), nameOf(other))
  const scoreOf = ({id}: DeviceEntry) =>
    mostUnusual(unusual, id, (conditions.get(id) ?? UNKNOWN).deviceState.status)?.score ?? 0
  const worst = (one: DeviceEntry, other: DeviceEntry) =>
    byWorst(conditions.get(one.id) ?? UNKNOWN, conditions.get(other.id) ?? UNKNOWN)
  const urgencyOf = ({id}: DeviceEntry) => (isUrgent(conditions.get(id)) ? 0 : 1)
  const orders = {
    name: () => 0,
    worst,
    // Those that are well keep the order of their names.
    importance: (one: DeviceEntry, other: DeviceEntry) =>
      urgencyOf(one) - urgencyOf(other) || (urgencyOf(one) === 0 ? worst(one, other) : 0),
    unusual: (one: DeviceEntry, other: DeviceEntry) => scoreOf(other) - scoreOf(one),
    place: (one: DeviceEntry, other: DeviceEntry) =>
      compare(naturalKeyOrLast(one.label), naturalKeyOrLast(other.label)),
  }
  const sorted = [...passing].sort((one, other) => orders[wall.order](one, other) || byName(one, other))
  return {
    groups: grouped(sorted, wall, conditions, customers),
    urgent: wall.order === 'importance' ? sorted.filter(device => urgencyOf(device) === 0) : [],
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** More groups than this share of the devices group nothing. */
const MAX_HEADS = 0.5

function grouped(
  sorted: readonly DeviceEntry[],
  {grouping, order}: Pick<Wall, 'grouping' | 'order'>,
  conditions: Conditions,
  customers: CustomerNames,
): readonly WallGroup[] {
  const ungrouped = sorted.length === 0 ? [] : [{value: null, devices: sorted}]
  if (grouping === 'none') return ungrouped
  const groups = new Map<string | null, DeviceEntry[]>()
  for (const device of sorted) {
    const value = sharedBy(grouping, device, conditions)
    const group = groups.get(value)
    if (group === undefined) groups.set(value, [device])
    else group.push(device)
  }
  const found = Array.from(groups, ([value, devices]) => ({value, devices}))
  // Heads of one device each would only repeat names.
  if (order === 'importance' && found.length > MAX_HEADS * sorted.length) return ungrouped
  // The devices are in the order of the worst already, so that the groups have come up in it, too.
  if (order === 'worst' || grouping === 'status') return found
  const keyOf = ({value}: WallGroup) => naturalKeyOrLast(value && (customers.get(value) ?? value))
  return found.sort((one, other) => compare(keyOf(one), keyOf(other)))
}

function sharedBy(grouping: Exclude<Grouping, 'none'>, device: DeviceEntry, conditions: Conditions): string | null {
  switch (grouping) {
    case 'status':
      return statusOfDevice(conditions.get(device.id))
    case 'customer':
      return device.customerId
    default:
      return device[grouping] || null
  }
}

/** Whether both show the same devices in the same places. */
export const isSameWall = (one: readonly WallGroup[], other: readonly WallGroup[]): boolean =>
  one.length === other.length &&
  one.every(({value, devices}, at) => {
    const twin = other[at]
    return (
      twin?.value === value &&
      twin.devices.length === devices.length &&
      devices.every(({id}, place) => twin.devices[place]?.id === id)
    )
  })

export interface Keyed {
  wall: Pick<Wall, 'keys' | 'tiles'>
  conditions: Conditions
  alarms: AlarmsByDevice
  settings: KeySettings
}

/** The tiles of a group. A device without keys has one tile all the same. */
export function tilesOf({devices}: WallGroup, {wall, ...known}: Keyed): readonly Tile[] {
  return devices.flatMap((device): Tile | Tile[] => {
    const shown = shownKeysOf(device, wall.keys, known)
    if (wall.tiles === 'auto' || TILES[wall.tiles].of !== 'key' || shown.length === 0)
      return {id: device.id, device, keys: shown}
    return shown.map(key => ({id: tileId(device.id, key), device, keys: [key]}))
  })
}

/** Among the keys that a wall names, the one in alarm comes first, as its device is in that colour. */
function shownKeysOf(
  device: DeviceEntry,
  named: readonly string[],
  {conditions, alarms, settings}: Omit<Keyed, 'wall'>,
): readonly string[] {
  const condition = conditions.get(device.id)
  const known = {
    marks: condition?.marks,
    alarms: alarms.get(device.id) ?? [],
    readings: condition?.deviceState.readings,
    settings,
  }
  if (named.length === 0) return keysByImportance(device, known)
  const inAlarm = keyInAlarm(device, known)
  const own = named.filter(key => device.keys.includes(key))
  return inAlarm === null || !own.includes(inAlarm) ? own : [inAlarm, ...own.filter(key => key !== inAlarm)]
}

/** The card of a device, which has no other tile beside it. */
export function cardOf(device: DeviceEntry, {wall, ...known}: Keyed): Tile {
  return {id: tileId(device.id, 'card'), device, keys: shownKeysOf(device, wall.keys, known)}
}

const tileId = (deviceId: string, key: string): string => `${deviceId} ${key}`

/** Whether there is anything to say at the heads of groups. */
export const haveHeads = (groups: readonly WallGroup[]): boolean => groups.some(({value}) => value !== null)

/** Returns the counts at the head of a group: the number of its devices in each state. */
export const rollUpOf = ({devices}: WallGroup, conditions: Conditions): WallCounts => countsOf(devices, conditions)

export const isSameCounts = (one: WallCounts | null, other: WallCounts | null): boolean =>
  one === other || MARKED_STATUSES.every(status => one?.[status] === other?.[status])
