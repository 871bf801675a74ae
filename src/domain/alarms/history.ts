import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {TimeRange} from '../timeRange/timeRange'
import type {Alarm, JournalEntry, Occurrence} from './alarm'

/** All that is known of an alarm besides its present state. */
export interface AlarmHistory {
  alarm: Alarm
  /** What has happened to it, newest first. `next` is null when there is nothing older. */
  journal: readonly JournalEntry[]
  next: string | null
  /** Newest first. */
  occurrences: readonly Occurrence[]
}

const MINUTE: Milliseconds = 60_000
const LEAST_MARGIN: Milliseconds = 10 * MINUTE
const LONGEST: Milliseconds = 7 * 24 * 60 * MINUTE

/** The occurrence that the page is about: the present one, or the last. */
export const shownOccurrence = ({alarm, occurrences}: AlarmHistory): Occurrence | null =>
  alarm.occurrence ?? occurrences[0] ?? null

/** The time around an occurrence, with what led to it and what came after it. Without any it is the last hour. */
export function rangeAround(occurrence: Occurrence | null, now: EpochMs): TimeRange {
  if (occurrence === null) return {start: now - 60 * MINUTE, end: now}
  const {raisedAt, returnedAt, ended} = occurrence
  const end = Math.min(returnedAt ?? ended?.at ?? now, raisedAt + LONGEST)
  const margin = Math.max(LEAST_MARGIN, Math.round((end - raisedAt) / 2))
  return {start: raisedAt - margin, end: Math.max(raisedAt + MINUTE, Math.min(now, end + margin))}
}
