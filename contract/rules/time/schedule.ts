import type {EpochMs, Json} from '../../wire/common'
import {DAY, MINUTE} from './durations'
import {offsetsOf} from './localTime'
import {type DayPart, lookUp} from './timetable'
import {weekdayOf} from './weekday'

/**
 * The times at which an item of a playlist is played, in the zone of its screen. Each part that is not null must hold.
 * `from` and `until` are minutes of the day, `until` not included; a piece of a day may go beyond midnight. `days` are
 * those of the ISO week, 1 for Monday, and none of them is never. `since` and `through` are days such as 2026-11-30,
 * both included. Beyond midnight the piece belongs to the day on which it began.
 */
export interface Schedule {
  from: number | null
  until: number | null
  days: readonly number[] | null
  since: string | null
  through: string | null
}

export const ALWAYS: Schedule = {from: null, until: null, days: null, since: null, through: null}

export const DAY_MINUTES = 24 * 60

/** A piece of a day, in the minutes that its clocks show, from `start` to before `end`. */
export interface DayPiece {
  start: number
  end: number
}

/** The pieces of a day in which an item is due. `day` is counted from 1970-01-01. */
export function duePieces(schedule: Schedule | null, day: number): DayPiece[] {
  const [start, end] = [schedule?.from ?? 0, schedule?.until ?? DAY_MINUTES]
  const pieces =
    start < end
      ? [{start, end, begun: day}]
      : [
          {start: 0, end, begun: day - 1},
          {start, end: DAY_MINUTES, begun: day},
        ]
  return pieces.flatMap(({begun, ...piece}) =>
    piece.start < piece.end && isOnDay(schedule ?? ALWAYS, begun) ? [piece] : [],
  )
}

/** The pieces of a day in which none of the items is due. */
export function gapsOfDay(items: readonly {schedule: Schedule | null}[], day: number): DayPiece[] {
  const due = items.flatMap(({schedule}) => duePieces(schedule, day))
  const gaps: DayPiece[] = []
  let covered = 0
  for (const {start, end} of due.sort((one, other) => one.start - other.start)) {
    if (start > covered) gaps.push({start: covered, end: start})
    covered = Math.max(covered, end)
  }
  return covered < DAY_MINUTES ? [...gaps, {start: covered, end: DAY_MINUTES}] : gaps
}

/** Whether an item with this schedule is to be played at `at` on a screen in `zone`. */
export const isDue = (schedule: Schedule | null, at: EpochMs, zone: string): boolean =>
  schedule === null || isDueLocally(schedule, at + offsetsOf(zone)(at))

/** `local` is the time that the clocks of the place show, as if they were in UTC. */
export function isDueLocally(schedule: Schedule, local: EpochMs): boolean {
  const day = Math.floor(local / DAY)
  const minute = Math.floor((local - day * DAY) / MINUTE)
  return isIn(duePieces(schedule, day), minute)
}

/** The next time after `at` at which an item begins or ceases to be due; null where that never happens. */
export function nextChange(schedule: Schedule | null, at: EpochMs, zone: string): EpochMs | null {
  if (schedule === null) return null
  return lookUp({partsOf: day => duePartsOf(schedule, day), turns: turnsOf([schedule])}, zone)(at).until
}

/** The days on which the weeks of these schedules may begin to be other than before. */
export const turnsOf = (schedules: readonly (Schedule | null)[]): number[] => [
  ...new Set(
    schedules.flatMap(schedule => [
      ...(schedule?.since == null ? [] : [Date.parse(schedule.since) / DAY]),
      ...(schedule?.through == null ? [] : [Date.parse(schedule.through) / DAY + 1]),
    ]),
  ),
]

function duePartsOf(schedule: Schedule, day: number): DayPart<boolean>[] {
  const pieces = duePieces(schedule, day)
  const minutes = new Set([0, ...pieces.flatMap(({start, end}) => [start, end])])
  return [...minutes].map(from => ({from, value: isIn(pieces, from)}))
}

const isIn = (pieces: readonly DayPiece[], minute: number): boolean =>
  pieces.some(({start, end}) => start <= minute && minute < end)

/** The reason why an item is never due from a time on, with the last day where it has been due. */
export type NeverDue = {why: 'noDays' | 'reversed' | 'noSuchTime'} | {why: 'ended'; on: string}

/** Null for an item that is due, or will be. */
export function whyNever(schedule: Schedule | null, at: EpochMs, zone: string): NeverDue | null {
  if (schedule === null || isDue(schedule, at, zone) || nextChange(schedule, at, zone) !== null) return null
  const {days, since, through} = schedule
  if (days?.length === 0) return {why: 'noDays'}
  if (since !== null && through !== null && since > through) return {why: 'reversed'}
  const today = dayText(Math.floor((at + offsetsOf(zone)(at)) / DAY))
  return through !== null && through <= today ? {why: 'ended', on: through} : {why: 'noSuchTime'}
}

/**
 * Reads the schedule of an item. An unreadable part does not restrict: a screen rather plays than stays dark. An empty
 * list of days is readable, and means that the item is never played.
 */
export function scheduleFrom(value: Json): Schedule | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const {from, until, days, since, through} = value
  const read: Schedule = {
    from: minuteFrom(from),
    until: minuteFrom(until),
    days: daysFrom(days),
    since: dayFrom(since),
    through: dayFrom(through),
  }
  return isAlways(read) ? null : read
}

/** Writes `{from: '08:00', until: '18:00', days: [1, 2], since: '2026-11-01', through: '2026-12-24'}`. */
export const scheduleValue = ({from, until, days, since, through}: Schedule): Json => ({
  ...(from === null ? {} : {from: minuteText(from)}),
  ...(until === null ? {} : {until: minuteText(until)}),
  ...(days === null ? {} : {days: [...days]}),
  ...(since === null ? {} : {since}),
  ...(through === null ? {} : {through}),
})

export const isAlways = (schedule: Schedule): boolean => Object.values(schedule).every(part => part === null)

/** 8:00 is 480; null for anything but a time of a day. */
export function minuteFrom(text: Json | undefined): number | null {
  const [, hours, minutes] = (typeof text === 'string' && /^(\d\d):(\d\d)$/.exec(text)) || []
  const minute = Number(hours) * 60 + Number(minutes)
  return Number(minutes) < 60 && minute <= DAY_MINUTES ? minute : null
}

export const minuteText = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, '0')).join(':')

function isOnDay({days, since, through}: Schedule, day: number): boolean {
  if (days !== null && !days.includes(weekdayOf(day) + 1)) return false
  if (since === null && through === null) return true
  const text = dayText(day)
  return (since === null || text >= since) && (through === null || text <= through)
}

const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)

function daysFrom(value: Json | undefined): readonly number[] | null {
  if (!Array.isArray(value)) return null
  if (value.length === 0) return []
  const days = [1, 2, 3, 4, 5, 6, 7].filter(day => value.includes(day))
  return days.length === 0 || days.length === 7 ? null : days
}

/** A day of the calendar as it is written, such as 2026-11-30; null for anything else. */
export function dayFrom(value: Json | undefined): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return null
  const date = new Date(`${value}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : null
}
