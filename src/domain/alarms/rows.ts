import {type Alarm, newerAlarm} from '../alarm'
import type {Listed} from './filter'

/**
 * The rows while a user is working on them. None moves or disappears under the pointer, and new ones wait. Null while the
 * rows follow the list.
 */
export type PinnedRows = readonly Alarm[] | null

interface Rows {
  pinned: PinnedRows
  /** Null before the alarms have been read. */
  listed: Listed | null
}

const NO_ROWS: readonly Alarm[] = []

export const rowsOf = ({pinned, listed}: Rows): readonly Alarm[] => pinned ?? listed?.alarms ?? NO_ROWS

/** Updates the pinned alarms in place, even if the filter no longer finds them. */
export function pinnedWithChanges(pinned: PinnedRows, changes: readonly Alarm[]): PinnedRows {
  const changed = new Map<string, Alarm>()
  for (const alarm of changes) changed.set(alarm.id, newerAlarm(changed.get(alarm.id) ?? alarm, alarm))
  return pinned?.map(row => newerAlarm(row, changed.get(row.id) ?? row)) ?? null
}

/** Drops the pinned alarms that a new reading no longer contains: their state is unknown. */
export function pinnedAfterReading(pinned: PinnedRows, {alarms}: Listed): PinnedRows {
  const found = new Set(alarms.map(({id}) => id))
  return pinnedWithChanges(pinned?.filter(({id}) => found.has(id)) ?? null, alarms)
}

/** The user has requested the next page, so it comes at once. */
export function pinnedWithPage(pinned: PinnedRows, {alarms}: Listed): PinnedRows {
  const known = new Set(pinned?.map(({id}) => id))
  return pinned && [...pinned, ...alarms.filter(({id}) => !known.has(id))]
}

/** Counts the alarms of the list that wait to appear among the rows. */
export function countWaiting({pinned, listed}: Rows): number {
  if (pinned === null || listed === null) return 0
  const known = new Set(pinned.map(({id}) => id))
  return listed.alarms.filter(({id}) => !known.has(id)).length
}
