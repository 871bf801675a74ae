import type {EpochMs, Milliseconds} from '../wire/common'
import {union, without} from './availability'
import type {DataWindows} from './dataDays'
import type {CalendarWindow} from './time/calendar'

/** A device in some time: how often its data stopped, for how long there was none, and since when there is none now. */
export interface Silences {
  /** The times at which its data stopped. */
  lost: readonly EpochMs[]
  silentFor: Milliseconds
  /** Null for a device with data, or of which it is not known. */
  since: EpochMs | null
}

interface Known extends DataWindows {
  /** The time of the first value; null when there never was one. */
  knownSince: EpochMs | null
}

/** What is known of a device that has never sent, or sends too seldom to have a rhythm, is no silence. */
export function silencesIn({knownSince, data, unknown}: Known, {start, end}: CalendarWindow): Silences {
  if (knownSince === null || knownSince >= end) return {lost: [], silentFor: 0, since: null}
  const silent = without([{start: knownSince, end}], union([...data, ...unknown]))
  const inTime = silent.filter(window => window.end > start)
  const last = inTime.at(-1)
  return {
    lost: inTime.flatMap(window => (window.start >= start ? [window.start] : [])),
    silentFor: inTime.reduce((sum, window) => sum + window.end - Math.max(window.start, start), 0),
    since: last !== undefined && last.end === end ? last.start : null,
  }
}
