import {DAY, MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {type Alarm, compareAlarms, type JournalEntry, type Occurrence} from '../alarm'
import {searchWithMoment} from '../moment'
import type {TimeRange} from '../timeRange/timeRange'

/** The known data of an alarm besides its present state. */
export interface AlarmHistory {
  alarm: Alarm
  /** The alarm's history, newest first. `next` is null when there is nothing older. */
  journal: readonly JournalEntry[]
  next: string | null
  /** Newest first. */
  occurrences: readonly Occurrence[]
}

const LEAST_MARGIN: Milliseconds = 10 * MINUTE
const LONGEST: Milliseconds = 7 * DAY

/** The occurrence that the page is about: the one that is asked for, else the present one, or the last. */
export const shownOccurrence = ({alarm, occurrences}: AlarmHistory, asked: string | null = null): Occurrence | null =>
  occurrences.find(({id}) => id === asked) ?? alarm.occurrence ?? occurrences[0] ?? null

/** The occurrences of the same threshold and device before and after one. */
export function besideOccurrence({occurrences}: AlarmHistory, shown: Occurrence | null) {
  const at = occurrences.findIndex(({id}) => id === shown?.id)
  return at < 0
    ? {previous: null, next: null}
    : {previous: occurrences[at + 1] ?? null, next: occurrences[at - 1] ?? null}
}

/** The time around an occurrence, with what led to it and what came after it. Without any it is the last hour. */
export function rangeAround(occurrence: Occurrence | null, now: EpochMs): TimeRange {
  if (occurrence === null) return {start: now - 60 * MINUTE, end: now}
  const {raisedAt, returnedAt, ended} = occurrence
  const end = Math.min(returnedAt ?? ended?.at ?? now, raisedAt + LONGEST)
  const margin = Math.max(LEAST_MARGIN, Math.round((end - raisedAt) / 2))
  return {start: raisedAt - margin, end: Math.max(raisedAt + MINUTE, Math.min(now, end + margin))}
}

/** Alarms this close in time before and after an alarm count as raised with it. */
export const RAISED_TOGETHER: Milliseconds = 5 * MINUTE

export const timeAround = ({raisedAt}: Pick<Occurrence, 'raisedAt'>): TimeRange => ({
  start: raisedAt - RAISED_TOGETHER,
  end: raisedAt + RAISED_TOGETHER,
})

/** The search part of a screen's address, as it comes to pass from before the occurrence on. */
export const searchFromBefore = (search: string, {raisedAt}: Pick<Occurrence, 'raisedAt'>): string =>
  searchWithMoment(search, {at: raisedAt - RAISED_TOGETHER, rate: 10})

/** Returns the other alarms raised, the nearest first. */
export function raisedWith({raisedAt}: Occurrence, own: Alarm['id'], alarms: readonly Alarm[]): readonly Alarm[] {
  const distance = ({occurrence}: Alarm) => Math.abs((occurrence?.raisedAt ?? 0) - raisedAt)
  return alarms
    .filter(({id}) => id !== own)
    .sort((one, other) => distance(one) - distance(other) || compareAlarms(one, other))
}
