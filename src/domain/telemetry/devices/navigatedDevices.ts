import {type MaintenancePeriod, maintenanceUntil} from '../../../../contract/rules/maintenance'
import type {EpochMs} from '../../../../contract/wire/common'
import {isLinkUp, PROBING} from '../../link'
import type {FreshnessConditions} from '../readings/freshness'
import type {ReadingsByDevice} from '../readings/reading'
import {mostUnusual, NOTHING_UNUSUAL, type Unusual, type UnusualByDevice} from '../usual'
import type {CustomerNames, DeviceEntry} from './device'
import {
  type DeviceStates,
  deviceStatesOf,
  NO_COUNTS,
  NO_DEVICE_STATES,
  type StatusCounts,
  statusCounts,
} from './deviceStates'
import {type DeviceMarks, NO_DEVICE_MARKS} from './marks'
import {
  type Arrangement,
  type Arranging,
  arrange,
  type DeviceIndex,
  type Facet,
  facetsOf,
  groupingsOf,
  indexOf,
  isSameArrangement,
  NO_SEVERITY_COUNTS,
  NOTHING_ARRANGED,
  NOTHING_KNOWN,
  passingOf,
  type RollUps,
  rollUpsOf,
  type SeverityCounts,
  severityCounts,
} from './navigator'
import {GROUPINGS, type Grouping, isByStatus, type NavigatorView} from './navigatorView'

/** The devices with all that the list tells of them. */
export interface NavigatedDevices extends FreshnessConditions, DeviceMarks {
  view: NavigatorView
  devices: readonly DeviceEntry[]
  index: DeviceIndex
  facets: {types: readonly Facet[]; labels: readonly Facet[]}
  mayReadCustomers: boolean
  /** The names of customers as far as they are known. */
  customers: CustomerNames
  /** The properties by which the devices can be grouped. */
  groupings: readonly Grouping[]
  readings: ReadingsByDevice
  deviceStates: DeviceStates
  /** The periods of maintenance that run, or begin soon. */
  maintenance: readonly MaintenancePeriod[]
  unusual: UnusualByDevice
  /** The states of the devices when the list was arranged: it keeps its order while a user is in it. */
  arrangedBy: Arranging & Pick<DeviceMarks, 'alarms'>
  arrangement: Arrangement
  /** The devices in each status that pass the other filters. */
  counts: StatusCounts
  /** Likewise by the most urgent alarm; unknown while the link is down. */
  severityCounts: SeverityCounts
  rollUps: RollUps
  /** Whether the list would look different if it was arranged again. */
  hasNewOrder: boolean
  /** Whether the pointer or the focus is in the list. */
  attention: {pointer: boolean; focus: boolean}
}

export const NOTHING_NAVIGATED: Omit<NavigatedDevices, 'view' | 'lateAfter' | 'now' | 'mayReadCustomers'> = {
  ...NO_DEVICE_MARKS,
  link: PROBING,
  devices: [],
  index: new Map(),
  facets: {types: [], labels: []},
  customers: new Map(),
  groupings: GROUPINGS,
  readings: new Map(),
  deviceStates: NO_DEVICE_STATES,
  maintenance: [],
  unusual: NOTHING_UNUSUAL,
  arrangedBy: {...NOTHING_KNOWN, alarms: null},
  arrangement: NOTHING_ARRANGED,
  counts: NO_COUNTS,
  severityCounts: NO_SEVERITY_COUNTS,
  rollUps: new Map(),
  hasNewOrder: false,
  attention: {pointer: false, focus: false},
}

/** Devices come and go with a new list alone; otherwise they only get more keys. */
export function withDevices(known: NavigatedDevices, devices: readonly DeviceEntry[]) {
  const {index, devices: before, facets, groupings, mayReadCustomers} = known
  const isSameList = before.length === devices.length
  return {
    devices,
    index: indexOf(devices, index),
    facets: isSameList ? facets : {types: facetsOf(devices, 'type'), labels: facetsOf(devices, 'label')},
    groupings: isSameList ? groupings : groupingsOf(devices, mayReadCustomers),
  }
}

