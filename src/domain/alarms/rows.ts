import {type Alarm, newerAlarm} from './alarm'
import type {Listed} from './filter'

/**
 * The rows as somebody has them before the eyes who is at work on them. None moves or goes under the pointer, and those that
 * are new wait. Null while the rows follow the list.
 */
export type KeptRows = readonly Alarm[] | null

interface Rows {
  kept: KeptRows
  /** Null before the alarms have been read. */
  listed: Listed | null
}

const NO_ROWS: readonly Alarm[] = []

export const rowsOf = ({kept, listed}: Rows): readonly Alarm[] => kept ?? listed?.alarms ?? NO_ROWS

/** What has become of the alarms is shown where they are, even if the filter finds them no longer. */
export function keptWithNews(kept: KeptRows, news: readonly Alarm[]): KeptRows {
  const changed = new Map<string, Alarm>()
  for (const alarm of news) changed.set(alarm.id, newerAlarm(changed.get(alarm.id) ?? alarm, alarm))
  return kept?.map(row => newerAlarm(row, changed.get(row.id) ?? row)) ?? null
}

/** Nothing is known any more of those that are missing among the alarms that were read again. */
export function keptAfterReading(kept: KeptRows, {alarms}: Listed): KeptRows {
  const found = new Set(alarms.map(({id}) => id))
  return keptWithNews(kept?.filter(({id}) => found.has(id)) ?? null, alarms)
}

/** The next page is what was asked for, so it comes at once. */
export function keptWithPage(kept: KeptRows, {alarms}: Listed): KeptRows {
  const known = new Set(kept?.map(({id}) => id))
  return kept && [...kept, ...alarms.filter(({id}) => !known.has(id))]
}

/** How many alarms of the list wait until they may appear among the rows. */
export function countWaiting({kept, listed}: Rows): number {
  if (kept === null || listed === null) return 0
  const known = new Set(kept.map(({id}) => id))
  return listed.alarms.filter(({id}) => !known.has(id)).length
}
