import type {EpochMs, Json} from '../../wire/common'
import {MINUTE} from './durations'
import {offsetsOf} from './localTime'

/**
 * The times at which an item of a playlist is played, in the zone of its screen. Each part that is not null must hold.
 * `from` and `until` are minutes of the day, `until` not included; a piece of a day may go beyond midnight. `days` are
 * those of the ISO week, 1 for Monday. `since` and `through` are days such as 2026-11-30, both included. Beyond
 * midnight the piece belongs to the day on which it began.
 */
export interface Schedule {
  from: number | null
  until: number | null
  days: readonly number[] | null
  since: string | null
  through: string | null
}

export const ALWAYS: Schedule = {from: null, until: null, days: null, since: null, through: null}

const DAY_MINUTES = 24 * 60

/** Whether an item with this schedule is to be played at `at` on a screen in `zone`. */
export const isDue = (schedule: Schedule | null, at: EpochMs, zone: string): boolean =>
  schedule === null || isDueLocally(schedule, at + offsetsOf(zone)(at))

/** `local` is the time that the clocks of the place show, as if they were in UTC. */
export function isDueLocally(schedule: Schedule, local: EpochMs): boolean {
  const {from, until} = schedule
  const minute = Math.floor(local / MINUTE) % DAY_MINUTES
  const [start, end] = [from ?? 0, until ?? DAY_MINUTES]
  if (start < end) return minute >= start && minute < end && isOnDay(schedule, local)
  if (minute >= start) return isOnDay(schedule, local)
  return minute < end && isOnDay(schedule, local - DAY_MINUTES * MINUTE)
}

/** Reads the schedule of an item. An unreadable part does not restrict: a screen rather plays than stays dark. */
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

function isOnDay({days, since, through}: Schedule, local: EpochMs): boolean {
  const date = new Date(local)
  const day = date.toISOString().slice(0, 10)
  return (
    (days === null || days.includes(date.getUTCDay() || 7)) &&
    (since === null || day >= since) &&
    (through === null || day <= through)
  )
}

function daysFrom(value: Json | undefined): readonly number[] | null {
  if (!Array.isArray(value)) return null
  const days = [1, 2, 3, 4, 5, 6, 7].filter(day => value.includes(day))
  return days.length === 0 || days.length === 7 ? null : days
}

/** A day of the calendar as it is written, such as 2026-11-30; null for anything else. */
export function dayFrom(value: Json | undefined): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return null
  const date = new Date(`${value}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : null
}
