import type {Severity} from '../../../contract/rules/thresholds'
import {type Freshness, isInTime} from './freshness'
import {type Mark, NO_MARK, urgencyOf} from './marks'
import type {Standing} from './standing'

/** How something stands with its alarms, the worst first. What is silent may hide anything, so it outweighs a warning. */
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

/** What is said of a device or a value that is this severe and this fresh. */
export function statusOf(severity: Severity | null, freshness: Freshness): MarkedStatus {
  if (freshness === 'linkDown' || freshness === 'never' || freshness === 'notRead') return freshness
  if (severity === 'critical') return 'critical'
  return freshness === 'late' ? 'late' : (severity ?? freshness)
}

/** What is compared of a device. */
export interface Marked {
  mark: Mark
  standing: Pick<Standing, 'status' | 'seenAt'>
}

/** Nothing is known yet. */
export const UNKNOWN: Marked = {mark: NO_MARK, standing: {status: 'notRead', seenAt: null}}

/**
 * The order that every list means by "worst first": by the status, then by severity and acknowledgement, then by how long
 * the device has been silent. Devices that are in time would change places at each value.
 */
export function byWorst(one: Marked, other: Marked): number {
  const difference = placeOf(one) - placeOf(other) || askingOf(other) - askingOf(one)
  if (difference !== 0 || isInTime(one.standing.status)) return difference
  return (one.standing.seenAt ?? 0) - (other.standing.seenAt ?? 0)
}

const placeOf = ({mark, standing}: Marked): number => MARKED_STATUSES.indexOf(statusOf(mark.severity, standing.status))

/** What is hidden asks for nothing. */
const askingOf = ({mark}: Marked): number => (mark.severity === null ? 0 : urgencyOf(mark))
