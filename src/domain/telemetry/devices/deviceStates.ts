import type {EpochMs} from '../../../../contract/wire/common'
import {
  type Arrival,
  type Freshness,
  type FreshnessConditions,
  freshness,
  newestArrival,
  validAt,
  WORST_FIRST,
} from '../readings/freshness'
import {NO_READINGS, type Readings, type ReadingsByDevice} from '../readings/reading'
import type {DeviceEntry} from './device'

/** The state of a device at a moment. */
export interface DeviceState {
  status: Freshness
  /** The moment that the newest of its values tells of; null when it has none or nothing tells the time. */
  seenAt: EpochMs | null
  /** The inputs of the two. */
  device: DeviceEntry
  readings: Readings | undefined
  newest: Arrival | null | undefined
}

export type DeviceStates = ReadonlyMap<string, DeviceState>

export const NO_DEVICE_STATES: DeviceStates = new Map()

/** Evaluates all devices. A device whose values are the same as `before` isn't searched for its newest value again. */
export function deviceStatesOf(
  devices: readonly DeviceEntry[],
  readings: ReadingsByDevice,
  conditions: FreshnessConditions,
  before: DeviceStates,
): DeviceStates {
  let isChanged = devices.length !== before.size
  const next = new Map<string, DeviceState>()
  for (const device of devices) {
    const known = before.get(device.id)
    const deviceState = deviceStateOf(device, readings.get(device.id), conditions, known)
    if (deviceState !== known) isChanged = true
    next.set(device.id, deviceState)
  }
  return isChanged ? next : before
}

function deviceStateOf(
  device: DeviceEntry,
  readings: Readings | undefined,
  conditions: FreshnessConditions,
  before: DeviceState | undefined,
): DeviceState {
  const isKnown = before !== undefined && before.device === device && before.readings === readings
  const newest = isKnown ? before.newest : newestArrivalOf(device, readings, conditions.now)
  const status = freshness(newest, conditions)
  const seenAt = newest ? validAt(newest, conditions.now) : null
  if (isKnown && before.status === status && before.seenAt === seenAt) return before
  return {status, seenAt, device, readings, newest}
}

/** The newest arrival of a device: null when it has no values, undefined as long as they aren't read. */
function newestArrivalOf(
  {keys, isRead}: DeviceEntry,
  readings: Readings | undefined,
  now: EpochMs,
): Arrival | null | undefined {
  const known = readings ?? NO_READINGS
  return newestArrival(known.values(), now) ?? (isRead && keys.every(key => known.has(key)) ? null : undefined)
}

/** The number of devices in each status; null where that is not known. */
export type Counts<Status extends string> = Readonly<Record<Status, number | null>>
export type StatusCounts = Counts<Freshness>

export const uncounted = <Status extends string>(all: readonly Status[]): Counts<Status> =>
  Object.assign({}, ...all.map(status => ({[status]: null})))

export const NO_COUNTS: StatusCounts = uncounted(WORST_FIRST)

/** The statuses that are certain without the link. */
const SURE: readonly string[] = ['linkDown', 'never', 'notRead'] satisfies Freshness[]

/**
 * Counts the statuses of devices, one each. Before any value is read only `notRead` is known, and without the link a
 * device that is counted as `linkDown` may be in any other status.
 */
export function counted<Status extends string>(
  found: readonly (Status | 'notRead' | 'linkDown')[],
  all: readonly Status[],
): Counts<Status> {
  const numbers = new Map<string, number>()
  for (const status of found) numbers.set(status, (numbers.get(status) ?? 0) + 1)
  const isRead = (numbers.get('notRead') ?? 0) < found.length
  const isKnown = (status: string) =>
    status === 'notRead' || (isRead && (!numbers.has('linkDown') || SURE.includes(status)))
  const counts: Record<Status, number | null> = {...uncounted(all)}
  for (const status of all) if (isKnown(status)) counts[status] = numbers.get(status) ?? 0
  return counts
}

/** Whether it is known that there are any. */
export const isAny = (count: number | null): boolean => count !== null && count > 0

/** Counts the devices in each status; `before` itself returns when nothing differs. */
export function statusCounts(
  devices: readonly DeviceEntry[],
  deviceStates: DeviceStates,
  before: StatusCounts = NO_COUNTS,
): StatusCounts {
  const found = devices.map(({id}) => deviceStates.get(id)?.status ?? 'notRead')
  const counts = counted(found, WORST_FIRST)
  return WORST_FIRST.every(status => counts[status] === before[status]) ? before : counts
}

/** The worst status that occurs: one device with the link down outweighs any number of fresh ones. */
export function worstOf(counts: StatusCounts): Freshness {
  return WORST_FIRST.find(status => isAny(counts[status])) ?? 'notRead'
}
