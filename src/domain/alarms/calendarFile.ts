import ICAL from 'ical.js'
import {MAX_ROTA_OVERRIDES, ROTA_NOTE_LENGTH, ROTA_OVERRIDE_MAX} from '../../../contract/limits'
import {DAY} from '../../../contract/rules/time/durations'
import {isZone, offsetsOf} from '../../../contract/rules/time/localTime'
import {instantBy} from '../../../contract/rules/time/wallTime'
import type {EpochMs} from '../../../contract/wire/common'
import {isOneLine, trimmed} from '../../../contract/wire/text'
import type {CalendarEvent, CalendarFile} from './onCall'

/** Larger files are not read. */
export const CALENDAR_BYTES_MAX = 1_000_000
/** The repetitions of all events in a file, from the first one on, that are looked at. */
const MAX_REPETITIONS = 20_000

/**
 * Reads the events of an iCalendar file that are not over, as RFC 5545 says. Times of a zone that neither the file nor
 * the browser knows, and whole days, are those of the clocks of `zone`.
 */
export function readCalendarFile(text: string, {zone, now}: {zone: string; now: EpochMs}): CalendarFile {
  if (text.length > CALENDAR_BYTES_MAX) return {problem: 'large'}
  try {
    const events = eventsOf(new ICAL.Component(ICAL.parse(text)), {zone, now})
    if (events.length === 0) return {problem: 'empty'}
    if (events.length > MAX_ROTA_OVERRIDES) return {problem: 'many'}
    return events.some(({start, end}) => end - start > ROTA_OVERRIDE_MAX) ? {problem: 'long'} : {events}
  } catch (error) {
    return {problem: error instanceof TooMany ? 'many' : 'unreadable'}
  }
}

function eventsOf(calendar: ICAL.Component, {zone, now}: {zone: string; now: EpochMs}): CalendarEvent[] {
  if (calendar.name !== 'vcalendar') throw new Error('not a calendar')
  const zones = new Map(
    calendar.getAllSubcomponents('vtimezone').map(component => {
      const known = new ICAL.Timezone(component)
      return [known.tzid, known]
    }),
  )
  const instantOf = (time: ICAL.Time, tzid: string | undefined): EpochMs => {
    const isOfZone = time.isDate || time.zone === ICAL.Timezone.localTimezone
    const known = time.isDate ? undefined : zones.get(tzid ?? '')
    if (known !== undefined) {
      const zoned = time.clone()
      zoned.zone = known
      return zoned.toUnixTime() * 1000
    }
    const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
    if (!isOfZone) return time.toUnixTime() * 1000
    return instantBy(offsetsOf(tzid !== undefined && isZone(tzid) ? tzid : zone), wall)
  }
  const components = calendar.getAllSubcomponents('vevent')
  const budget = {left: MAX_REPETITIONS}
  const exceptions = components.filter(component => component.hasProperty('recurrence-id'))
  return components
    .filter(component => !component.hasProperty('recurrence-id'))
    .flatMap(component => {
      const uid = component.getFirstPropertyValue('uid')
      const changed = exceptions.filter(other => other.getFirstPropertyValue('uid') === uid)
      return occurrencesOf(component, {exceptions: changed, now, budget})
    })
    .filter(({item}) => item.component.getFirstPropertyValue('status') !== 'CANCELLED')
    .map(({item, startDate, endDate}) => {
      const tzidOf = (name: string) => item.component.getFirstProperty(name)?.getFirstParameter('tzid')
      const tzid = tzidOf('dtstart')
      return {
        start: instantOf(startDate, tzid),
        end: instantOf(endDate, tzidOf('dtend') ?? tzid),
        note: noteOf(item.summary),
      }
    })
    .filter(({start, end}) => end > start && end > now)
    .sort((one, other) => one.start - other.start)
}

/** Finds the repetitions of an event that begin before the longest override ends. `budget` is shared by a file. */
function occurrencesOf(
  component: ICAL.Component,
  {exceptions, now, budget}: {exceptions: ICAL.Component[]; now: EpochMs; budget: {left: number}},
) {
  const event = new ICAL.Event(component, {exceptions})
  if (!event.isRecurring()) return [{item: event, startDate: event.startDate, endDate: event.endDate}]
  const occurrences = []
  const iterator = event.iterator()
  for (; budget.left > 0 && occurrences.length <= MAX_ROTA_OVERRIDES; budget.left--) {
    const next = iterator.next()
    if (!next || next.toUnixTime() * 1000 > now + ROTA_OVERRIDE_MAX) break
    if (next.toUnixTime() * 1000 < now - ROTA_OVERRIDE_MAX) continue
    const occurrence = event.getOccurrenceDetails(next)
    if (occurrence.endDate.toUnixTime() * 1000 > now - DAY) occurrences.push(occurrence)
  }
  if (budget.left <= 0) throw new TooMany()
  return occurrences
}

class TooMany extends Error {}

const noteOf = (summary: unknown): string => {
  const line = typeof summary === 'string' ? summary.replaceAll(/\s+/g, ' ') : ''
  return isOneLine(line) ? trimmed([...trimmed(line)].slice(0, ROTA_NOTE_LENGTH / 2).join('')) : ''
}