/** Evaluates and counts the devices again; their places in the list stay. */
export function evaluated(known: NavigatedDevices): Partial<NavigatedDevices> {
  const deviceStates = deviceStatesOf(known.devices, known.readings, known, known.deviceStates)
  if (deviceStates === known.deviceStates) return {}
  return {deviceStates, ...counted({...known, deviceStates}), hasNewOrder: isOrderNew({...known, deviceStates})}
}

/** Returns the end of a device's maintenance; null when it is in none. */
export function maintainedUntil({devices, maintenance, now}: NavigatedDevices, deviceId: string): EpochMs | null {
  if (maintenance.length === 0) return null
  const device = devices.find(({id}) => id === deviceId)
  return device === undefined ? null : maintenanceUntil(maintenance, device, now)
}

/** Applies the received marks; the devices keep their places in the list. */
export function marked(before: NavigatedDevices, received: DeviceMarks): Partial<NavigatedDevices> {
  const known = {...before, ...received}
  return {...received, ...countedAlarms(known), hasNewOrder: isOrderNew(known)}
}

/** The most unusual of a device's series; null without any. */
export const mostUnusualOf = ({unusual, deviceStates}: NavigatedDevices, deviceId: string): Unusual | null =>
  mostUnusual(unusual, deviceId, deviceStates.get(deviceId)?.status ?? 'notRead')

/** Takes which series are unusual; the places in the list stay. */
export function withUnusual(known: NavigatedDevices, unusual: UnusualByDevice): Partial<NavigatedDevices> {
  return {unusual, hasNewOrder: isOrderNew({...known, unusual})}
}

/** Puts the devices in the places that `arrangedBy` gives them. */
export function arranged(known: NavigatedDevices) {
  const {devices, index, view, arrangedBy, customers} = known
  const arrangement = arrange(devices, index, view, arrangedBy, customers)
  return {arrangedBy, arrangement, hasNewOrder: false, ...counted({...known, arrangement})}
}

/** Returns the states that would arrange the list now. */
export const shownBy = ({deviceStates, marks, unusual, alarms}: NavigatedDevices): NavigatedDevices['arrangedBy'] => ({
  deviceStates,
  marks,
  unusual,
  alarms,
})

/** Whether the list was arranged before anything was known of its devices, or of their alarms. */
export const isFirstKnown = ({arrangedBy, deviceStates, alarms}: NavigatedDevices): boolean =>
  (isUnread(arrangedBy.deviceStates) && !isUnread(deviceStates)) || (arrangedBy.alarms === null && alarms !== null)

const isUnread = (deviceStates: DeviceStates): boolean =>
  [...deviceStates.values()].every(({status}) => status === 'notRead')

function counted(known: NavigatedDevices) {
  const {devices, index, view, deviceStates, counts, arrangement, rollUps} = known
  return {
    ...countedAlarms(known),
    counts: statusCounts(passingOf(devices, index, view), deviceStates, counts),
    rollUps: rollUpsOf(arrangement, deviceStates, rollUps),
  }
}

function countedAlarms({
  devices,
  index,
  view,
  marks,
  link,
  readings,
  alarms,
  severityCounts: before,
}: NavigatedDevices) {
  const isKnown = isLinkUp(link) && (alarms !== null || readings.size > 0)
  return {
    severityCounts: isKnown ? severityCounts(passingOf(devices, index, view), marks, before) : NO_SEVERITY_COUNTS,
  }
}

/** Outside of the list nothing is said, as its order soon changes by itself. */
function isOrderNew({attention, devices, index, view, customers, arrangement, ...known}: NavigatedDevices): boolean {
  if (!(attention.pointer || attention.focus) || !isByStatus(view)) return false
  return !isSameArrangement(arrangement, arrange(devices, index, view, known, customers))
}
