import type {Severity} from '../../../../contract/rules/thresholds'
import {type Freshness, isInTime, WORST_FIRST} from '../readings/freshness'
import type {DeviceState} from './deviceStates'
import {type Mark, NO_MARK, urgencyOf} from './marks'

/** The alarm marks, worst first. A silent device may hide anything, so it outweighs a warning. */
export const MARKED_STATUSES = [
  'linkDown',
  'critical',
  'late',
  'warning',
  'never',
  'notRead',
  'fresh',
  'replay',
] as const
export type MarkedStatus = (typeof MARKED_STATUSES)[number]

/** Returns the status to show for a device or a value of this severity and freshness. */
export function statusOf(severity: Severity | null, freshness: Freshness): MarkedStatus {
  if (freshness === 'linkDown' || freshness === 'never' || freshness === 'notRead') return freshness
  if (severity === 'critical') return 'critical'
  return freshness === 'late' ? 'late' : (severity ?? freshness)
}

/** The properties by which devices are compared. */
export interface Marked {
  mark: Mark
  deviceState: Pick<DeviceState, 'status' | 'seenAt'>
}

/** Nothing is known yet. */
export const UNKNOWN: Marked = {mark: NO_MARK, deviceState: {status: 'notRead', seenAt: null}}

/**
 * The order that every list means by "worst first": by severity and acknowledgement, then by freshness, then by how long
 * the device has been silent. Devices that are in time would change places at each value.
 */
export function byWorst(one: Marked, other: Marked): number {
  const difference = askingOf(other) - askingOf(one) || placeOf(one) - placeOf(other)
  if (difference !== 0 || isInTime(one.deviceState.status)) return difference
  return (one.deviceState.seenAt ?? 0) - (other.deviceState.seenAt ?? 0)
}

const placeOf = ({deviceState: {status}}: Marked): number => WORST_FIRST.indexOf(status)

/** A hidden mark requires nothing. */
const askingOf = ({mark}: Marked): number => (mark.severity === null ? 0 : urgencyOf(mark))
