import type {EpochMs, Json, Milliseconds} from '../../wire/common'
import {isRecord} from '../json'
import {NO_LIST, type StoredList} from '../lists/storedList'
import {DAY, MINUTE} from '../time/durations'
import {isZone, offsetsOf} from '../time/localTime'
import {ALWAYS, dayFrom, isDueLocally, type Schedule, scheduleFrom, scheduleValue} from '../time/schedule'

/**
 * The shared attribute of an organisation, a group or a device: when its screens are to be on. Of a screen the nearest
 * one counts: its own, that of the first of its groups by name, that of its organisation.
 */
export const OPENING_HOURS_ATTRIBUTE = 'openingHours'

/** A day on which nothing is open from midnight to midnight, such as 2026-12-25. */
export interface ClosedDay {
  day: string
  name: string
}

export interface OpeningHours {
  /** A screen is to be on in any of them, and always if there are none. */
  hours: readonly Schedule[]
  closed: readonly ClosedDay[]
  /** The zone of screens that do not say theirs; null for UTC. */
  zone: string | null
  /** How long something must be wrong in these hours before somebody is told; null: nobody is told. */
  tellAfter: Milliseconds | null
}

/** The rule of every organisation that has written none: its screens are always to be on. */
export const ALWAYS_OPEN: OpeningHours = {hours: [], closed: [], zone: null, tellAfter: 10 * MINUTE}

export const HOURS_LIMIT = 50
export const CLOSED_DAYS_LIMIT = 400
export const LONGEST_TELL_AFTER: Milliseconds = DAY

/** Reads the attribute. Null for anything that says no hours; then the next further one counts. */
export function openingHoursFrom(value: Json | undefined): OpeningHours | null {
  if (!isRecord(value)) return null
  const {hours, closed, zone, tellAfter} = value
  return {
    hours: listFrom(hours, HOURS_LIMIT, each => (isRecord(each) ? [scheduleFrom(each) ?? ALWAYS] : [])),
    closed: listFrom(closed, CLOSED_DAYS_LIMIT, closedFrom),
    zone: typeof zone === 'string' && isZone(zone) ? zone : null,
    tellAfter: tellAfterFrom(tellAfter),
  }
}

/** The value to write into the attribute. `tellAfter` is in seconds there, and 0 for nobody. */
export const openingHoursValue = ({hours, closed, zone, tellAfter}: OpeningHours): Json => ({
  hours: hours.map(scheduleValue),
  closed: closed.map(({day, name}) => ({day, name})),
  ...(zone !== null && {zone}),
  tellAfter: (tellAfter ?? 0) / 1000,
})

/** The hours that an owner has of its own: one or none. */
export type OwnHours = StoredList<OpeningHours>

/** A change requested by a person; without hours the owner follows the next further ones. */
export interface HoursIntent {
  kind: 'set'
  hours: OpeningHours | null
  /** What the person has seen. It is not written over anything else. */
  seen: OpeningHours | null
}

export function ownHoursFrom(value: Json | undefined, version: number | null): OwnHours {
  const hours = openingHoursFrom(value)
  return {...NO_LIST, items: hours === null ? [] : [hours], version, exists: true}
}

/** An empty list for none, since an attribute must have a value. */
export const ownHoursValue = ({items: [hours]}: OwnHours): Json => (hours === undefined ? [] : openingHoursValue(hours))

export function withHoursIntent(own: OwnHours, {hours, seen}: HoursIntent): OwnHours | 'gone' {
  const [now = null] = own.items
  if (isSameHours(now, hours)) return own
  return isSameHours(now, seen) ? {...own, items: hours === null ? [] : [hours]} : 'gone'
}

export const isSameHours = (one: OpeningHours | null, other: OpeningHours | null): boolean =>
  JSON.stringify(one && openingHoursValue(one)) === JSON.stringify(other && openingHoursValue(other))

/** Whether screens in a zone are to be on. */
export function isOpen({hours, closed}: OpeningHours, at: EpochMs, zone: string): boolean {
  const local = at + offsetsOf(zone)(at)
  const today = new Date(Math.floor(local / DAY) * DAY).toISOString().slice(0, 10)
  if (closed.some(({day}) => day === today)) return false
  return hours.length === 0 || hours.some(schedule => isDueLocally(schedule, local))
}

const listFrom = <Item>(value: Json | undefined, limit: number, read: (entry: Json) => readonly Item[]): Item[] =>
  Array.isArray(value) ? value.slice(0, limit).flatMap(read) : []

function closedFrom(entry: Json): readonly ClosedDay[] {
  if (!isRecord(entry)) return []
  const day = dayFrom(entry.day)
  return day === null ? [] : [{day, name: typeof entry.name === 'string' ? entry.name : ''}]
}

function tellAfterFrom(value: Json | undefined): Milliseconds | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return ALWAYS_OPEN.tellAfter
  return value === 0 ? null : Math.min(value * 1000, LONGEST_TELL_AFTER)
}
