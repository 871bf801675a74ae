import {LATE_AFTER} from '../limits'
import type {EpochMs, Milliseconds} from '../wire/common'
import type {CalendarWindow} from './time/calendar'
import {DAY} from './time/durations'

/** Points of a device under any key, each at most `LATE_AFTER` after the one before. */
export interface Run {
  first: EpochMs
  last: EpochMs
}

/**
 * A day of UTC in which a device had values. `lateness` is how long a value counts by the rhythm of this day alone; null
 * when the day has too few values to show a rhythm. `windows` are its runs, in order, each until its last value is late
 * by that: by `LATE_AFTER` without a rhythm.
 */
export interface DataDay {
  windows: readonly CalendarWindow[]
  lateness: Milliseconds | null
}

/** The times in which a device had data, and those without a known rhythm, for which nothing can be said. */
export interface DataWindows {
  data: readonly CalendarWindow[]
  unknown: readonly CalendarWindow[]
}

/** The number of days with values by which a day is evaluated: itself and those before. */
export const RHYTHM_DAYS = 7

const USUAL_INTERVALS = 3
const LEAST_STEPS = 3

/** The days of points by UTC. `times` need no order. */
export function dataDaysOf(times: readonly EpochMs[]): DataDay[] {
  const days: {day: EpochMs; runs: Run[]}[] = []
  for (const ts of [...times].sort((a, b) => a - b)) {
    const day = Math.floor(ts / DAY) * DAY
    let last = days.at(-1)
    if (last?.day !== day) {
      last = {day, runs: []}
      days.push(last)
    }
    const run = last.runs.at(-1)
    if (run !== undefined && ts - run.last <= LATE_AFTER) run.last = ts
    else last.runs.push({first: ts, last: ts})
  }
  return days.map(({runs}) => {
    const lateness = latenessOf(runs)
    return {lateness, windows: runs.map(({first, last}) => ({start: first, end: last + (lateness ?? LATE_AFTER)}))}
  })
}

/**
 * The time for which a value of the day counts: `LATE_AFTER`, or three usual intervals of a device that sends less
 * often. Usual is the third quartile of the silences of the day, among which the time without silence counts in steps
 * of `LATE_AFTER`: so an outage does not hide itself. Null for a day with too few values.
 */
export function latenessOf(runs: readonly Run[]): Milliseconds | null {
  if (!showsRhythm(runs)) return null
  const silences = silencesOf(runs)
  const steps = stepsOf(runs)
  return Math.max(LATE_AFTER, USUAL_INTERVALS * (thirdQuartile(silences, steps) ?? 0))
}

export const showsRhythm = (runs: readonly Run[]): boolean => runs.length - 1 + stepsOf(runs) >= LEAST_STEPS

/**
 * The times with data by the days of a device, which are in order. The `RHYTHM_DAYS` days before a moment and the days
 * after it give the same later times as all days would.
 */
export function dataWindows(days: readonly DataDay[]): DataWindows {
  const data: CalendarWindow[] = []
  const unknown: CalendarWindow[] = []
  for (const [index, {windows, lateness: own}] of days.entries()) {
    const lateness = latenessAt(days, index)
    const next = days[index + 1]?.windows[0]?.start ?? Number.POSITIVE_INFINITY
    if (lateness === null) {
      unknown.push({start: windows[0]?.start ?? next, end: next})
      continue
    }
    const further = lateness - (own ?? LATE_AFTER)
    for (const {start, end} of windows) data.push({start, end: Math.max(end, Math.min(end + further, next))})
  }
  return {data, unknown}
}

/**
 * The time for which a value of a day counts: by the rhythm of the day, or of the newest day before that shows one.
 * Where not more than half of the days show one, the device sends seldom, and its rhythm is that of the other days.
 */
function latenessAt(days: readonly DataDay[], index: number): Milliseconds | null {
  const from = Math.max(0, index + 1 - RHYTHM_DAYS)
  let newest: Milliseconds | null = null
  let shown = 0
  for (let place = from; place <= index; place++) {
    const lateness = days[place]?.lateness ?? null
    if (lateness === null) continue
    newest = lateness
    shown++
  }
  if (2 * shown > index + 1 - from) return newest
  const own = days[index]?.lateness ?? null
  const recent = days.slice(from, index + 1)
  const silences = recent.flatMap((day, place) => (day.lateness === null ? longestSilence(day, recent[place - 1]) : []))
  if (silences.length < LEAST_STEPS) return own
  return Math.max(own ?? LATE_AFTER, USUAL_INTERVALS * (thirdQuartile(silences) ?? 0))
}

/** The longest silence that ends in a day without a rhythm; nothing when there was no silence. */
function longestSilence({windows}: DataDay, before: DataDay | undefined): Milliseconds[] {
  const last = before?.windows.at(-1)
  const runs = windows.map(({start, end}) => ({first: start, last: end - LATE_AFTER}))
  const end = last === undefined ? [] : [last.end - (before?.lateness ?? LATE_AFTER)]
  const silences = silencesOf([...end.map(ts => ({first: ts, last: ts})), ...runs])
  // At midnight a run goes on in the next day.
  const longest = Math.max(...silences, 0)
  return longest > LATE_AFTER ? [longest] : []
}

const silencesOf = (runs: readonly Run[]): Milliseconds[] =>
  runs.slice(1).map(({first}, index) => first - (runs[index]?.last ?? first))

const stepsOf = (runs: readonly Run[]): number =>
  runs.reduce((sum, {first, last}) => sum + Math.floor((last - first) / LATE_AFTER), 0)

/** The third quartile of the silences and some steps, which are shorter than all of them; undefined for a step. */
function thirdQuartile(silences: Milliseconds[], steps = 0): Milliseconds | undefined {
  const place = Math.ceil(0.75 * (silences.length + steps)) - 1 - steps
  return silences.sort((a, b) => a - b)[place]
}
